import { describe, expect, it } from 'vitest';
import { usesPerUploadUrlMax } from '../../src/domain/limits.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { image, presign, send, type Address, type Upload } from './support.js';

const gib = 1024 ** 3;
const api = useTestApi({ media: { workspaceBytesMax: gib } });
const tenant = useTenant(api, { each: true });

const ask = (path: string, body: object): Promise<Answer> =>
  call(api, 'POST', `/media/${path}?workspaceId=${tenant.workspaceId}`, { key: tenant.key, body });
const addressOf = (upload: Upload): Address => {
  if (upload.kind !== 'single') throw new Error('The upload has parts.');
  return upload;
};

it('a workspace without a limit in its plan has the limit of the installation', async () => {
  const video = { mime: 'video/mp4', sizeBytes: gib - 1 };
  await presign(api, tenant, video);
  const refused = await ask('presign', { mime: 'image/png', sizeBytes: 2 });
  expect([refused.status, codeOf(refused)]).toEqual([403, 'STORAGE_LIMIT']);
  expect(refused.body).toMatchObject({ usedBytes: gib - 1, maxBytes: gib });
  const usage = await call(api, 'GET', `/workspaces/${tenant.workspaceId}/usage`, { key: tenant.key });
  expect(field(usage, 'storageBytes')).toEqual({ used: gib - 1, max: gib });
});

it('a file that would leave too little free space on the disk is not stored', async () => {
  const bytes = new Uint8Array(await image(1));
  const { upload } = await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength });
  const { media } = api.deps;
  const freeBytes = (await media.storage.freeBytes?.()) ?? 0;
  expect(freeBytes).toBeGreaterThan(0);
  media.freeBytesMin = Number.MAX_SAFE_INTEGER;
  try {
    for (const answer of [
      await ask('presign', { mime: 'image/png', sizeBytes: 10 }),
      await ask('from-url', { url: 'https://9.9.9.9/picture.png' }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([503, 'STORAGE_FULL']);
      expect(answer.headers.get('retry-after')).toBeNull();
    }
    expect(await send(addressOf(upload), bytes)).toBe(503);
  } finally {
    media.freeBytesMin = 0;
  }
  expect(await send(addressOf(upload), bytes)).toBe(204);
});

describe('concurrent uploads', () => {
  /** A disk that never changes, with space for one of two files of this size. */
  const sizeBytes = 1_000;
  const withRoom = async (work: () => Promise<void>): Promise<void> => {
    const { media } = api.deps;
    const { storage } = media;
    media.storage = Object.assign(Object.create(storage) as typeof storage, {
      freeBytes: () => Promise.resolve(1.5 * sizeBytes),
    });
    media.freeBytesMin = 1;
    try {
      await work();
    } finally {
      Object.assign(media, { storage, freeBytesMin: 0 });
    }
  };
  const begin = async (): Promise<Address> =>
    addressOf((await presign(api, tenant, { mime: 'image/png', sizeBytes })).upload);
  /** Sends half of a file, and the rest on request. */
  const sendInHalves = ({ url, method, headers }: Address) => {
    const half = new Uint8Array(sizeBytes / 2);
    let sendRest = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(half);
        sendRest = () => {
          controller.enqueue(half);
          controller.close();
        };
      },
    });
    const answer = fetch(url, { method, headers, body, duplex: 'half' });
    return { sendRest: () => sendRest(), answer };
  };

  it('do not count on the same free space: each reserves its remaining bytes', async () => {
    const [first, second] = [await begin(), await begin()];
    await withRoom(async () => {
      const { underWay } = api.deps.media;
      const slow = sendInHalves(first);
      await expect.poll(() => underWay.bytes).toBe(sizeBytes / 2);
      // The rest of the first file still needs space on this disk.
      expect(await send(second, new Uint8Array(sizeBytes))).toBe(503);
      const presigned = await ask('presign', { mime: 'image/png', sizeBytes: 1.1 * sizeBytes });
      // There is enough space as soon as that file is stored or deleted.
      expect([presigned.status, codeOf(presigned)]).toEqual([503, 'RETRY']);
      expect(presigned.headers.get('retry-after')).toBe('5');
      const larger = await ask('presign', { mime: 'image/png', sizeBytes: 1.6 * sizeBytes });
      expect([larger.status, codeOf(larger)]).toEqual([503, 'STORAGE_FULL']);
      slow.sendRest();
      expect((await slow.answer).status).toBe(204);
      expect(underWay.bytes).toBe(0);
      expect(await send(second, new Uint8Array(sizeBytes))).toBe(204);
    });
  });

  it('reserve no space after they have failed', async () => {
    const [first, second] = [await begin(), await begin()];
    await withRoom(async () => {
      expect(await send(first, new Uint8Array(sizeBytes - 1))).toBe(400);
      expect(api.deps.media.underWay.bytes).toBe(0);
      expect(await send(second, new Uint8Array(sizeBytes))).toBe(204);
    });
  });
});

it('an upload that meets a full disk despite the check is refused without a time to retry', async () => {
  const bytes = new Uint8Array(await image(3));
  const { upload } = await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength });
  const { signedUrls } = api.deps.media.storage;
  if (signedUrls === undefined) throw new Error('The storage signs no URLs of its own.');
  const receive = signedUrls.receive.bind(signedUrls);
  signedUrls.receive = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  try {
    const { url, method, headers } = addressOf(upload);
    const refused = await fetch(url, { method, headers, body: bytes });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, null]);
    expect(await refused.json()).toMatchObject({ code: 'STORAGE_FULL' });
  } finally {
    signedUrls.receive = receive;
  }
});

it('an upload URL accepts a limited number of bodies, and the resumed upload gets a new URL', async () => {
  const bytes = new Uint8Array(await image(2));
  const { upload, media } = await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength });
  for (let use = 0; use < usesPerUploadUrlMax; use += 1) {
    expect(await send(addressOf(upload), bytes)).toBe(204);
  }
  const { url, method, headers } = addressOf(upload);
  const refused = await fetch(url, { method, headers, body: bytes });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([403, null]);
  expect(await refused.json()).toMatchObject({ code: 'SIGNATURE_INVALID', reason: 'used_up' });
  api.clock.shiftMs += 60_000;
  const resumed = await call(api, 'POST', `/media/${media.id}/upload`, { key: tenant.key });
  expect(await send(addressOf(field(resumed, 'upload')), bytes)).toBe(204);
});
