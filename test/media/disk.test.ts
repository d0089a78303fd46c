import { expect, it } from 'vitest';
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

it('a workspace whose plan has no limit has that of the installation', async () => {
  const video = { mime: 'video/mp4', sizeBytes: gib - 1 };
  await presign(api, tenant, video);
  const refused = await ask('presign', { mime: 'image/png', sizeBytes: 2 });
  expect([refused.status, codeOf(refused)]).toEqual([403, 'STORAGE_LIMIT']);
  expect(refused.body).toMatchObject({ usedBytes: gib - 1, maxBytes: gib });
  const usage = await call(api, 'GET', `/workspaces/${tenant.workspaceId}/usage`, { key: tenant.key });
  expect(field(usage, 'storageBytes')).toEqual({ used: gib - 1, max: gib });
});

it('nothing is stored that would leave too little free space on the disk', async () => {
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
      expect([answer.status, codeOf(answer)]).toEqual([503, 'STORAGE_WRITE_FAILED']);
    }
    expect(await send(addressOf(upload), bytes)).toBe(503);
  } finally {
    media.freeBytesMin = 0;
  }
  expect(await send(addressOf(upload), bytes)).toBe(204);
});

it('an upload URL takes a body so many times; resuming the upload gives a new one', async () => {
  const bytes = new Uint8Array(await image(2));
  const { upload, media } = await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength });
  for (let use = 0; use < usesPerUploadUrlMax; use += 1) {
    expect(await send(addressOf(upload), bytes)).toBe(204);
  }
  expect(await send(addressOf(upload), bytes)).toBe(429);
  api.clock.shiftMs += 60_000;
  const resumed = await call(api, 'POST', `/media/${media.id}/upload`, { key: tenant.key });
  expect(await send(addressOf(field(resumed, 'upload')), bytes)).toBe(204);
});
