import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { mediaAssets } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import type { MediaStatus } from '../../domain/media.js';
import type { Permission } from '../../domain/roles.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';

export type MediaRow = typeof mediaAssets.$inferSelect;

/** Returns the asset if the caller may access it; otherwise throws 403 or 404. */
export async function readMediaInReach(
  { db, reach }: Pick<RequestContext, 'reach'> & { db: Queryable },
  mediaId: string,
  permission: Permission,
): Promise<MediaRow> {
  const [row] = await db.select().from(mediaAssets).where(living(mediaId));
  authorizeResource(reach, row?.workspaceId, permission);
  return row;
}

/**
 * Like `readMediaInReach`, for a change: checks the caller's current rights, and locks the row until the transaction
 * ends.
 */
export async function lockMediaInReach(
  tx: Tx,
  ctx: Pick<RequestContext, 'actor' | 'reach'>,
  mediaId: string,
  permission: Permission,
): Promise<MediaRow> {
  const { workspaceId } = await readMediaInReach({ db: tx, reach: ctx.reach }, mediaId, permission);
  await holdRights(tx, ctx, workspaceId, permission);
  const [row] = await tx.select().from(mediaAssets).where(living(mediaId)).for('update');
  if (row === undefined) throw notFound();
  return row;
}

export async function readMedia(q: Queryable, mediaId: string): Promise<MediaRow | undefined> {
  const [row] = await q.select().from(mediaAssets).where(living(mediaId));
  return row;
}

const living = (mediaId: string) => and(eq(mediaAssets.id, mediaId), isNull(mediaAssets.deletedAt));

/** The values of a new asset before its bytes are inspected. */
export function newMediaRow(
  deps: Pick<ServiceDeps, 'clock' | 'newId'>,
  known: Pick<MediaRow, 'workspaceId' | 'kind' | 'status' | 'mime'> & Partial<MediaRow>,
): MediaRow {
  const now = deps.clock.now();
  return {
    id: deps.newId('mediaAsset'),
    sizeBytes: 0,
    width: null,
    height: null,
    durationMs: null,
    facts: null,
    sha256: null,
    altText: null,
    originalFilename: null,
    storageKey: null,
    thumbnailKey: null,
    uploadKey: null,
    uploadExpiresAt: null,
    uploaderUserId: null,
    multipartId: null,
    partSizeBytes: null,
    processingSince: null,
    failure: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    ...known,
  };
}

const actionsByStatus: Readonly<Record<MediaStatus, readonly string[]>> = {
  PENDING_UPLOAD: ['upload', 'complete', 'delete'],
  PROCESSING: ['delete'],
  READY: ['update', 'delete'],
  FAILED: ['delete'],
};

export function notInThisState(status: MediaStatus, message: string): AppError<'INVALID_STATE'> {
  return new AppError('INVALID_STATE', message, { status, allowed: [...actionsByStatus[status]] });
}
