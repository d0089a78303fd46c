import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, startLoopback, times, type Loopback } from '../../testing/loopback.js';
import { openTerminal, type TestTerminal } from '../../testing/terminal.js';
import { barText } from './progress-bar.js';

const media = {
  id: 'med_1',
  status: 'READY',
  mime: 'image/jpeg',
  sizeBytes: 10,
  originalFilename: 'harbor.jpg',
  failure: null,
};

let loopback: Loopback;
let terminal: TestTerminal;
let storage: Server;
let storageUrl: string;
/** The bytes that arrived at each path. */
let stored: Record<string, string>;
/** The paths whose next request fails. */
let failing: string[];
let file: string;

beforeEach(async () => {
  [loopback, stored, failing] = [await startLoopback(), {}, []];
  terminal = openTerminal(loopback);
  file = path.join(terminal.configFolder, 'harbor.jpg');
  writeFileSync(file, '0123456789');
  storage = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const at = request.url ?? '';
      const isFailing = failing.includes(at);
      failing = failing.filter((each) => each !== at);
      if (!isFailing) stored[at] = body;
      response.writeHead(isFailing ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  storageUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
});
afterEach(async () => {
  terminal.remove();
  storage.closeAllConnections();
  await new Promise((resolve) => storage.close(resolve));
  await loopback.close();
});

const workspaces = { status: 200, body: { data: [{ id: 'ws_1', name: 'One' }], nextCursor: null } };
const single = () => ({
  media,
  upload: { kind: 'single', method: 'PUT', url: `${storageUrl}/whole`, headers: {}, expiresAt: '' },
});
const parts = (uploaded: number[], size = 5) => ({
  media,
  upload: {
    kind: 'parts',
    partSizeBytes: size,
    parts: [1, 2].map((partNumber) => ({
      partNumber,
      sizeBytes: size,
      uploaded: uploaded.includes(partNumber),
      address: uploaded.includes(partNumber)
        ? null
        : { method: 'PUT', url: `${storageUrl}/${partNumber}`, headers: {}, expiresAt: '' },
    })),
  },
});

describe('punctual media upload', () => {
  it('announces, sends and checks a file, and waits for the check', async () => {
    loopback.replies = [
      workspaces,
      { status: 201, body: single() },
      { status: 200, body: { ...media, status: 'PROCESSING' } },
      { status: 200, body: media },
    ];
    const { code, stdout, stderr } = await terminal.run(['media', 'upload', file, '--alt', 'A harbor']);
    expect([code, stdout, stderr]).toEqual([0, 'med_1  image/jpeg  10 bytes  harbor.jpg\n', '']);
    expect(stored).toEqual({ '/whole': '0123456789' });
    expect(loopback.received[1]?.url).toBe('/api/v1/media/presign?workspaceId=ws_1');
    expect(JSON.parse(loopback.received[1]?.body ?? '')).toEqual({
      mime: 'image/jpeg',
      sizeBytes: 10,
      filename: 'harbor.jpg',
      altText: 'A harbor',
    });
  });

  it('sends a part that failed again, to a new URL', async () => {
    failing = ['/2'];
    loopback.replies = [
      { status: 201, body: parts([]) },
      { status: 200, body: parts([1]) },
      { status: 200, body: media },
    ];
    const { code, stderr } = await terminal.run(['media', 'upload', file, '--workspace', 'ws_1']);
    expect(code).toBe(0);
    expect(stderr).toContain('After an interruption, add --resume med_1.');
    expect(stored).toEqual({ '/1': '01234', '/2': '56789' });
    expect(loopback.received.map(({ url }) => url)).toEqual([
      '/api/v1/media/presign?workspaceId=ws_1',
      '/api/v1/media/med_1/upload',
      '/api/v1/media/med_1/complete',
    ]);
  });

  it('continues an interrupted upload of the same file, and refuses another file', async () => {
    loopback.replies = [
      { status: 200, body: parts([1]) },
      { status: 200, body: media },
      { status: 200, body: parts([1], 6) },
    ];
    const args = ['media', 'upload', file, '--resume', 'med_1'];
    expect((await terminal.run(args)).code).toBe(0);
    expect(stored).toEqual({ '/2': '56789' });
    const { code, stderr } = await terminal.run(args);
    expect(code).toBe(1);
    expect(stderr).toContain('The upload is of another file: it has 12 bytes, and this file 10.');
  });

  it('says why the server does not accept a file', async () => {
    const failure = { code: 'UNSUPPORTED_MIME', message: 'It is a text.' };
    loopback.replies = [
      { status: 201, body: single() },
      { status: 200, body: { ...media, status: 'FAILED', failure } },
    ];
    const { code, stderr } = await terminal.run(['media', 'upload', file, '--workspace', 'ws_1']);
    expect([code, stderr]).toEqual([
      1,
      `Error: ${file}: The server does not accept the file: It is a text.\n`,
    ]);
  });

  it('shows its progress only on a terminal, and removes it at the end', async () => {
    loopback.replies = [
      { status: 201, body: single() },
      { status: 200, body: media },
    ];
    const args = ['media', 'upload', file, '--workspace', 'ws_1'];
    const { stderr } = await terminal.run(args, { isTTY: true });
    expect(stderr).toContain(`\r${barText('harbor.jpg', 10, 10)}`);
    expect(stderr).toMatch(/\r +\r$/);
  });

  it('waits for an attempt without a response that still holds the key, longer than for other errors', async () => {
    const inUse = failure(409, 'IDEMPOTENCY_KEY_IN_USE', { retryAfterMs: 1 });
    loopback.replies = [
      { status: 0, hangUp: true },
      ...times(12, inUse),
      { status: 201, body: single() },
      ...times(12, inUse),
      { status: 200, body: media },
    ];
    const { code, stderr } = await terminal.run(['media', 'upload', file, '--workspace', 'ws_1']);
    expect([code, stderr]).toEqual([0, '']);
    const keys = loopback.received.slice(0, 14).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('gives up if the key is still in use after three minutes, and names the file', async () => {
    const held = failure(409, 'IDEMPOTENCY_KEY_IN_USE', { retryAfterMs: 180_001 });
    loopback.replies = [held];
    const { code, stderr } = await terminal.run(['media', 'upload', file, '--workspace', 'ws_1']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`Error: ${file}: No. (IDEMPOTENCY_KEY_IN_USE)`) as unknown,
    ]);
    expect(loopback.received).toHaveLength(1);
  });

  it('reports the result of each of several files, and continues after one that fails', async () => {
    const other = path.join(terminal.configFolder, 'other.jpg');
    const last = path.join(terminal.configFolder, 'last.jpg');
    for (const name of [other, last]) writeFileSync(name, '0123456789');
    const upload = [
      { status: 201, body: single() },
      { status: 200, body: media },
    ];
    loopback.replies = [failure(422, 'UNSUPPORTED_MIME'), ...upload, failure(401, 'UNAUTHORIZED')];
    const args = ['media', 'upload', file, other, last, 'never.jpg', '--workspace', 'ws_1', '--json'];
    const { code, stdout, stderr } = await terminal.run(args);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      data: [{ file: other, ...media }],
      failed: [
        expect.objectContaining({ file, code: 'UNSUPPORTED_MIME', statusCode: 422 }),
        expect.objectContaining({ file: last, code: 'UNAUTHORIZED' }),
        { file: 'never.jpg', message: 'Not tried.' },
      ],
    });
    const errors = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string });
    expect(errors.map((error) => error.file)).toEqual([file, last]);
  });

  it('refuses a missing file, and one alt text for two files', async () => {
    const missing = await terminal.run(['media', 'upload', `${file}.none`, '--workspace', 'ws_1']);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('The file cannot be read') as unknown,
    ]);
    const two = await terminal.run(['media', 'upload', file, file, '--alt', 'x']);
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('are for one file') as unknown]);
    expect(loopback.received).toEqual([]);
  });
});

it('a progress bar shows the share of the bytes', () => {
  const half = barText('a.mp4', 1024 * 1024, 2 * 1024 * 1024);
  expect(half).toBe(`a.mp4  [${'#'.repeat(15)}${'.'.repeat(15)}]  50%  1.0 of 2.0 MiB`);
});
