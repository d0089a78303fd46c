import { describe, expect, it } from 'vitest';
import { requireFreeSpace, withSpaceFor } from './quota.js';

const mib = 1024 ** 2;
type Deps = Parameters<typeof requireFreeSpace>[0];

/** A disk whose free space shrinks with each written byte, and on which `floorBytes` must stay free. */
function openDisk(freeBytes: number, floorBytes = 10 * mib) {
  const disk = { freeBytes, leastBytes: freeBytes };
  const storage = {
    freeBytes: async () => {
      await Promise.resolve();
      return disk.freeBytes;
    },
  } as Deps['media']['storage'];
  const underWay = { bytes: 0, ofOwners: new Map<string, number>() };
  const deps: Deps = { media: { storage, freeBytesMin: floorBytes, underWay } };
  const store = async (ownerId: string, sizeBytes: number | null, body: AsyncIterable<Uint8Array>) =>
    withSpaceFor(deps, { ownerId, sizeBytes, body }, async (arriving) => {
      for await (const { byteLength } of arriving) {
        disk.freeBytes -= byteLength;
        disk.leastBytes = Math.min(disk.leastBytes, disk.freeBytes);
      }
    }).then(
      () => 'stored',
      (error: unknown) => (error as { code: string }).code,
    );
  return { deps, disk, store, underWay };
}

async function* chunks(sizeBytes: number, chunkBytes = mib): AsyncGenerator<Uint8Array> {
  for (let left = sizeBytes; left > 0; left -= chunkBytes) {
    await Promise.resolve();
    yield new Uint8Array(Math.min(left, chunkBytes));
  }
}

/** A body that sends its first byte, and nothing more until `end` is called. */
function slow(): { body: AsyncIterable<Uint8Array>; begun: Promise<void>; end: () => void } {
  let [began, end] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => (began = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  async function* body(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    began();
    await ended;
  }
  return { body: body(), begun, end: () => end() };
}

describe('the space that is reserved for slow uploads', () => {
  const cases: [string, number | null][] = [
    ['of unknown size', null],
    ['as large as the free space', 990 * mib],
  ];
  it.each(cases)('leaves enough for other users if one user sends files %s', async (_, sizeBytes) => {
    const { store, underWay } = openDisk(1_000 * mib);
    const files = Array.from({ length: sizeBytes === null ? 8 : 1 }, slow);
    const stored = files.map(({ body }) => store('slow', sizeBytes, body));
    await Promise.all(files.map(({ begun }) => begun));
    expect(underWay.bytes).toBeLessThanOrEqual(495 * mib);
    expect(await store('other', 400 * mib, chunks(400 * mib))).toBe('stored');
    expect(await store('other', null, chunks(50 * mib))).toBe('stored');
    for (const { end } of files) end();
    await Promise.all(stored);
    expect(underWay).toEqual({ bytes: 0, ofOwners: new Map() });
  });

  it('is reserved once per user, however many uploads there are', async () => {
    const { store, underWay } = openDisk(1_000 * mib);
    const files = Array.from({ length: 20 }, slow);
    const stored: Promise<string>[] = [];
    for (const { body, begun } of files) {
      stored.push(store('slow', 450 * mib, body));
      await begun;
    }
    expect(underWay.bytes).toBeLessThanOrEqual(495 * mib);
    expect(await store('other', 400 * mib, chunks(400 * mib))).toBe('stored');
    for (const { end } of files) end();
    await Promise.all(stored);
  });
});

describe('an upload without enough space', () => {
  it('may be repeated soon if only other uploads use the space', async () => {
    const { deps, store } = openDisk(1_000 * mib);
    const { body, begun, end } = slow();
    const stored = store('slow', 990 * mib, body);
    await begun;
    await expect(requireFreeSpace(deps, 900 * mib)).rejects.toMatchObject({
      code: 'RETRY',
      extras: { retryAfterMs: 5_000 },
    });
    await expect(requireFreeSpace(deps, 991 * mib)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    end();
    await stored;
    await expect(requireFreeSpace(deps, 900 * mib)).resolves.toBeUndefined();
  });

  it('is cut off at the reserve if its size is unknown', async () => {
    const { store, disk } = openDisk(100 * mib);
    expect(await store('one', null, chunks(90 * mib))).toBe('stored');
    expect(await store('one', null, chunks(1))).toBe('STORAGE_FULL');
    expect(disk.freeBytes).toBe(10 * mib);
  });
});

it('concurrent uploads never use the reserve, whichever users they belong to', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { store, disk, underWay } = openDisk(100 * mib);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const sizeBytes = (1 + ((index * 7 + round * 5) % 23)) * mib;
        const known = (index + round) % 3 > 0 ? sizeBytes : null;
        return store(`user-${index % 4}`, known, chunks(sizeBytes, (1 + (index % 3)) * (mib / 2)));
      }),
    );
    expect(disk.leastBytes).toBeGreaterThanOrEqual(10 * mib);
    expect(outcomes).toContain('stored');
    expect(underWay).toEqual({ bytes: 0, ofOwners: new Map() });
  }
});
