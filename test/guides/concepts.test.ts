import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { instant } from '../../src/api/openapi/fields.js';
import { scheduleAheadMsMax } from '../../src/domain/limits.js';
import { actionFrom, type PostAction } from '../../src/domain/post-actions.js';
import { postStatuses, targetStatuses } from '../../src/domain/post-status.js';
import { codeBlock, codeWords, readPage, sectionOf, tableHeaded } from './page.js';

const page = readPage('concepts.md');
const times = sectionOf(page, 'Times, time zones and daylight saving');
const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const zoneinfo = spawnSync('python3', ['-c', 'import zoneinfo; zoneinfo.ZoneInfo("America/New_York")']);

describe('docs/concepts.md on states', () => {
  it('lists for each status of a post exactly the actions that the code allows', () => {
    const rows = tableHeaded(sectionOf(page, 'States of a post'), 'Status');
    const listed = rows.map(([status = '', , actions = '']) => [codeWords(status)[0], codeWords(actions)]);
    const allowed = postStatuses.map((status) => [
      status,
      (Object.keys(actionFrom) as PostAction[]).filter((action) =>
        (actionFrom[action] as readonly string[]).includes(status),
      ),
    ]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(allowed));
  });

  it('shows every status of a post in a diagram, and explains every status of a target', () => {
    const diagram = codeBlock(page, 'text', 'create');
    for (const status of postStatuses) expect(diagram).toContain(status);
    const rows = tableHeaded(sectionOf(page, 'States of a target'), 'Status');
    expect(rows.map(([status = '']) => codeWords(status)[0]).sort()).toEqual([...targetStatuses].sort());
  });
});

describe('docs/concepts.md on times', () => {
  it('converts nine o’clock in New York to the right instants', () => {
    const rows = tableHeaded(times, '9:00 in New York on');
    expect(rows.length).toBeGreaterThan(1);
    for (const [day = '', , send = '', utc = ''] of rows) {
      const at = instant.parse(codeWords(send)[0]);
      const there = new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/New_York',
        dateStyle: 'full',
        timeStyle: 'short',
        hourCycle: 'h23',
      }).format(at);
      expect(there.replace(/ at 0?(\d+:\d+)$/, ' $1')).toBe(`${day} 9:00`);
      expect(at.toISOString().slice(11, 16)).toBe(utc);
    }
  });

  it('states which times are refused', () => {
    expect(instant.safeParse('2030-01-31T09:00:00').success).toBe(false);
    expect(times).toContain(`at most ${Math.floor(scheduleAheadMsMax / (365 * 24 * 3_600_000))} years ahead`);
  });

  it('has JavaScript that prints the documented result', () => {
    const code = codeBlock(page, 'js', 'PlainDateTime');
    const folder = mkdtempSync(path.join(tmpdir(), 'punctual-guide-'));
    try {
      symlinkSync(nodeModules, path.join(folder, 'node_modules'));
      writeFileSync(path.join(folder, 'when.mjs'), code);
      const run = spawnSync(process.execPath, ['when.mjs'], { cwd: folder, encoding: 'utf8' });
      expect(run.stderr).toBe('');
      expect(run.stdout.trim()).toBe(/\/\/ (\S+)$/m.exec(code)?.[1]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.skipIf(zoneinfo.status !== 0)('has Python that prints the documented result', () => {
    const code = codeBlock(page, 'python', 'ZoneInfo');
    const run = spawnSync('python3', ['-c', code], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.stdout.trim()).toBe(/# (\S+)$/m.exec(code)?.[1]);
  });
});
