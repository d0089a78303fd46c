import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { count } from '../harness/counts.js';
import { blobSha256, pdsHookMsMax, startPds, type Pds } from '../harness/pds.js';
import { setUpProcesses, type RealProcess, type RealProcesses } from '../observability/real-processes.js';
import { video } from './videos.js';
import { largeVideo, type LargeVideo } from './large-video.js';
import { photo } from './images.js';
import { createPublisher, type ShownMedia } from './real-publishing.js';
import { filesIn, sha256Of } from './support.js';
import { waitMsMax } from '../harness/patience.js';

const MiB = 1024 * 1024;
/** The video is larger than the allowed growth of memory. */
const videoMiB = count({ usual: 128, long: 200 });
/** At this speed, the upload takes long enough to be interrupted. */
const uploadBytesPerSecondMax = 60 * MiB;

let world: RealProcesses;
let worker: RealProcess;
let pds: Pds;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-publish-'));
  [world, pds] = await Promise.all([
    setUpProcesses({ STORAGE_DIR: folder }, { uploadBytesPerSecondMax }),
    startPds(),
  ]);
  await world.startApi();
  worker = await world.startWorker();
}, pdsHookMsMax);
afterAll(async () => {
  await world.close();
  await pds.close();
  rmSync(folder, { recursive: true, force: true });
});

const { accountOn, addFile, addMedia, atSandbox, filesOf, publishNow, shownOf, untilPublished } =
  createPublisher(() => world);

describe('a post with two images', () => {
  it('is published to three platforms and a real Bluesky server, byte for byte', async () => {
    const { handle, appPassword, did } = pds.accounts[0];
    const args = ['connect', 'bluesky', '--handle', handle, '--service', pds.url];
    const printed = world.run('accounts', args, {
      BLUESKY_APP_PASSWORD: appPassword,
      BLUESKY_URL: pds.url,
      BLUESKY_PLC_URL: pds.plcUrl,
    });
    const realAccount = /acc_\w+/.exec(printed)?.[0] ?? '';
    // The image is larger than Bluesky allows, and its metadata contain a place.
    const large = await photo(2_400, 1_600)
      .jpeg({ quality: 95 })
      .withExif({ IFD3: { GPSAltitude: '100/1' } })
      .toBuffer();
    const small = await photo(320, 200).png().toBuffer();
    const assets = [
      await addFile(large, 'image/jpeg', 'A wide view'),
      await addFile(small, 'image/png', 'A “small” one'),
    ];
    const [first, second] = assets;
    const targets = ['BLUESKY', 'X', 'THREADS'].map((platform) => ({ socialAccountId: accountOn(platform) }));
    const post = await untilPublished(
      await publishNow({
        caption: 'Two pictures',
        mediaIds: assets.map(({ id }) => id),
        mediaAltText: { [second?.id ?? '']: 'Said for this post' },
        targets: [...targets, { socialAccountId: realAccount }],
      }),
    );
    const owners = await filesOf(assets);
    const alts = ['A wide view', 'Said for this post'];
    for (const target of post.targets.slice(0, 3)) {
      const [shown, ...doubles] = await shownOf(target);
      expect(doubles).toEqual([]);
      expect(shown?.map(({ sha256 }) => owners.get(sha256))).toEqual([first?.id, second?.id]);
      expect(shown?.map(({ altText }) => altText)).toEqual(alts);
      expect(shown?.[0]?.sha256).not.toBe(sha256Of(large));
    }
    const [bluesky] = (await shownOf(post.targets[0])) as [ShownMedia[]];
    expect(bluesky[0]?.sizeBytes).toBeLessThanOrEqual(2_000_000);
    expect(large.byteLength).toBeGreaterThan(2_000_000);

    const query = new URLSearchParams({ repo: did, collection: 'app.bsky.feed.post' });
    const listed = (await (
      await fetch(`${pds.url}/xrpc/com.atproto.repo.listRecords?${query.toString()}`)
    ).json()) as {
      records: {
        uri: string;
        value: { embed: { images: { alt: string; image: { ref: { $link: string } } }[] } };
      }[];
    };
    expect(listed.records.map(({ uri }) => uri)).toEqual([post.targets[3]?.externalPostId]);
    const images = listed.records[0]?.value.embed.images ?? [];
    expect(images.map(({ alt }) => alt)).toEqual(alts);
    const held = await Promise.all(images.map(({ image }) => blobSha256(pds.url, did, image.ref.$link)));
    // The real server has the same bytes as the simulated one, because both have the same rules.
    expect(held).toEqual(bluesky.map(({ sha256 }) => sha256));
  });
});

const piecesOf = (big: LargeVideo, start: number, end: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([...big.read(start, end)]));

const rssBytes = (pid: number): number => {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
};

