import { readFileSync } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets, mediaRenditions, postEvents, targets } from '../../src/db/schema/index.js';
import { overrideDeps } from '../../src/services/shared/override-deps.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { loadPublicationMedia } from '../../src/services/publishing/internal/publication-media.js';
import { ahead, call, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { video } from './videos.js';
import { sha256Of, upload, type Media } from './support.js';
import { asTarget, type TargetRow } from '../../src/services/post-records/records.js';

/** A QuickTime video with a place in its index and a track of places. */
const phone = readFileSync(new URL('./fixtures/phone.mov', import.meta.url));

const api = useTestApi();
const tenant = useTenant(api);
let accounts: { bluesky: string; x: string; threads: string };
beforeAll(() => {
  const [bluesky, x, threads] = tenant.accountIds;
  accounts = { bluesky, x, threads };
});

const uploadVideo = (bytes: Buffer, mime: string): Promise<Media> => upload(api, tenant, bytes, { mime });

async function targetOf(socialAccountId: string, asset: Media): Promise<TargetRow> {
  const body = {
    caption: 'A video',
    scheduledFor: ahead(api),
    targets: [{ socialAccountId, mediaIds: [asset.id] }],
  };
  const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
  expect(answer.status, answer.text).toBe(201);
  const postId = field<string>(answer, 'id');
  const [target] = await api.deps.db.select().from(targets).where(eq(targets.postId, postId));
  if (target === undefined) throw new Error('the post has no target');
  return asTarget(target);
}

async function mediumOf(target: TargetRow, deps: ServiceDeps = api.deps, signal?: AbortSignal) {
  const loaded = await loadPublicationMedia(deps, target, signal);
  if ('unavailable' in loaded) throw new Error(loaded.unavailable);
  const [medium] = loaded.media;
  if (medium === undefined) throw new Error('there is no medium');
  const chunks: Uint8Array[] = [];
  for await (const chunk of medium.open({ start: 0, end: medium.sizeBytes })) chunks.push(chunk);
  return { medium, bytes: Buffer.concat(chunks) };
}

const renditionsOf = ({ id }: Media) =>
  api.deps.db.select().from(mediaRenditions).where(eq(mediaRenditions.mediaAssetId, id));

const events = (targetId: string) =>
  api.deps.db
    .select()
    .from(postEvents)
    .where(and(eq(postEvents.targetId, targetId), eq(postEvents.kind, 'RENDITION_MADE')));

describe('the file that a platform receives for a video', () => {
  it('is the original, byte for byte, if it has no metadata and an accepted type', async () => {
    for (const [mime, container] of [
      ['video/mp4', 'mp4'],
      ['video/quicktime', 'mov'],
    ] as const) {
      const bytes = await video({ container, audio: true });
      const asset = await uploadVideo(bytes, mime);
      const target = await targetOf(accounts.x, asset);
      expect((await mediumOf(target)).medium).toMatchObject({ kind: 'VIDEO', mime, sha256: sha256Of(bytes) });
      expect(await events(target.id)).toEqual([]);
      expect(await renditionsOf(asset)).toEqual([]);
    }
  });

  it('has no location metadata, and is the same rendition for all platforms with that type', async () => {
    const asset = await uploadVideo(phone, 'video/quicktime');
    const target = await targetOf(accounts.x, asset);
    const { medium, bytes } = await mediumOf(target);
    expect(bytes.includes('52.52')).toBe(false);
    expect(medium).toMatchObject({ kind: 'VIDEO', mime: 'video/quicktime', sha256: sha256Of(bytes) });
    expect(await events(target.id)).toMatchObject([
      { detail: { mediaAssetId: asset.id, rendition: { change: 'METADATA_REMOVED' } } },
    ]);
    const other = await mediumOf(await targetOf(accounts.threads, asset));
    expect(other.medium.sha256).toBe(medium.sha256);
    expect(await renditionsOf(asset)).toHaveLength(1);
  });

  it('is inspected before publishing if it was not inspected before', async () => {
    const videos = [
      [await video(), 'video/mp4', true],
      [phone, 'video/quicktime', false],
    ] as const;
    for (const [bytes, mime, isOriginal] of videos) {
      const asset = await uploadVideo(bytes, mime);
      const [row] = await api.deps.db.select().from(mediaAssets).where(eq(mediaAssets.id, asset.id));
      if (row === undefined || row.facts === null) throw new Error('the video was not looked at');
      const facts = { ...row.facts, hasMetadata: null };
      await api.deps.db.update(mediaAssets).set({ facts }).where(eq(mediaAssets.id, asset.id));
      const made = await mediumOf(await targetOf(accounts.x, asset));
      expect(made.medium.sha256 === sha256Of(bytes)).toBe(isOriginal);
      expect(made.bytes.includes('52.52')).toBe(false);
      expect(await renditionsOf(asset)).toHaveLength(isOriginal ? 0 : 1);
    }
  });

  it('is an MP4 if only MP4 is accepted, made once and recorded once', async () => {
    const asset = await uploadVideo(phone, 'video/quicktime');
    const target = await targetOf(accounts.bluesky, asset);
    const { medium, bytes } = await mediumOf(target);
    expect(medium).toMatchObject({ kind: 'VIDEO', mime: 'video/mp4', sha256: sha256Of(bytes) });
    expect(bytes.subarray(4, 12).toString('latin1')).toBe('ftypmp42');
    expect(bytes.includes('52.52')).toBe(false);
    await mediumOf(target);
    const [row, ...others] = await renditionsOf(asset);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ mime: 'video/mp4', sizeBytes: bytes.length, sha256: medium.sha256 });
    expect(row?.storageKey).toMatch(/\.mp4$/);
    const from = { mime: 'video/quicktime', sizeBytes: phone.length, width: 96, height: 64 };
    expect(await events(target.id)).toMatchObject([
      { detail: { rendition: { change: 'REPACKED', from, to: { mime: 'video/mp4' } } } },
    ]);
    const timeline = await call(api, 'GET', `/posts/${target.postId}/timeline`, { key: tenant.key });
    expect([timeline.status, timeline.text.includes('REPACKED')]).toEqual([200, true]);
  });

  it('keeps its metadata if the installation is configured to do so', async () => {
    const deps = overrideDeps(api.deps, { media: { keepMetadata: true } });
    const asset = await uploadVideo(phone, 'video/quicktime');
    const original = await mediumOf(await targetOf(accounts.x, asset), deps);
    expect(original.medium.sha256).toBe(sha256Of(phone));
    const packed = await mediumOf(await targetOf(accounts.bluesky, asset), deps);
    expect(packed.medium.mime).toBe('video/mp4');
    expect(packed.bytes.includes('+52.5200+013.4050')).toBe(true);
  });
});

