import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { workspaces } from '../../../db/schema/index.js';
import { AppError, notFound } from '../../../domain/errors.js';
import { storageBytesMaxOf } from '../../../domain/plans.js';
import { workspaceCountsMax } from '../../../domain/limits.js';
import { countMedia, usedStorage } from '../../quotas/storage-use.js';
import { requireCount } from '../../shared/count-limit.js';
import type { MediaDeps } from '../../shared/context.js';
import { fromStorage, storageFull } from './storage-faults.js';

interface MediaLimits {
  media: Pick<MediaDeps, 'workspaceBytesMax'>;
}

interface Disk {
  media: Pick<MediaDeps, 'storage' | 'freeBytesMin' | 'underWay'>;
}

/**
 * Refuses bytes that would leave less free space than the installation keeps: a full disk stops everybody, and often
 * the database as well. Only a storage that knows its free space is asked.
 */
export async function requireFreeSpace(
  { media: { storage, freeBytesMin, underWay } }: Disk,
  sizeBytes: number,
): Promise<void> {
  if (storage.freeBytes === undefined || freeBytesMin === 0) return;
  // Counted before the disk is asked: what arrives in between is then counted twice rather than not at all.
  const awaitedBytes = underWay.bytes + sizeBytes;
  const freeBytes = await fromStorage(storage.freeBytes());
  if (freeBytes - awaitedBytes < freeBytesMin) throw storageFull();
}

/**
 * Writes a file of up to `sizeBytes`, and keeps room on the disk for what is still to come of it, so that files that
 * arrive at the same time cannot use the same room.
 */
export async function withSpaceFor<T>(
  deps: Disk,
  { sizeBytes, body }: { sizeBytes: number; body: AsyncIterable<Uint8Array> },
  write: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { underWay } = deps.media;
  let leftBytes = 0;
  const setLeft = (bytes: number): void => {
    underWay.bytes += bytes - leftBytes;
    leftBytes = bytes;
  };
  async function* arriving(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      yield chunk;
      // The reader has written it before it asks for more.
      setLeft(Math.max(0, leftBytes - chunk.byteLength));
    }
  }
  setLeft(sizeBytes);
  try {
    await requireFreeSpace(deps, 0);
    return await write(arriving());
  } finally {
    setLeft(0);
  }
}

/**
 * Checks that `sizeBytes` more fit into the workspace's storage, or throws STORAGE_LIMIT. The workspace's row
 * stays locked until the transaction ends, so parallel requests cannot exceed the limit together. What
 * `exceptId` uses so far is not counted.
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
  // Reached when the request began and deleted since: what was kept for it would be found by no sweep.
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
 * The used and the allowed storage, for callers that do not know yet how many bytes will come. Null: no
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
