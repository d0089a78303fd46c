import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import { abandonedUploadMs, partAddressMs, uploadKeysUpTo } from '../../domain/media.js';
import type { SweepMediaResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { forget } from './ingest.js';
import type { MediaRow } from './records.js';
import { deleteBytes } from './internal/delete-bytes.js';

/** The number of rows that one sweep handles. The next one continues. */
const sweepRowsMax = 500;

/**
 * Deletes unused data: uploads that were not completed within a day, bytes that arrived after their upload had
 * ended, bytes of deleted assets that could not be deleted immediately, and half-written files from crashes. It can
 * be repeated; if the storage is down, the next sweep finds the same data.
 */
export async function sweepMedia(deps: ServiceDeps): Promise<SweepMediaResult> {
  const abandoned = await each(deps, await endAbandoned(deps), (row) => forget(deps, row));
  const purged = await each(deps, await deletedWithBytes(deps), (row) => deleteBytes(deps, row));
  const late = await each(deps, await withOldAddress(deps), async ({ id, uploadKey }) => {
    for (const key of uploadKeysUpTo(uploadKey ?? '')) await deps.media.storage.delete(key);
    await deps.db.update(mediaAssets).set({ uploadKey: null }).where(eq(mediaAssets.id, id));
  });
  // Files on a disk carry the time of a machine whose clock may be behind.
  const behindMs = Math.max(0, -(deps.clock.aheadMs?.() ?? 0));
  const unfinished = await deps.media.storage.removeUnfinished(ago(deps, abandonedUploadMs + behindMs));
  return { abandoned, purged, late, unfinished };
}

function ago({ clock }: ServiceDeps, ms: number): Date {
  return new Date(clock.now().getTime() - ms);
}

async function each(
  { log }: ServiceDeps,
  rows: readonly MediaRow[],
  remove: (row: MediaRow) => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (const row of rows) {
    try {
      await remove(row);
      removed += 1;
    } catch (error) {
      log.warn({ err: error, mediaId: row.id }, 'the bytes of an asset could not be removed');
    }
  }
  return removed;
}

/**
 * Ends uploads that were never completed, and deletes refused ones, whose errors have been visible for long enough.
 */
async function endAbandoned(deps: ServiceDeps): Promise<MediaRow[]> {
  const old = deps.db
    .select({ id: mediaAssets.id })
    .from(mediaAssets)
    .where(
      and(
        inArray(mediaAssets.status, ['PENDING_UPLOAD', 'PROCESSING', 'FAILED']),
        lt(mediaAssets.createdAt, ago(deps, abandonedUploadMs)),
        isNull(mediaAssets.deletedAt),
        or(isNull(mediaAssets.processingSince), lt(mediaAssets.processingSince, ago(deps, partAddressMs))),
      ),
    )
    .orderBy(asc(mediaAssets.createdAt))
    .limit(sweepRowsMax)
    .for('update', { skipLocked: true });
  return deps.db
    .update(mediaAssets)
    .set({ status: 'FAILED' })
    .where(inArray(mediaAssets.id, old))
    .returning();
}

function deletedWithBytes({ db }: ServiceDeps): Promise<MediaRow[]> {
  return db
    .select()
    .from(mediaAssets)
    .where(and(isNotNull(mediaAssets.deletedAt), isNotNull(mediaAssets.storageKey)))
    .limit(sweepRowsMax);
}

function withOldAddress(deps: ServiceDeps): Promise<MediaRow[]> {
  return deps.db
    .select()
    .from(mediaAssets)
    .where(
      and(
        isNotNull(mediaAssets.uploadKey),
        lt(mediaAssets.uploadExpiresAt, ago(deps, partAddressMs)),
        or(isNotNull(mediaAssets.deletedAt), eq(mediaAssets.status, 'READY')),
      ),
    )
    .limit(sweepRowsMax);
}
