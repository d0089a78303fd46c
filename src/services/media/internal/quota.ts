import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { workspaces } from '../../../db/schema/index.js';
import { AppError, notFound } from '../../../domain/errors.js';
import { storageBytesMaxOf } from '../../../domain/plans.js';
import { workspaceCountsMax } from '../../../domain/limits.js';
import { countMedia, usedStorage } from '../../plan-limits/storage-use.js';
import { requireCount } from '../../shared/limits/count-limit.js';
import type { MediaDeps } from '../../shared/context.js';
import { fromStorage, storageFull } from './storage-faults.js';

interface MediaLimits {
  media: Pick<MediaDeps, 'workspaceBytesMax'>;
}

interface Disk {
  media: Pick<MediaDeps, 'storage' | 'freeBytesMin' | 'underWay'>;
}

/** The step by which a file reserves space beyond the size that is known. */
const stepBytes = 8 * 1024 ** 2;
/**
 * A user may reserve at most this part of the space that others have not reserved, so that slow uploads do not block
 * everyone.
 */
const ownerPart = 1 / 2;
const spaceRetryMs = 5_000;

/**
 * Refuses bytes that would leave less free space than the installation must keep, because a full disk stops everything,
 * often including the database. It applies only to a storage that knows its free space.
 */
export async function requireFreeSpace(deps: Disk, sizeBytes: number): Promise<void> {
  // The reserved space is read before the free space, so that bytes that arrive in between count twice rather than not
  // at all.
  const heldBytes = deps.media.underWay.bytes;
  requireFree(sizeBytes, { diskFreeBytes: await readFreeBytes(deps), heldBytes });
}

/** The bytes that files may still use. Infinite if the installation keeps no space free. */
async function readFreeBytes({ media: { storage, freeBytesMin } }: Disk): Promise<number> {
  if (storage.freeBytes === undefined || freeBytesMin === 0) return Infinity;
  return (await fromStorage(storage.freeBytes())) - freeBytesMin;
}

/**
 * Throws if the bytes do not fit. Space that other uploads have reserved may become free soon, so the caller may then
 * retry. Missing space needs an operator.
 */
function requireFree(
  sizeBytes: number,
  { diskFreeBytes, heldBytes }: { diskFreeBytes: number; heldBytes: number },
): void {
  if (diskFreeBytes < sizeBytes) throw storageFull();
  if (diskFreeBytes - heldBytes >= sizeBytes) return;
  const message = 'Other files that are arriving need the free space of the server. Try again.';
  throw new AppError('RETRY', message, { retryAfterMs: spaceRetryMs });
}

