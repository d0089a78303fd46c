import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLogFile } from '../../src/launcher/log-file.js';
import { createThrottle, highlightOf } from '../../src/launcher/log-highlights.js';
import { createScreen } from '../../src/launcher/screen.js';
import { mediaCommand, textCommand, type DevInfo } from '../../src/launcher/summary.js';
import { recordingScreen, temporaryFolder } from './support.js';

describe('the printed commands', () => {
  it('work when pasted: they are authorized, and schedule a text, with media if needed, in 15 seconds', async () => {
    const received: { authorization: string | undefined; body: unknown }[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        received.push({
          authorization: request.headers.authorization,
          body: JSON.parse(Buffer.concat(parts).toString()),
        });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const apiUrl = `http://127.0.0.1:${port}/api/v1`;
    const plain = { needs: null, platformOptions: null };
    const board = { boardId: '7' };
    const info: DevInfo = {
      apiUrl,
      openapiUrl: '',
      dashboardUrl: '',
      signInUrl: '',
      temporalAddress: '',
      temporalUiUrl: null,
      databaseUrl: '',
      sandboxUrl: '',
      apiKey: 'punctual_live_k',
      workspaceId: 'ws_1',
      exampleMedia: { picture: 'med_1', video: 'med_2' },
      socialAccounts: [
        { id: 'acc_1', platform: 'X', ...plain },
        { id: 'acc_2', platform: 'PINTEREST', needs: 'picture', platformOptions: board },
        { id: 'acc_3', platform: 'YOUTUBE', needs: 'video', platformOptions: null },
      ],
      signIn: { email: '', token: '' },
    };
    const pastedMs = Date.now();
    for (const command of [textCommand(info), mediaCommand(info)]) {
      await promisify(execFile)('sh', ['-c', command]);
    }
    expect(received.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill('Bearer punctual_live_k'),
    );
    const words = expect.any(String) as string;
    expect(received.map(({ body }) => body)).toMatchObject([
      { caption: words, targets: [{ socialAccountId: 'acc_1' }] },
      {
        caption: words,
        mediaIds: ['med_1'],
        targets: [
          { socialAccountId: 'acc_2', platformOptions: board },
          { socialAccountId: 'acc_3', mediaIds: ['med_2'] },
        ],
      },
    ]);
    for (const { body } of received) {
      const aheadMs = Date.parse((body as { scheduledFor: string }).scheduledFor) - pastedMs;
      expect(aheadMs).toBeGreaterThanOrEqual(15_000);
      expect(aheadMs).toBeLessThan(25_000);
    }
  });
});

describe('the excerpts of the logs in the terminal', () => {
  it.each([
    ['{"level":50,"msg":"publish failed"}', 'publish failed'],
    ['{"level":30,"msg":"request"}', undefined],
    ['{"level":40}', 'see the log'],
    ['TypeError: x is not a function', 'TypeError: x is not a function'],
    ['2026-01-01 UTC [1] FATAL:  the database system is starting up', undefined],
    ['listening', undefined],
    ['{broken', undefined],
  ])('contain for the line %s: %s', (line, shown) => {
    expect(highlightOf(line)).toBe(shown);
  });

  it('are limited to a few at a time, and continue after a while', () => {
    let nowMs = 0;
    const throttle = createThrottle(() => nowMs);
    expect([1, 2, 3, 4, 5, 6, 7].map(() => throttle())).toEqual([
      'show',
      'show',
      'show',
      'show',
      'last',
      'hide',
      'hide',
    ]);
    nowMs = 10_000;
    expect(throttle()).toBe('show');
  });
});

describe('a log file', () => {
  it('is rotated at its limit, keeping the last part', () => {
    const file = path.join(temporaryFolder(), 'logs', 'api.log');
    const log = openLogFile(file, 10);
    for (const line of ['first line', 'second', 'third']) log.write(line);
    log.close();
    log.write('after the end');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('first line\n');
    expect(readFileSync(file, 'utf8')).toBe('second\nthird\n');
  });
});

describe('the progress of a download', () => {
  it('is a growing bar in a terminal', () => {
    let shown = '';
    const progress = createScreen({ isTTY: true, write: (text) => (shown += text) }).startProgress(
      'CLI',
      2 * 1024 * 1024,
    );
    progress.add(1024 * 1024);
    progress.end();
    expect(shown.split('\r').at(-1)).toBe(`  CLI ${'█'.repeat(14)}${'░'.repeat(14)} 1 of 2 MiB\n`);
  });

  it('consists of a few plain lines elsewhere', () => {
    const { screen, text } = recordingScreen();
    const progress = screen.startProgress('CLI', 100);
    for (let piece = 0; piece < 100; piece += 1) progress.add(1);
    progress.end();
    expect(
      text()
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['CLI (0 MiB) ...', 'CLI: 25 %', 'CLI: 50 %', 'CLI: 75 %', 'CLI: 100 %']);
  });
});
