import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFilesystemStorage } from '../../src/storage/filesystem.js';
import { createS3Storage } from '../../src/storage/s3.js';
import type { SignedRequest, Storage } from '../../src/storage/storage.js';
import { startTestApi, type TestApi } from '../harness/api.js';
import { s3ServerMissing, startS3Server, type S3Server } from './s3-server.js';

const MiB = 1024 * 1024;
const mime = 'image/png';
const noS3 = await s3ServerMissing();
const clock = { shiftMs: 0, now: () => new Date(Date.now() + clock.shiftMs) };

interface Opened {
  storage: Storage;
  close: () => Promise<void>;
}

/** Opens a storage in a folder, with a server for its URLs. */
async function openFilesystem(): Promise<Opened> {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-storage-'));
  let url = '';
  const storage = createFilesystemStorage({
    folder,
    publicUrl: () => url,
    signingKeys: [randomBytes(32)],
    clock,
  });
  const api: TestApi = await startTestApi({ clock, media: { storage } });
  url = api.url;
  return {
    storage,
    close: async () => {
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let server: S3Server | undefined;
async function openS3(): Promise<Opened> {
  server = await startS3Server();
  const storage = createS3Storage({ ...server.config, clock });
  return {
    storage,
    close: async () => {
      storage.close();
      await server?.[Symbol.asyncDispose]();
    },
  };
}

async function* chunksOf(bytes: Uint8Array, chunkBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    yield await Promise.resolve(bytes.subarray(at, at + chunkBytes));
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  return Buffer.concat(pieces);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const newKey = (): string => `media/ws_test/med_${randomBytes(6).toString('hex')}/original.png`;

async function send({ method, url, headers }: SignedRequest, body?: Uint8Array): Promise<Response> {
  const response = await fetch(url, { method, headers, ...(body && { body: new Uint8Array(body) }) });
  return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
}

const kinds = [
  { name: 'a folder', open: openFilesystem, isHere: true, isS3: false },
  { name: noS3 ?? 'an S3 bucket', open: openS3, isHere: noS3 === null, isS3: true },
];

describe.each(kinds)('storage in $name', ({ open, isHere, isS3 }) => {
  let storage: Storage;
  let close: () => Promise<void>;
  beforeAll(async () => {
    if (isHere) ({ storage, close } = await open());
  }, 11 * 60_000);
  afterAll(async () => {
    if (isHere) await close();
  });

  describe.skipIf(!isHere)('in the environment of the tests', () => {
    it.each([1, 100_000, 8 * MiB, 8 * MiB + 1, 20 * MiB])('keeps %d bytes unchanged', async (size) => {
      const [key, bytes] = [newKey(), randomBytes(size)];
      const stored = await storage.write(key, chunksOf(bytes), { mime, bytesMax: size });
      expect(stored).toEqual({ sizeBytes: size, sha256: sha256(bytes) });
      expect(await storage.stat(key)).toEqual({ sizeBytes: size });
      expect((await collect(await storage.read(key))).equals(bytes)).toBe(true);
      const [start, end] = [Math.floor(size / 3), Math.ceil(size / 2)];
      const part = await collect(await storage.read(key, { start, end }));
      expect(part.equals(bytes.subarray(start, end))).toBe(true);
    });

    it('stores nothing of a body that breaks off, or is too long or too short', async () => {
      const broken = async function* (): AsyncGenerator<Uint8Array> {
        yield* chunksOf(randomBytes(17 * MiB));
        throw new Error('the source is gone');
      };
      const twenty = randomBytes(20 * MiB);
      const failing: [string, () => Promise<unknown>][] = [
        ['the source is gone', () => storage.write(keys[0] ?? '', broken(), { mime, bytesMax: 99 * MiB })],
        ['more than', () => storage.write(keys[1] ?? '', chunksOf(twenty), { mime, bytesMax: 19 * MiB })],
        [
          'bytes',
          () =>
            storage.write(keys[2] ?? '', chunksOf(twenty), { mime, bytesMax: 99 * MiB, sizeBytes: 21 * MiB }),
        ],
      ];
      const keys = failing.map(newKey);
      for (const [words, attempt] of failing) await expect(attempt()).rejects.toThrow(words);
      for (const key of keys) expect(await storage.stat(key)).toBeNull();
      // No unfinished upload is left either.
      expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0);
    });

    it('moves a file once, even if it is called several times', async () => {
      const [from, to, bytes] = [newKey(), newKey(), randomBytes(1_000)];
      await storage.write(from, chunksOf(bytes), { mime, bytesMax: 1_000 });
      await storage.move(from, to);
      await storage.move(from, to);
      expect(await storage.stat(from)).toBeNull();
      expect((await collect(await storage.read(to))).equals(bytes)).toBe(true);
      await expect(storage.move(newKey(), newKey())).rejects.toThrow();
    });

    it('deletes an object, a whole folder, and a missing one', async () => {
      const folder = `media/ws_test/med_${randomBytes(6).toString('hex')}`;
      const keys = ['original.png', 'thumbnail.webp', 'renditions/a.jpg'].map((name) => `${folder}/${name}`);
      const other = `${folder}x/original.png`;
      for (const key of [...keys, other]) {
        await storage.write(key, chunksOf(randomBytes(10)), { mime, bytesMax: 10 });
      }
      await storage.delete(keys[0] ?? '');
      await storage.delete(keys[0] ?? '');
      expect(await storage.stat(keys[0] ?? '')).toBeNull();
      await storage.deleteFolder(folder);
      await storage.deleteFolder(folder);
      for (const key of keys) expect(await storage.stat(key)).toBeNull();
      expect(await storage.stat(other)).not.toBeNull();
      await expect(storage.read(keys[1] ?? '').then(collect)).rejects.toThrow();
    });

    it('signs a download with its type and file name, which also serves ranges', async () => {
      const [key, bytes] = [newKey(), randomBytes(1_000)];
      await storage.write(key, chunksOf(bytes), { mime, bytesMax: 1_000 });
      const options = { mime: 'image/webp', filename: 'med_x.webp', ttlMs: 60_000 };
      const signed = await storage.presignDownload(key, options);
      const whole = await send(signed);
      expect(whole.status).toBe(200);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      expect(whole.headers.get('content-type')).toBe('image/webp');
      expect(whole.headers.get('content-disposition')).toBe('attachment; filename="med_x.webp"');
      const part = await send({ ...signed, headers: { range: 'bytes=990-' } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(990))).toBe(true);
      expect((await send({ ...signed, headers: { range: 'bytes=1000-' } })).status).toBe(416);
      const signedAt = new Date(1_900_000_000_000);
      const again = [1, 2].map(() => storage.presignDownload(key, { ...options, signedAt }));
      const [first, second] = await Promise.all(again);
      expect(first?.url).toBe(second?.url);
    });

    it('signs no URL that can be changed or used after its expiry', async () => {
      const [key, bytes] = [newKey(), randomBytes(1_000)];
      await storage.write(key, chunksOf(bytes), { mime, bytesMax: 1_000 });
      const claims = { mime, filename: 'a.png', ttlMs: 60_000 };
      const { url, ...rest } = await storage.presignDownload(key, claims);
      const flipped = url.replace(/(.)(.)$/, (_all, a: string, b: string) => `${b === 'A' ? 'B' : 'A'}${a}`);
      expect((await send({ ...rest, url: flipped })).status).toBe(403);
      const signedAt = new Date(Date.now() - 120_000);
      expect((await send(await storage.presignDownload(key, { ...claims, signedAt }))).status).toBe(403);
      // The URL of a download cannot be used for an upload.
      const attempt = await fetch(url, { method: 'PUT', body: 'x' });
      await attempt.arrayBuffer();
      expect([403, 405]).toContain(attempt.status);
    });

    it.runIf(isS3)('accepts at a signed URL only the signed size and type', async () => {
      const [key, bytes] = [newKey(), randomBytes(1_000)];
      const signed = await storage.presignUpload(key, { mime, sizeBytes: 1_000, ttlMs: 60_000 });
      const withoutLength = { 'Content-Type': mime };
      expect((await send({ ...signed, headers: withoutLength }, randomBytes(1_001))).status).toBe(403);
      const otherType = { 'Content-Type': 'text/html' };
      expect((await send({ ...signed, headers: otherType }, bytes)).status).toBe(403);
      expect(await storage.stat(key)).toBeNull();
      expect((await send(signed, bytes)).status).toBe(200);
      expect(await storage.stat(key)).toEqual({ sizeBytes: 1_000 });
    });

    it.runIf(isS3)('joins parts in any order, and lists the stored ones', async () => {
      const [key, bytes, partSizeBytes] = [newKey(), randomBytes(11 * MiB), 5 * MiB];
      const sizes = [5 * MiB, 5 * MiB, MiB];
      const id = await storage.createMultipart(key, { mime, sizeBytes: bytes.byteLength, partSizeBytes });
      expect(await storage.listParts(key, id)).toEqual([]);
      for (const partNumber of [3, 1, 2]) {
        const sizeBytes = sizes[partNumber - 1] ?? 0;
        const part = { partNumber, partSizeBytes, sizeBytes, ttlMs: 60_000 };
        const signed = await storage.presignPart(key, id, part);
        const start = (partNumber - 1) * partSizeBytes;
        expect((await send(signed, bytes.subarray(start, start + sizeBytes))).status).toBe(200);
      }
      const parts = await storage.listParts(key, id);
      expect(parts?.map(({ partNumber, sizeBytes }) => [partNumber, sizeBytes])).toEqual(
        sizes.map((size, index) => [index + 1, size]),
      );
      await storage.completeMultipart(key, id, parts ?? []);
      expect(sha256(await collect(await storage.read(key)))).toBe(sha256(bytes));
      expect(await storage.listParts(key, id)).toBeNull();
    });

    it('removes an upload in parts that was aborted or never finished', async () => {
      const key = newKey();
      const claims = { mime, sizeBytes: 10 * MiB, partSizeBytes: 5 * MiB };
      const given = await storage.createMultipart(key, claims);
      await storage.abortMultipart(key, given);
      await storage.abortMultipart(key, given);
      expect(await storage.listParts(key, given)).toBeNull();
      const old = await storage.createMultipart(key, claims);
      expect(await storage.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
      expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(1);
      expect(await storage.listParts(key, old)).toBeNull();
    });
  });
});

describe('storage in a folder', () => {
  it('writes nothing outside of it, whatever the key', async () => {
    const { storage, close } = await openFilesystem();
    try {
      for (const key of ['../x', 'media/../../x', '/etc/passwd', 'a\0b', 'a b', 'media/ü', '', '.', 'a/..']) {
        const write = async () => storage.write(key, chunksOf(randomBytes(1)), { mime, bytesMax: 1 });
        await expect(write(), JSON.stringify(key)).rejects.toThrow();
      }
    } finally {
      await close();
    }
  });
});

describe.skipIf(noS3 !== null)(
  'files that were copied from a folder to a bucket as in docs/production.md',
  () => {
    it('are read under the same keys, and downloaded with their type', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'punctual-storage-'));
      const bucket = await startS3Server();
      const { bucket: Bucket, pathStyle: forcePathStyle, ...config } = bucket.config;
      const client = new S3Client({ ...config, forcePathStyle });
      const moved = createS3Storage({ ...bucket.config, clock });
      try {
        const [key, bytes] = [newKey(), randomBytes(100_000)];
        const files = createFilesystemStorage({
          folder,
          publicUrl: () => 'http://127.0.0.1',
          signingKeys: [randomBytes(32)],
          clock,
        });
        await files.write(key, chunksOf(bytes), { mime, bytesMax: bytes.byteLength });
        // A file that was copied by hand has no type. Its path in the folder is its key.
        const Body = readFileSync(path.join(folder, key));
        await client.send(new PutObjectCommand({ Bucket, Key: key, Body }));
        expect((await collect(await moved.read(key))).equals(bytes)).toBe(true);
        const download = await send(
          await moved.presignDownload(key, { mime, filename: 'harbor.png', ttlMs: 60_000 }),
        );
        expect([download.status, download.headers.get('content-type')]).toEqual([200, mime]);
      } finally {
        moved.close();
        client.destroy();
        await bucket[Symbol.asyncDispose]();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
);
