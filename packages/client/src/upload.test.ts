import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLoopback, type Loopback } from '../testing/loopback.js';
import { uploadMedia } from './upload.js';
import type { UploadFile } from './upload-source.js';

const MiB = 1024 * 1024;
const media = { id: 'med_1', status: 'READY', failure: null };
const clock = { nowMs: () => 0, sleep: () => Promise.resolve() };
const bytes = new TextEncoder().encode('0123456789');

async function* chunksOf(all: Uint8Array, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < all.byteLength; at += sizeBytes)
    yield await Promise.resolve(all.subarray(at, at + sizeBytes));
}

let loopback: Loopback;
let storage: Server;
let storageUrl: string;
/** The requests that arrived, in order. */
let arrived: { path: string; body: string }[];
/** The paths whose next request fails. */
let failing: string[];
let folder: string;

beforeEach(async () => {
  [loopback, arrived, failing] = [await startLoopback(), [], []];
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-upload-'));
  storage = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = request.url ?? '';
      const isFailing = failing.includes(at);
      failing = failing.filter((each) => each !== at);
      if (!isFailing) arrived.push({ path: at, body: Buffer.concat(chunks).toString() });
      response.writeHead(isFailing ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  storageUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
});
afterEach(async () => {
  storage.closeAllConnections();
  await new Promise((resolve) => storage.close(resolve));
  rmSync(folder, { recursive: true, force: true });
  await loopback.close();
});

/** An upload in parts of four bytes, of which some have arrived. */
const parts = (sizeBytes: number, uploaded: number[] = []) => {
  const count = Math.ceil(sizeBytes / 4);
  return {
    media,
    upload: {
      kind: 'parts',
      partSizeBytes: 4,
      parts: Array.from({ length: count }, (_, index) => ({
        partNumber: index + 1,
        sizeBytes: Math.min(4, sizeBytes - index * 4),
        uploaded: uploaded.includes(index + 1),
        address: uploaded.includes(index + 1)
          ? null
          : { method: 'PUT', url: `${storageUrl}/${index + 1}`, headers: {}, expiresAt: '' },
      })),
    },
  };
};
const inParts = (...uploaded: number[]) => ({ status: 201, body: parts(bytes.byteLength, uploaded) });
const done = { status: 200, body: media };
const whole = [
  { path: '/1', body: '0123' },
  { path: '/2', body: '4567' },
  { path: '/3', body: '89' },
];

describe('uploadMedia', () => {
  const file = (): string => {
    const name = path.join(folder, 'harbor.JPG');
    writeFileSync(name, bytes);
    return name;
  };

  it.each<[string, () => UploadFile | Promise<UploadFile>, string | undefined]>([
    ['a path', () => file(), 'harbor.JPG'],
    ['a URL', () => pathToFileURL(file()), 'harbor.JPG'],
    ['bytes', () => bytes, undefined],
    ['a File', () => new File([bytes], 'harbor.JPG'), 'harbor.JPG'],
    ['a Blob of a file', () => openAsBlob(file()), undefined],
    ['a stream', () => ({ stream: chunksOf(bytes, 3), sizeBytes: bytes.byteLength }), undefined],
    [
      'the body of a response',
      () => ({ stream: new Response(bytes).body ?? chunksOf(bytes, 1), sizeBytes: bytes.byteLength }),
      undefined,
    ],
  ])('sends %s in parts, with progress', async (_kind, fileOf, filename) => {
    loopback.replies = [inParts(), done];
    const progress: number[] = [];
    const uploaded = await uploadMedia(loopback.client(), await fileOf(), {
      workspaceId: 'ws_1',
      altText: 'A harbor',
      onProgress: (sentBytes) => progress.push(sentBytes),
    });
    expect([uploaded.id, arrived, progress]).toEqual(['med_1', whole, [0, 4, 8, 10]]);
    expect(JSON.parse(loopback.received[0]?.body ?? '')).toEqual({
      mime: filename === undefined ? 'application/octet-stream' : 'image/jpeg',
      sizeBytes: 10,
      altText: 'A harbor',
      ...(filename !== undefined && { filename }),
    });
  });

  it.each<[string, () => UploadFile]>([
    ['bytes', () => bytes],
    ['a stream', () => ({ stream: chunksOf(bytes, 3), sizeBytes: bytes.byteLength })],
  ])('sends a part of %s again that failed, and those after it', async (_kind, fileOf) => {
    failing = ['/2'];
    loopback.replies = [inParts(), inParts(1), done];
    await uploadMedia(loopback.client(), fileOf(), { workspaceId: 'ws_1', clock });
    expect(arrived).toEqual(whole);
  });

  it('announces a large file as one in parts, and a small one under a given name and type', async () => {
    const options = { workspaceId: 'ws_1', filename: 'notes.bin', mime: 'application/pdf' };
    for (const size of [16 * MiB, 16 * MiB - 1]) {
      loopback.replies = [{ status: 422, body: {} }];
      await expect(uploadMedia(loopback.client(), new Uint8Array(size), options)).rejects.toThrow();
    }
    const announced = loopback.received.map(({ body }) => JSON.parse(body) as object);
    const facts = { mime: 'application/pdf', filename: 'notes.bin' };
    expect(announced).toEqual([
      { ...facts, sizeBytes: 16 * MiB, multipart: true },
      { ...facts, sizeBytes: 16 * MiB - 1 },
    ]);
  });

  it('names an interrupted upload in its error, so that it can be resumed', async () => {
    const failsAlways = () => ['/2', '/2', '/2', '/2'];
    loopback.replies = [inParts(), inParts(1), inParts(1), inParts(1)];
    failing = failsAlways();
    storage.on('request', () => (failing = failsAlways()));
    const interrupted = uploadMedia(loopback.client(), bytes, { workspaceId: 'ws_1', clock });
    await expect(interrupted).rejects.toMatchObject({ reason: 'interrupted', mediaId: 'med_1' });
    storage.removeAllListeners('request');
    expect(arrived).toEqual(whole.slice(0, 1));
  });

  it.each([
    ['another file', new Uint8Array(11), 'other-file'],
    ['no bytes', new Uint8Array(0), 'unreadable'],
    ['a folder', tmpdir(), 'unreadable'],
    ['a missing file', '/no/such/file', 'unreadable'],
    [
      'a stream that is too short',
      { stream: chunksOf(bytes.subarray(0, 5), 2), sizeBytes: 10 },
      'unreadable',
    ],
  ] as const)('refuses %s', async (_kind, refused, reason) => {
    loopback.replies = [inParts()];
    const options = { workspaceId: 'ws_1', resumeId: 'med_1', clock };
    await expect(uploadMedia(loopback.client(), refused, options)).rejects.toMatchObject({
      name: 'UploadError',
      reason,
    });
  });

  it('ends when its signal is aborted', async () => {
    loopback.replies = [inParts()];
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (sentBytes: number): void => {
      if (sentBytes > 0) controller.abort(new Error('enough'));
    };
    const sending = uploadMedia(loopback.client(), bytes, { workspaceId: 'ws_1', signal, onProgress });
    await expect(sending).rejects.toThrow('enough');
    expect(arrived).toEqual(whole.slice(0, 1));
  });
});
