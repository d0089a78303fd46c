import { describe, expect, it } from 'vitest';
import { earlyCount, latenessOf } from './arrivals.js';
import { coresFor, coresMarkdown } from './cores.js';
import { lessIdle } from './cpu.js';
import { earlyRow } from './nine-o-clock.js';
import { merged, type BenchName, type Section } from './report.js';
import type { ServerName } from './stack-options.js';

const dueAt = new Date('2026-11-22T09:00:00.000Z');
const dueMs = dueAt.getTime();

describe('lateness at the platform', () => {
  const due = [
    { text: 'a', dueAt },
    { text: 'b', dueAt: new Date(dueMs + 500) },
  ];

  it('is measured for each post, in the given order', () => {
    const arrivals = [
      { text: 'b', atMs: dueMs + 499 },
      { text: 'a', atMs: dueMs + 20 },
    ];
    const lateMs = latenessOf(due, arrivals);
    expect(lateMs).toEqual([20, -1]);
    expect(earlyCount(lateMs)).toBe(1);
  });

  it('cannot be computed if a post is missing, doubled or unknown', () => {
    const [a, b] = [
      { text: 'a', atMs: dueMs },
      { text: 'b', atMs: dueMs },
    ];
    expect(() => latenessOf(due, [a])).toThrow('1 of 2');
    expect(() => latenessOf(due, [a, b, b])).toThrow('twice');
    expect(() => latenessOf(due, [a, { text: 'c', atMs: dueMs }])).toThrow('b has not arrived');
  });

  it('counts as early from one millisecond before the due time', () => {
    expect(earlyRow([0, 3])).toMatchObject({ ours: 0, result: 'none', reached: true });
    expect(earlyRow([0, -1, -4])).toMatchObject({ ours: 2, result: 'by up to 4 ms', reached: false });
  });
});

const sectionOf = (name: BenchName, server: ServerName, title: string): Section => ({
  name,
  server,
  title,
  method: '',
  rows: [],
  cpuMs: { ours: { api: 5, worker: 30, temporal: 40, postgres: 10 }, bare: {} },
  curves: null,
  tookSeconds: 1,
  measured: { startedAt: dueAt.toISOString(), machine: '', versions: '', runs: 3 },
});

describe('the stored results', () => {
  it('keep the sections that were not measured again, in order', () => {
    const known = {
      sections: [
        sectionOf('scheduling', 'dev', 'old'),
        sectionOf('lateness', 'dev', 'old'),
        sectionOf('history', 'dev', 'old'),
      ],
    };
    const fresh = {
      sections: [sectionOf('lateness', 'postgres', 'new'), sectionOf('scheduling', 'dev', 'new')],
    };
    expect(
      merged(known, fresh).sections.map(({ name, server, title }) => `${name} ${server} ${title}`),
    ).toEqual(['scheduling dev new', 'lateness dev old', 'lateness postgres new', 'history dev old']);
  });
});

describe('the number of cores in the report', () => {
  it('is computed from the processor time in one minute, without the work of scheduling', () => {
    const { cores, all } = coresFor(6_000, { api: 5, worker: 30, temporal: 40, postgres: 10 });
    expect(cores).toEqual({ worker: 3, temporal: 4, postgres: 1 });
    expect(all).toBe(8);
  });

  it('is shown for each measured server, and never too low', () => {
    const page = coresMarkdown([
      sectionOf('processor', 'dev', ''),
      sectionOf('nine-o-clock', 'postgres', ''),
    ]);
    expect(page).toContain('| posts | worker | Temporal | our Postgres | all |');
    expect(page).toContain('| 500 | 0.3 | 0.4 | 0.1 | 0.7 |');
    expect(page).not.toContain('On Temporal with Postgres');
    expect(coresMarkdown([])).toBe('');
  });
});

describe('the processor time in the report', () => {
  it('does not include the time of idle processes', () => {
    expect(lessIdle({ worker: 100, api: 5 }, { worker: 20, api: 10 }, 2)).toEqual({ worker: 60, api: 0 });
  });
});
