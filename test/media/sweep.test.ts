import { expect, it } from 'vitest';
import { sweepMedia } from '../../src/services/media/sweep.js';
import { call, codeOf } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { filesIn, image, presign, send, single, upload, type Media } from './support.js';

const hourMs = 3_600_000;
const MiB = 1024 * 1024;

const api = useTestApi();
const tenant = useTenant(api);

const shown = (id: string) => call(api, 'GET', `/media/${id}`, { key: tenant.key });

it('the sweep deletes uploads that were not completed within a day, with their bytes', async () => {
  const bytes = new Uint8Array(await image(1));
  const sent = await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength });
  await send(single(sent.upload), bytes);
  const unsent = await presign(api, tenant, { mime: 'image/png', sizeBytes: 500 });
  const inParts = await presign(api, tenant, { mime: 'video/mp4', sizeBytes: 9 * MiB, multipart: true });
  if (inParts.upload.kind !== 'parts') throw new Error('not in parts');
  const last = inParts.upload.parts.at(-1);
  const { address = null, sizeBytes = 0 } = last ?? {};
  if (address === null) throw new Error('no part');
  expect(await send(address, new Uint8Array(sizeBytes))).toBe(204);
  const kept: Media = await upload(api, tenant, await image(2));
  const ids = [sent, unsent, inParts].map(({ media }) => media.id);

  api.clock.shiftMs += 23 * hourMs;
  expect(await sweepMedia(api.deps)).toMatchObject({ abandoned: 0 });
  for (const id of ids) expect((await shown(id)).status).toBe(200);
  const late = await presign(api, tenant, { mime: 'image/png', sizeBytes: 500 });

  api.clock.shiftMs += 2 * hourMs;
  expect(await sweepMedia(api.deps)).toMatchObject({ abandoned: 3 });
  for (const id of ids) expect(codeOf(await shown(id))).toBe('NOT_FOUND');
  for (const id of [kept.id, late.media.id]) expect((await shown(id)).status).toBe(200);
  expect(filesIn(api.mediaFolder).every((name) => name.includes(kept.id))).toBe(true);
  expect(await sweepMedia(api.deps)).toMatchObject({ abandoned: 0, purged: 0, late: 0 });
});

it('the sweep deletes bytes that were sent to an old upload URL, or that a deletion has left behind', async () => {
  const {
    media: { storage },
  } = api.deps;
  const bytes = new Uint8Array(await image(3));
  const media = await upload(api, tenant, Buffer.from(bytes));
  const uploadKey = `uploads/${tenant.workspaceId}/${media.id}`;
  const write = (key: string) =>
    storage.write(
      key,
      (async function* () {
        yield await Promise.resolve(bytes);
      })(),
      { mime: 'image/png', bytesMax: MiB },
    );
  // The server of a bucket accepts these bytes, because it does not know that the upload has ended.
  await write(uploadKey);
  api.clock.shiftMs += 2 * hourMs;
  expect(await sweepMedia(api.deps)).toMatchObject({ late: 1 });
  expect(await storage.stat(uploadKey)).toBeNull();
  expect(await storage.stat(media.storageKey ?? '')).not.toBeNull();

  const deleteFolder = storage.deleteFolder.bind(storage);
  storage.deleteFolder = () => Promise.reject(new Error('the storage is away'));
  try {
    expect((await call(api, 'DELETE', `/media/${media.id}`, { key: tenant.key })).status).toBe(204);
    expect(await sweepMedia(api.deps)).toMatchObject({ purged: 0 });
  } finally {
    storage.deleteFolder = deleteFolder;
  }
  expect(await storage.stat(media.storageKey ?? '')).not.toBeNull();
  expect(await sweepMedia(api.deps)).toMatchObject({ purged: 1 });
  expect(await storage.stat(media.storageKey ?? '')).toBeNull();
});
