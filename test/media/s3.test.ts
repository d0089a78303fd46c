import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets, memberships, targets } from '../../src/db/schema/index.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { withProxiedDownloads } from '../../src/storage/proxied-downloads.js';
import { createS3Storage } from '../../src/storage/s3.js';
import type { Storage } from '../../src/storage/storage.js';
import { call, codeOf, field, startTestApi, type TestApi } from '../harness/api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';
import { serveHttp } from '../security/loopback.js';
import { s3ServerMissing, startS3Server, type S3Server } from '../storage/s3-server.js';
import { largeVideo } from './large-video.js';
import { bodyOf, complete, image, presign, send, sha256Of, single, upload, type Media } from './support.js';

const MiB = 1024 * 1024;
const noS3 = await s3ServerMissing();

describe.skipIf(noS3 !== null)(noS3 ?? 'the library over a bucket', () => {
  let server: S3Server;
  let storage: ReturnType<typeof createS3Storage>;
  let proxied: Storage;
  let api: TestApi;
  let tenant: Tenant;
  const guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
  beforeAll(async () => {
    server = await startS3Server();
    storage = createS3Storage({ ...server.config, clock: { now: () => new Date() } });
    proxied = withProxiedDownloads(storage, {
      signingKeys: [randomBytes(32)],
      clock: { now: () => new Date() },
      publicUrl: () => api.url,
    });
    api = await startTestApi({ media: { storage: proxied, fetch: guarded } });
    tenant = await mintTenant(api);
  }, 11 * 60_000);
  afterAll(async () => {
    await api.close();
    storage.close();
    await guarded[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  it('the bucket receives an upload directly, and the client cannot change the file later', async () => {
    const bytes = new Uint8Array(await image(1));
    const { media, upload: begun } = await presign(api, tenant, {
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
    });
    expect(single(begun).url.startsWith(server.config.endpoint ?? '?')).toBe(true);
    expect(codeOf(await complete(api, tenant, media.id))).toBe('EMPTY_BODY');
    expect(await send(single(begun), bytes)).toBe(200);
    const done = bodyOf<Media>(await complete(api, tenant, media.id));
    expect(done).toMatchObject({ status: 'READY', sha256: sha256Of(bytes), width: 41 });
    // The URL still works at the bucket, but what it writes is not used.
    expect(await send(single(begun), bytes.slice().fill(0))).toBe(200);
    const again = bodyOf<Media>(await complete(api, tenant, media.id));
    const file = await fetch(again.url ?? '');
    expect(sha256Of(Buffer.from(await file.arrayBuffer()))).toBe(sha256Of(bytes));
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${media.id}.png"`);
  });

  it('an upload in parts continues after an interruption, and can be aborted', async () => {
    const video = await largeVideo(20 * MiB);
    const body = { mime: 'video/mp4', sizeBytes: video.sizeBytes, multipart: true };
    const { media, upload: begun } = await presign(api, tenant, body);
    if (begun.kind !== 'parts') throw new Error('not in parts');
    const sendPart = async (part: (typeof begun.parts)[number]): Promise<void> => {
      const start = (part.partNumber - 1) * begun.partSizeBytes;
      const bytes = Buffer.concat([...video.read(start, start + part.sizeBytes)]);
      if (part.address === null) throw new Error('the part is there');
      expect(await send(part.address, new Uint8Array(bytes))).toBe(200);
    };
    const [first, ...rest] = begun.parts;
    if (first === undefined) throw new Error('no parts');
    await sendPart(first);
    expect(codeOf(await complete(api, tenant, media.id))).toBe('VALIDATION_FAILED');
    const resumed = await call(api, 'POST', `/media/${media.id}/upload`, { key: tenant.key });
    const { parts } = field<typeof begun>(resumed, 'upload');
    expect(parts.map(({ uploaded }) => uploaded)).toEqual([true, ...rest.map(() => false)]);
    for (const part of parts.slice(1)) await sendPart(part);
    const done = bodyOf<Media>(await complete(api, tenant, media.id));
    expect(done).toMatchObject({ status: 'READY', sha256: video.sha256, sizeBytes: video.sizeBytes });

    const other = await presign(api, tenant, body);
    if (other.upload.kind !== 'parts' || other.upload.parts[0] === undefined) throw new Error('no part');
    const removed = await call(api, 'DELETE', `/media/${other.media.id}`, { key: tenant.key });
    expect(removed.status).toBe(204);
    const { address, sizeBytes } = other.upload.parts[0];
    // The server either refuses the upload or closes the connection.
    if (address === null) throw new Error('no address');
    const late = await send(address, new Uint8Array(sizeBytes)).catch(() => 'hung up');
    expect([404, 'hung up']).toContain(late);
  });

  it('no bytes of a removed member are used, because a colleague who continues an upload writes elsewhere', async () => {
    const home = await mintTenant(api);
    const session = await mintSession(api, home.userId);
    const leaver = await mintTenant(api);
    const [memberId, { workspaceId }] = [api.deps.newId('membership'), home];
    const member = { id: memberId, workspaceId, userId: leaver.userId, role: 'EDITOR' as const };
    await api.deps.db.insert(memberships).values({ ...member, createdAt: api.clock.now() });
    const [theirs, ours] = [new Uint8Array(await image(11)), new Uint8Array(await image(11))];
    const sizeBytes = ours.byteLength;
    const { media, upload: begun } = await presign(
      api,
      { ...leaver, workspaceId },
      {
        mime: 'image/png',
        sizeBytes,
      },
    );
    await api.deps.db.delete(memberships).where(eq(memberships.id, memberId));
    const resumed = await call(api, 'POST', `/media/${media.id}/upload`, { session });
    expect(resumed.status, resumed.text).toBe(200);
    // The bucket accepts the upload, because it was signed, but Punctual does not use it.
    expect(await send(single(begun), theirs)).toBe(200);
    expect(codeOf(await call(api, 'POST', `/media/${media.id}/complete`, { session }))).toBe('EMPTY_BODY');
    expect(await send(single(field(resumed, 'upload')), ours)).toBe(200);
    expect(await send(single(begun), theirs.fill(0))).toBe(200);
    const done = bodyOf<Media>(await call(api, 'POST', `/media/${media.id}/complete`, { session }));
    expect(done).toMatchObject({ status: 'READY', sha256: sha256Of(ours) });
    expect((await call(api, 'DELETE', `/media/${media.id}`, { session })).status).toBe(204);
    for (const ending of ['', '.1'])
      expect(await storage.stat(`uploads/${workspaceId}/${media.id}${ending}`)).toBeNull();
  });

  it('platforms get URLs of the API, which end with the publishing of the target', async () => {
    const bytes = await image(3);
    const media = await upload(api, tenant, bytes);
    const body = { caption: 'x', targets: [{ socialAccountId: tenant.accountIds[2], mediaIds: [media.id] }] };
    const created = await call(api, 'POST', '/posts', { key: tenant.key, body });
    const [target] = field<{ id: string }[]>(created, 'targets');
    const targetId = target?.id ?? '';
    const become = (status: 'PUBLISHING' | 'PUBLISHED') =>
      api.deps.db.update(targets).set({ status }).where(eq(targets.id, targetId));
    const claims = { mime: 'image/png', filename: 'x.png', ttlMs: 60_000 };
    const { url } = await proxied.presignDownload(media.storageKey ?? '', { ...claims, targetId });
    expect(url.startsWith(api.url)).toBe(true);
    await become('PUBLISHING');
    const file = await fetch(url);
    expect([file.status, sha256Of(Buffer.from(await file.arrayBuffer()))]).toEqual([200, sha256Of(bytes)]);
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).not.toBe(204);
    await become('PUBLISHED');
    expect((await fetch(url)).status).toBe(403);
    // A request with a key is still redirected to the bucket.
    const own = await proxied.presignDownload(media.storageKey ?? '', claims);
    expect(own.url.startsWith(server.config.endpoint ?? '?')).toBe(true);
  });

  it('an upload gets STORAGE_WRITE_FAILED if the bucket fails in the middle, and leaves no partial file', async () => {
    const kept = await upload(api, tenant, await image(2));
    const video = await largeVideo(40 * MiB);
    let sent = 0;
    await using source = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-length': video.sizeBytes });
      void (async () => {
        for (const piece of video.read(0, video.sizeBytes)) {
          sent += piece.byteLength;
          if (sent > 25 * MiB) await server.kill();
          if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
        }
        response.end();
      })();
    });
    const answer = await call(api, 'POST', `/media/from-url?workspaceId=${tenant.workspaceId}`, {
      key: tenant.key,
      body: { url: `http://127.0.0.1:${source.port}/video.mp4` },
    });
    expect([answer.status, codeOf(answer)]).toEqual([503, 'STORAGE_WRITE_FAILED']);
    const ready = (await api.deps.db.select().from(mediaAssets)).filter(({ status }) => status === 'READY');
    expect(ready.some(({ id }) => id === kept.id)).toBe(true);
    expect(ready.some(({ sizeBytes }) => sizeBytes === video.sizeBytes)).toBe(false);
    const begun = await call(api, 'POST', `/media/presign?workspaceId=${tenant.workspaceId}`, {
      key: tenant.key,
      body: { mime: 'video/mp4', sizeBytes: 99 * MiB },
    });
    expect(codeOf(begun)).toBe('STORAGE_WRITE_FAILED');
  });
});
