import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { count } from '../harness/counts.js';
import { sendAhead } from '../harness/send-ahead.js';
import { setUpProcesses, type RealProcess, type RealProcesses } from '../observability/real-processes.js';
import { serveHttp } from '../security/loopback.js';
import { s3ServerMissing, startS3Server, type S3Server } from '../storage/s3-server.js';
import { largeVideo, type LargeVideo } from './large-video.js';
import type { Address, Media, Upload } from './support.js';

const MiB = 1024 * 1024;
/** The video is larger than the allowed growth of memory. A long run uses the promised gibibyte. */
const videoMiB = count({ usual: 128, long: 1_024 });
/** X accepts no larger videos. */
const publishedMiB = Math.min(videoMiB, 480);
const growthMiBMax = 100;
const testTimeoutMs = 15 * 60_000;
const noS3 = await s3ServerMissing();

describe.skipIf(noS3 !== null)(noS3 ?? 'a large video in a bucket', () => {
  let server: S3Server;
  let world: RealProcesses;
  let api: RealProcess;
  let worker: RealProcess;
  beforeAll(async () => {
    server = await startS3Server();
    const { endpoint = '', region, bucket, credentials } = server.config;
    world = await setUpProcesses({
      STORAGE: 's3',
      STORAGE_S3_ENDPOINT: endpoint,
      STORAGE_S3_REGION: region,
      STORAGE_S3_BUCKET: bucket,
      STORAGE_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      STORAGE_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
      STORAGE_S3_PATH_STYLE: '1',
      MEDIA_ALLOW_CIDRS: '127.0.0.1/32',
    });
    api = await world.startApi();
    worker = await world.startWorker();
    expect((await request('GET', '/media')).status).toBe(200);
  }, testTimeoutMs);
  afterAll(async () => {
    await world.close();
    await server[Symbol.asyncDispose]();
  });

  const request = (method: string, pathname: string, body?: object) => {
    const query = pathname.split('/').length > 3 ? '' : `?workspaceId=${world.seed.workspaceId}`;
    return world.call(method, `${pathname}${query}`, body);
  };

  async function put({ url, method, headers }: Address, video: LargeVideo, start: number, end: number) {
    const body = Readable.toWeb(Readable.from(video.read(start, end), { objectMode: false }));
    const length = { 'content-length': String(end - start) };
    const init = { method, headers: { ...headers, ...length }, body, duplex: 'half' } as RequestInit;
    const response = await fetch(url, init);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  }

  async function uploaded(video: LargeVideo, mime: string): Promise<Media> {
    const begun = await request('POST', '/media/presign', { mime, sizeBytes: video.sizeBytes });
    expect(begun.status, JSON.stringify(begun.body)).toBe(201);
    const { media, upload } = begun.body as { media: Media; upload: Upload };
    if (upload.kind !== 'parts') throw new Error('one request for the whole video');
    for (const { partNumber, sizeBytes, address } of upload.parts) {
      const start = (partNumber - 1) * upload.partSizeBytes;
      if (address !== null) await put(address, video, start, start + sizeBytes);
    }
    const done = await request('POST', `/media/${media.id}/complete`);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return done.body as Media;
  }

  async function publish(mediaIds: string[]): Promise<void> {
    const account = world.seed.socialAccounts.find(({ platform }) => platform === 'X');
    const caption = `With ${mediaIds.length} videos`;
    const targets = [{ socialAccountId: account?.id ?? '' }];
    const created = await sendAhead(1_000, (scheduledFor) =>
      world.call('POST', '/posts', { caption, mediaIds, targets, scheduledFor }),
    );
    const { id } = created.body as { id: string };
    await vi.waitFor(
      async () => {
        const post = await world.call('GET', `/posts/${id}`);
        expect(post.body, JSON.stringify(post.body)).toMatchObject({ status: 'PUBLISHED' });
      },
      { timeout: testTimeoutMs, interval: 250 },
    );
  }

  it(
    'is uploaded in parts directly to the bucket, in constant memory',
    async () => {
      const video = await largeVideo(videoMiB * MiB);
      const growth = await growthOf(api, async () => {
        const { sizeBytes, sha256 } = video;
        expect(await uploaded(video, 'video/mp4')).toMatchObject({ status: 'READY', sizeBytes, sha256 });
      });
      expect(growth).toBeLessThan(growthMiBMax);
    },
    testTimeoutMs,
  );

  it(
    'is fetched from a URL in constant memory',
    async () => {
      const video = await largeVideo(videoMiB * MiB);
      await using source = await serveHttp((_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(video.sizeBytes) });
        Readable.from(video.read(0, video.sizeBytes), { objectMode: false }).pipe(response);
      });
      const growth = await growthOf(api, async () => {
        const url = `http://127.0.0.1:${source.port}/video.mp4`;
        const answer = await request('POST', '/media/from-url', { url });
        expect(answer.status, JSON.stringify(answer.body)).toBe(201);
        expect(answer.body).toMatchObject({ sizeBytes: video.sizeBytes, sha256: video.sha256 });
      });
      expect(growth).toBeLessThan(growthMiBMax);
    },
    testTimeoutMs,
  );

  it(
    'is converted and published by a worker in constant memory',
    async () => {
      const phone = readFileSync(new URL('./fixtures/phone.mov', import.meta.url));
      const video = await largeVideo(publishedMiB * MiB, phone);
      const asset = await uploaded(video, 'video/quicktime');
      // The memory that the first post takes does not count.
      await publish([]);
      const growth = await growthOf(worker, () => publish([asset.id]));
      expect(growth).toBeLessThan(growthMiBMax);
      const shown = await fetch(`${world.sandboxUrl}/publications`);
      const text = await shown.text();
      expect([text.includes(`"sizeBytes":${video.sizeBytes}`), text.includes(video.sha256)]).toEqual([
        true,
        false,
      ]);
    },
    testTimeoutMs,
  );
});

/** Returns by how many MiB a process grew at most during the work. Linux records the peak. */
async function growthOf({ pid }: RealProcess, work: () => Promise<void>): Promise<number> {
  const kiB = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const before = kiB('VmRSS');
  // Resets the recorded peak (proc(5), clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return (kiB('VmHWM') - before) / 1024;
}
