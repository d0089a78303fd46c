import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { workspaces } from '../../../db/schema/index.js';
import { AppError, notFound } from '../../../domain/errors.js';
import { storageBytesMaxOf } from '../../../domain/plans.js';
import { usedStorage } from '../../quotas/storage-use.js';

/**
 * Checks that `sizeBytes` more fit into the workspace's storage, or throws STORAGE_LIMIT. The workspace's row
 * stays locked until the transaction ends, so parallel requests cannot exceed the limit together. What
 * `exceptId` uses so far is not counted.
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

/**
 * The used and the allowed storage, for callers that do not know yet how many bytes will come. Null: no
 * limit.
 */
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
