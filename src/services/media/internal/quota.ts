import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { workspaces } from '../../../db/schema/index.js';
import { AppError, notFound } from '../../../domain/errors.js';
import { storageBytesMaxOf } from '../../../domain/plans.js';
import { usedStorage } from '../../quotas/storage-use.js';

/**
 * Takes `sizeBytes` more of the workspace's storage, or throws STORAGE_LIMIT. The workspace's row is held until the
 * transaction ends, so that of many who take at once none takes what another has; `exceptId` is counted anew.
 */
export async function takeStorage(
  tx: Tx,
  workspaceId: string,
  sizeBytes: number,
  exceptId?: string,
): Promise<void> {
  const [workspace] = await tx
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .for('no key update');
  // Reached when the request began and deleted since: what was kept for it would be found by no sweep.
  if (workspace === undefined) throw notFound();
  const maxBytes = storageBytesMaxOf(workspace.plan);
  if (maxBytes === null) return;
  const usedBytes = await usedStorage(tx, workspaceId, exceptId);
  if (usedBytes + sizeBytes > maxBytes) throw storageLimit(usedBytes, maxBytes);
}

/** How much is free, for who does not know yet how much is to come; null: no limit. */
export async function freeStorage(
  q: Queryable,
  workspaceId: string,
): Promise<{ usedBytes: number; maxBytes: number } | null> {
  const [workspace] = await q
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  const maxBytes = workspace === undefined ? null : storageBytesMaxOf(workspace.plan);
  return maxBytes === null ? null : { usedBytes: await usedStorage(q, workspaceId), maxBytes };
}

export function storageLimit(usedBytes: number, maxBytes: number): AppError<'STORAGE_LIMIT'> {
  return new AppError('STORAGE_LIMIT', 'The workspace does not have enough storage left for this file.', {
    usedBytes,
    maxBytes,
  });
}