interface Arriving {
  /** The owner of the file, whose share of the space is limited. */
  ownerId: string;
  /** The size of the file; null if it is unknown. */
  sizeBytes: number | null;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Writes a file and reserves disk space for its remaining bytes, so that files arriving at the same time cannot use
 * the same space. A file of unknown size, and one whose owner has reserved too much already, reserves space in steps
 * before each write.
 */
export async function withSpaceFor<T>(
  deps: Disk,
  { ownerId, sizeBytes, body }: Arriving,
  write: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const space = holdSpace(deps, ownerId);
  async function* arriving(): AsyncGenerator<Uint8Array> {
    let leftBytes = sizeBytes ?? Infinity;
    for await (const chunk of body) {
      const { byteLength } = chunk;
      if (byteLength > space.heldBytes()) {
        const wantedBytes = Math.max(byteLength, Math.min(stepBytes, leftBytes));
        await space.take({ neededBytes: byteLength, wantedBytes, keptBytes: byteLength });
      }
      yield chunk;
      // The consumer asks for more only after it has written this chunk.
      space.hold(Math.max(0, space.heldBytes() - byteLength));
      leftBytes -= byteLength;
    }
  }
  try {
    const neededBytes = sizeBytes ?? 0;
    await space.take({ neededBytes, wantedBytes: neededBytes, keptBytes: 0 });
    return await write(arriving());
  } finally {
    space.hold(0);
  }
}

function holdSpace(deps: Disk, ownerId: string) {
  const { underWay } = deps.media;
  const { ofOwners } = underWay;
  let heldBytes = 0;
  const hold = (bytes: number): void => {
    underWay.bytes += bytes - heldBytes;
    const ownerBytes = (ofOwners.get(ownerId) ?? 0) + bytes - heldBytes;
    if (ownerBytes === 0) ofOwners.delete(ownerId);
    else ofOwners.set(ownerId, ownerBytes);
    heldBytes = bytes;
  };
  /**
   * Fails if there is no space for `neededBytes`. Otherwise it reserves up to `wantedBytes`, limited by the free
   * space and the owner's share, but at least `keptBytes`. It reserves before it reads the free space, so that
   * concurrent callers see each other.
   */
  const take = async (
    want: Readonly<Record<'neededBytes' | 'wantedBytes' | 'keptBytes', number>>,
  ): Promise<void> => {
    const { neededBytes, wantedBytes, keptBytes } = want;
    hold(wantedBytes);
    const othersBytes = underWay.bytes - heldBytes;
    const ownersOtherBytes = (ofOwners.get(ownerId) ?? 0) - heldBytes;
    const diskFreeBytes = await readFreeBytes(deps);
    requireFree(neededBytes, { diskFreeBytes, heldBytes: othersBytes });
    const freeBytes = diskFreeBytes - othersBytes;
    const ownerMax = Math.max(stepBytes, (freeBytes + ownersOtherBytes) * ownerPart);
    hold(Math.max(keptBytes, Math.min(wantedBytes, freeBytes, ownerMax - ownersOtherBytes)));
  };
  return { hold, take, heldBytes: () => heldBytes };
}

/**
 * Checks that `sizeBytes` more fit into the workspace's storage, or throws STORAGE_LIMIT. The workspace's row stays
 * locked until the transaction ends, so parallel requests cannot exceed the limit together. The bytes of the asset
 * `exceptId` are not counted.
 */
export async function takeStorage(
  tx: Tx,
  { media }: MediaLimits,
  { workspaceId, sizeBytes, exceptId }: { workspaceId: string; sizeBytes: number; exceptId?: string },
): Promise<void> {
  const [workspace] = await tx
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .for('no key update');
  // The workspace was deleted since the request began. No sweep would find bytes stored for it.
  if (workspace === undefined) throw notFound();
  if (exceptId === undefined) {
    requireCount({
      wanted: 1 + (await countMedia(tx, workspaceId)),
      max: workspaceCountsMax.mediaAssets,
      owner: 'A workspace',
      things: 'media files',
      code: 'too_many_media',
      path: '',
    });
  }
  const maxBytes = storageBytesMaxOf(workspace.plan) ?? media.workspaceBytesMax;
  if (maxBytes === null) return;
  const usedBytes = await usedStorage(tx, workspaceId, exceptId);
  if (usedBytes + sizeBytes > maxBytes) throw storageLimit(usedBytes, maxBytes);
}

/**
 * Returns the used and the allowed storage, for callers that do not know yet how many bytes will arrive. Null: no
 * limit.
 */
export async function freeStorage(
  q: Queryable,
  { media }: MediaLimits,
  workspaceId: string,
): Promise<{ usedBytes: number; maxBytes: number } | null> {
  const [workspace] = await q
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (workspace === undefined) return null;
  const maxBytes = storageBytesMaxOf(workspace.plan) ?? media.workspaceBytesMax;
  return maxBytes === null ? null : { usedBytes: await usedStorage(q, workspaceId), maxBytes };
}

export function storageLimit(usedBytes: number, maxBytes: number): AppError<'STORAGE_LIMIT'> {
  return new AppError('STORAGE_LIMIT', 'The workspace does not have enough storage left for this file.', {
    usedBytes,
    maxBytes,
  });
}
