import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaBytesMaxDefault, type MediaBytesMax } from '../../src/domain/media.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { count, isSmall } from '../harness/counts.js';
import { call, field, startTestApi, type Answer } from '../harness/api.js';
import { testMediaConfig } from '../harness/media.js';
import { mintTenant, type Tenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';
import { serveHttp } from '../security/loopback.js';
import { largeVideo, type LargeVideo } from './large-video.js';
import { startMeasuredApi } from './measured-api.js';
import { bodyOf, filesIn, type Address, type Media, type Upload } from './support.js';

const MiB = 1024 * 1024;
/**
 * The video is larger than the allowed growth of memory. A long run uses the promised gibibyte, and a small one has
 * just three parts.
 */
const videoMiB = count({ small: 17, usual: 128, long: 1_024 });
const growthMiBMax = 100;
/** The allowed growth of memory for a body that never ends. */
const endlessGrowthMiBMax = 50;
const testTimeoutMs = 15 * 60_000;

const seeded = useTestApi();
const guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
let tenant: Tenant;
let measured: OpenedApi;
let video: LargeVideo;
let ownFolder: string;
beforeAll(async () => {
  tenant = await mintTenant(seeded);
  ownFolder = mkdtempSync(path.join(tmpdir(), 'punctual-videos-'));
  measured = await openApi(mediaBytesMaxDefault);
  video = await largeVideo(videoMiB * MiB);
  // The memory that the first request takes does not count.
  await request('GET', `/media?workspaceId=${tenant.workspaceId}`);
}, testTimeoutMs);
afterAll(async () => {
  await measured[Symbol.asyncDispose]();
  await guarded[Symbol.asyncDispose]();
  rmSync(ownFolder, { recursive: true, force: true });
});

interface OpenedApi extends AsyncDisposable {
  url: string;
  /** The folder with the bytes of media. */
  folder: string;
  /** Runs the work, during which the process may grow by that much, except in the small form. */
  within: (growthMiBMax: number, work: () => Promise<void>) => Promise<void>;
}

/**
 * Opens the API in its own process. The small form uses this process, because a small video says nothing about memory.
 */
async function openApi(bytesMax: MediaBytesMax): Promise<OpenedApi> {
  if (isSmall) {
    const overrides = { media: { bytesMax, fetch: guarded } };
    const { url, mediaFolder, close } = await startTestApi(overrides, { databaseUrl: seeded.databaseUrl });
    return { url, folder: mediaFolder, within: (_, work) => work(), [Symbol.asyncDispose]: close };
  }
  const config = testMediaConfig({
    storage: { kind: 'filesystem', folder: ownFolder },
    bytesMax,
    fromUrl: { allowCidrs: ['127.0.0.1/32'], ownHosts: [], nat64: false },
  });
  const api = await startMeasuredApi(seeded.databaseUrl, config);
  return {
    ...api,
    folder: ownFolder,
    within: async (growthMax, work) => expect(await api.growthOf(work)).toBeLessThan(growthMax),
  };
}
const inConstantMemory = isSmall ? '' : ', in constant memory';

const request = (method: string, pathname: string, body?: unknown): Promise<Answer> =>
  call({ ...seeded, url: measured.url }, method, pathname, {
    key: tenant.key,
    ...(body === undefined ? {} : { body }),
  });

/** Streams the bytes with a Content-Length, as an uploader of large files does. */
async function put({ url, method, headers }: Address, start: number, end: number): Promise<number> {
  const body = Readable.toWeb(Readable.from(video.read(start, end), { objectMode: false }));
  const init = { method, headers, body, duplex: 'half' } as RequestInit;
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

function partsOf(upload: Upload) {
  if (upload.kind !== 'parts') throw new Error('one request for the whole video');
  return upload;
}

const expected = () => ({
  status: 'READY',
  kind: 'VIDEO',
  mime: 'video/mp4',
  sizeBytes: video.sizeBytes,
  width: 320,
  height: 240,
  durationMs: 2_000,
  sha256: video.sha256,
});

describe('a large video', () => {
  it(
    `is uploaded in parts and continued after an interruption with new URLs${inConstantMemory}`,
    async () => {
      let media: Media | undefined;
      await measured.within(growthMiBMax, async () => {
        const begun = await request('POST', `/media/presign?workspaceId=${tenant.workspaceId}`, {
          mime: 'video/mp4',
          sizeBytes: video.sizeBytes,
          sha256: video.sha256,
          multipart: true,
        });
        expect(begun.status, begun.text).toBe(201);
        const { id } = field<Media>(begun, 'media');
        const { partSizeBytes, parts } = partsOf(field<Upload>(begun, 'upload'));
        const sendPart = async (part: (typeof parts)[number]): Promise<void> => {
          const start = (part.partNumber - 1) * partSizeBytes;
          if (part.address === null) throw new Error('the part is there');
          expect(await put(part.address, start, start + part.sizeBytes)).toBe(204);
        };
        // Sends every second part, as before an interruption.
        for (const part of parts.filter(({ partNumber }) => partNumber % 2 === 0)) await sendPart(part);
        const early = await request('POST', `/media/${id}/complete`);
        expect(early.body).toMatchObject({ code: 'VALIDATION_FAILED' });
        expect(field<{ code: string }[]>(early, 'details')[0]?.code).toBe('missing_part');
        const resumed = partsOf(field(await request('POST', `/media/${id}/upload`), 'upload'));
        expect(resumed.parts.map(({ uploaded }) => uploaded)).toEqual(
          parts.map(({ partNumber }) => partNumber % 2 === 0),
        );
        for (const part of resumed.parts.filter(({ uploaded }) => !uploaded)) await sendPart(part);
        const done = await request('POST', `/media/${id}/complete`);
        expect(done.status, done.text).toBe(200);
        media = bodyOf<Media>(done);
      });
      expect(media).toMatchObject(expected());
      await request('DELETE', `/media/${media?.id ?? ''}`);
      expect(filesIn(measured.folder)).toEqual([]);
    },
    testTimeoutMs,
  );

  it(
    `is fetched from a URL, and read back in ranges${inConstantMemory}`,
    async () => {
      await using source = await serveHttp((_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(video.sizeBytes) });
        Readable.from(video.read(0, video.sizeBytes), { objectMode: false }).pipe(response);
      });
      let media: Media | undefined;
      await measured.within(growthMiBMax, async () => {
        const answer = await request('POST', `/media/from-url?workspaceId=${tenant.workspaceId}`, {
          url: `http://127.0.0.1:${source.port}/video.mp4`,
        });
        expect(answer.status, answer.text).toBe(201);
        media = bodyOf<Media>(answer);
      });
      expect(media).toMatchObject(expected());
      expect(source.accepted()).toBe(1);
      await measured.within(growthMiBMax, async () => {
        const response = await fetch(media?.url ?? '');
        let sizeBytes = 0;
        for await (const chunk of response.body ?? []) sizeBytes += (chunk as Uint8Array).byteLength;
        expect(sizeBytes).toBe(video.sizeBytes);
      });
      const tail = await fetch(media?.url ?? '', { headers: { range: 'bytes=-5' } });
      expect([tail.status, (await tail.arrayBuffer()).byteLength]).toEqual([206, 5]);
      await request('DELETE', `/media/${media?.id ?? ''}`);
    },
    testTimeoutMs,
  );

  it(
    `is cut off at the size limit if it does not end${inConstantMemory}`,
    async () => {
      await using source = await serveHttp((_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        Readable.from(video.read(0, 2 ** 45), { objectMode: false })
          .on('error', () => undefined)
          .pipe(response);
      });
      await using bounded = await openApi({ ...mediaBytesMaxDefault, VIDEO: videoMiB * MiB });
      const api = { ...seeded, url: bounded.url };
      const fetchVideo = (name: string): Promise<Answer> =>
        call(api, 'POST', `/media/from-url?workspaceId=${tenant.workspaceId}`, {
          key: tenant.key,
          body: { url: `http://127.0.0.1:${source.port}/${name}.mp4` },
        });
      // This is the first fetch, so the growth includes what the process loads for fetching.
      await bounded.within(endlessGrowthMiBMax, async () => {
        const answer = await fetchVideo('endless');
        expect(answer.body).toMatchObject({ code: 'FILE_TOO_LARGE', maxBytes: videoMiB * MiB });
      });
      expect(filesIn(bounded.folder)).toEqual([]);
    },
    testTimeoutMs,
  );
});