describe('a video that is being converted', () => {
  it('leaves nothing behind if the storage fails in the middle, and is converted by the next try', async () => {
    const asset = await uploadVideo(phone, 'video/quicktime');
    const target = await targetOf(accounts.x, asset);
    const {
      media: { storage },
    } = api.deps;
    const broken = overrideDeps(api.deps, {
      media: {
        storage: {
          ...storage,
          read: async (key, range) => {
            const body = await storage.read(key, range);
            return range === undefined ? cutOff(body) : body;
          },
        },
      },
    });
    await expect(mediumOf(target, broken)).rejects.toThrow('the disk is gone');
    expect(await renditionsOf(asset)).toEqual([]);
    expect(await events(target.id)).toEqual([]);
    const { medium, bytes } = await mediumOf(target);
    expect(medium.sha256).toBe(sha256Of(bytes));
    const [row] = await renditionsOf(asset);
    const again = await storage.stat(row?.storageKey ?? '');
    expect(again).toEqual({ sizeBytes: phone.length });
  });

  it('is not stored if its caller gives up', async () => {
    const asset = await uploadVideo(phone, 'video/quicktime');
    const target = await targetOf(accounts.x, asset);
    await expect(mediumOf(target, api.deps, AbortSignal.abort())).rejects.toThrow();
    expect(await renditionsOf(asset)).toEqual([]);
  });

  it('is converted once for two concurrent callers', async () => {
    const asset = await uploadVideo(phone, 'video/quicktime');
    const target = await targetOf(accounts.bluesky, asset);
    const made = await Promise.all([mediumOf(target), mediumOf(target), mediumOf(target)]);
    expect(new Set(made.map(({ medium, bytes }) => [medium.sha256, sha256Of(bytes)].join())).size).toBe(1);
    expect(await renditionsOf(asset)).toHaveLength(1);
  });
});

async function* cutOff(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk.subarray(0, 100);
    throw new Error('the disk is gone');
  }
}