describe(`a video of ${videoMiB} MiB that must be converted`, () => {
  const phone = readFileSync(new URL('./fixtures/phone.mov', import.meta.url));
  /** Returns the size of the largest file that is being written. */
  const halfBytes = (): number => {
    const sizes = filesIn(folder)
      .filter((name) => name.startsWith('.tmp/'))
      .map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
    return Math.max(0, ...sizes);
  };

  it('is converted by the next worker if the first one is killed, in constant memory', async () => {
    const big = await largeVideo(videoMiB * MiB, phone);
    const asset = await addMedia({ mime: 'video/quicktime', sizeBytes: big.sizeBytes }, (start, end) =>
      piecesOf(big, start, end),
    );
    const restBytes = rssBytes(worker.pid);
    const post = await publishNow({
      caption: 'From a phone',
      mediaIds: [asset.id],
      targets: [{ socialAccountId: accountOn('BLUESKY') }],
    });
    const alreadyBytes = halfBytes();
    await vi.waitFor(() => expect(halfBytes()).toBeGreaterThan(alreadyBytes + 20 * MiB), {
      timeout: waitMsMax,
      interval: 2,
    });
    worker.kill();
    await worker.ended();
    const ofAsset = (): string[] => filesIn(folder).filter((name) => name.includes(asset.id));
    expect(ofAsset().filter((name) => name.includes('rendition'))).toEqual([]);
    worker = await world.startWorker();
    let peakBytes = 0;
    const ended = { now: false };
    const watched = (async () => {
      for (const pid = worker.pid; !ended.now; await delay(20)) {
        peakBytes = Math.max(peakBytes, rssBytes(pid));
      }
    })();
    const [target] = (await untilPublished(post)).targets;
    ended.now = true;
    await watched;
    expect(peakBytes - restBytes).toBeLessThan(100 * MiB);
    const [shown, ...doubles] = await shownOf(target);
    expect(doubles).toEqual([]);
    const owners = await filesOf([asset]);
    expect(shown).toMatchObject([{ mime: 'video/mp4', sizeBytes: big.sizeBytes }]);
    expect(owners.get(shown?.[0]?.sha256 ?? '')).toBe(asset.id);
    expect(shown?.[0]?.sha256).not.toBe(big.sha256);
    expect(ofAsset().filter((name) => name.includes('rendition'))).toHaveLength(1);
    const timeline = await world.call('GET', `/posts/${post.id}/timeline?limit=100`);
    expect(JSON.stringify(timeline.body).match(/REPACKED/g)).toHaveLength(1);
  });
});

describe(`a worker that is killed in the middle of ${videoMiB} MiB`, () => {
  const received = async (): Promise<number> =>
    (await atSandbox<{ bytesReceived: Record<string, number> }>('/uploads')).bytesReceived['X'] ?? 0;
  it('is replaced by one that continues at the last byte, in constant memory, and publishes once', async () => {
    const big = await largeVideo(videoMiB * MiB, await video());
    const asset = await addMedia({ mime: 'video/mp4', sizeBytes: big.sizeBytes }, (start, end) =>
      piecesOf(big, start, end),
    );
    const [before, restBytes] = [await received(), rssBytes(worker.pid)];
    const post = await publishNow({
      caption: 'A long video',
      mediaIds: [asset.id],
      targets: [{ socialAccountId: accountOn('X') }],
    });
    let peakBytes = 0;
    await vi.waitFor(
      async () => {
        peakBytes = Math.max(peakBytes, rssBytes(worker.pid));
        expect((await received()) - before).toBeGreaterThan((videoMiB / 2) * MiB);
      },
      { timeout: waitMsMax, interval: 20 },
    );
    worker.kill();
    await worker.ended();
    const atDeath = (await received()) - before;
    expect(atDeath).toBeLessThan(big.sizeBytes);
    worker = await world.startWorker();
    const [target] = (await untilPublished(post)).targets;
    const total = (await received()) - before;
    expect(total).toBeGreaterThanOrEqual(big.sizeBytes);
    // Only the bytes that were on their way when the worker died, and the frame of each segment, arrived twice.
    expect(total).toBeLessThan(big.sizeBytes + 10 * MiB);
    expect(peakBytes - restBytes).toBeLessThan(100 * MiB);
    expect(await shownOf(target)).toMatchObject([[{ sha256: big.sha256, sizeBytes: big.sizeBytes }]]);
    const calls = await atSandbox<Record<string, Record<string, number>>>('/calls');
    expect(calls['X']?.['mediaInitialize']).toBe(3);
    const timeline = await world.call('GET', `/posts/${post.id}/timeline?limit=100`);
    const entries = (timeline.body as { data: { kind: string; detail: { resumedAtBytes?: number } }[] }).data;
    expect(entries.filter(({ kind }) => kind === 'UPLOAD_STARTED')).toHaveLength(2);
    const resumedAt = entries.find(({ kind }) => kind === 'UPLOADED')?.detail.resumedAtBytes ?? 0;
    expect(resumedAt).toBeGreaterThan((videoMiB / 2 - 10) * MiB);
  });
});
