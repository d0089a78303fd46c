import { eq } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import {
  isMediaMime,
  kindOfMime,
  mediaKeys,
  nextUploadKey,
  partSizeOf,
  singleUploadBytesMax,
  uploadAddressMs,
  type MediaMime,
} from '../../domain/media.js';
import { authorizeWorkspace, requireMember } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { requireFreeSpace, takeStorage } from './internal/quota.js';
import { newMediaRow, notInThisState, lockMediaInReach, readMediaInReach, type MediaRow } from './records.js';
import { endUpload, partsKeyOf } from './internal/delete-bytes.js';
import { fromStorage } from './internal/storage-faults.js';
import type { MediaView, UploadView } from './types.js';
import { toUploadView } from './internal/upload-view.js';
import { toMediaView } from './view.js';

export interface PresignMediaInput {
  workspaceId: string;
  filename: string | null;
  mime: string;
  sizeBytes: number;
  altText: string | null;
  sha256: string | null;
  /** Whether to upload in parts even if one request would be enough. */
  multipart: boolean;
}

export interface PresignedMedia {
  media: MediaView;
  upload: UploadView;
}

/**
 * Registers an asset that the caller is going to upload, and signs its URL. Size and type are part of the
 * signature.
 */
export async function presignMedia(ctx: RequestContext, input: PresignMediaInput): Promise<PresignedMedia> {
  const { workspaceId, sizeBytes } = input;
  authorizeWorkspace(ctx.reach, workspaceId, 'writeMedia');
  const mime = checkMime(input.mime);
  checkSize(sizeBytes, ctx.media.bytesMax[kindOfMime(mime)]);
  const inParts = input.multipart || sizeBytes > singleUploadBytesMax;
  const row = newMediaRow(ctx, {
    workspaceId,
    kind: kindOfMime(mime),
    status: 'PENDING_UPLOAD',
    mime,
    sizeBytes,
    sha256: input.sha256,
    altText: input.altText,
    uploaderUserId: requireMember(ctx).userId,
    originalFilename: input.filename,
    partSizeBytes: inParts ? partSizeOf(sizeBytes) : null,
  });
  if (!inParts) row.uploadKey = mediaKeys.upload(workspaceId, row.id);
  row.uploadExpiresAt = new Date(row.createdAt.getTime() + uploadAddressMs);
  await requireFreeSpace(ctx, sizeBytes);
  await ctx.db.transaction(async (tx) => {
    await takeStorage(tx, ctx, { workspaceId, sizeBytes });
    await holdRights(tx, ctx, workspaceId, 'writeMedia');
    await tx.insert(mediaAssets).values(row);
  });
  const ready = inParts ? await beginParts(ctx, row) : row;
  return { media: await toMediaView(ctx, ready), upload: await toUploadView(ctx, ready) };
}

/** Signs new URLs for the missing parts of an upload, as often as needed until it is completed. */
export async function resumeUpload(
  ctx: RequestContext,
  { mediaId }: { mediaId: string },
): Promise<PresignedMedia> {
  const found = await readMediaInReach(ctx, mediaId, 'writeMedia');
  requirePending(found);
  const isTakenOver = found.uploaderUserId !== requireMember(ctx).userId;
  const place = isTakenOver ? await newPlace(ctx, found) : {};
  const uploadExpiresAt = new Date(ctx.clock.now().getTime() + uploadAddressMs);
  const changes = { ...place, uploadExpiresAt, uploaderUserId: requireMember(ctx).userId };
  try {
    await ctx.db.transaction(async (tx) => {
      const row = await lockMediaInReach(tx, ctx, mediaId, 'writeMedia');
      requirePending(row);
      if (row.uploadKey !== found.uploadKey || row.multipartId !== found.multipartId) throw takenOver();
      await tx.update(mediaAssets).set(changes).where(eq(mediaAssets.id, mediaId));
    });
  } catch (error) {
    // A fresh key for a single upload holds no bytes, but a fresh multipart upload has been started and must be
    // aborted.
    if (isTakenOver) await endUpload(ctx, { ...found, ...place, uploadKey: null }).catch(() => undefined);
    throw error;
  }
  // If this fails, the bytes are deleted with the asset or by the sweep.
  if (isTakenOver) await endUpload(ctx, found).catch(() => undefined);
  const row = { ...found, ...changes };
  return { media: await toMediaView(ctx, row), upload: await toUploadView(ctx, row) };
}

function requirePending({ status }: MediaRow): void {
  if (status === 'PENDING_UPLOAD') return;
  throw notInThisState(status, `A file that is ${status} does not accept uploads.`);
}

/**
 * Returns the new place of an upload that another member takes over. URLs that a bucket signed for the previous
 * uploader cannot be revoked, so they must not write to the same key.
 */
async function newPlace(
  { media: { storage } }: RequestContext,
  row: MediaRow,
): Promise<Partial<Pick<MediaRow, 'uploadKey' | 'multipartId'>>> {
  const { mime, sizeBytes, partSizeBytes, uploadKey } = row;
  if (uploadKey !== null) {
    const next = nextUploadKey(uploadKey);
    if (next === null) throw notInThisState(row.status, 'The upload was taken over too many times.');
    return { uploadKey: next };
  }
  if (mime === null || partSizeBytes === null) return {};
  const begin = storage.createMultipart(partsKeyOf(row), { mime, sizeBytes, partSizeBytes });
  return { multipartId: await fromStorage(begin) };
}

const takenOver = (): AppError<'INVALID_STATE'> =>
  notInThisState('PENDING_UPLOAD', 'Somebody else has just taken over the upload.');

function checkMime(mime: string): MediaMime {
  if (isMediaMime(mime)) return mime;
  throw new AppError('UNSUPPORTED_MIME', `Files of the type ${mime} are not accepted.`, { mime });
}

export function checkSize(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes <= maxBytes) return;
  throw new AppError('FILE_TOO_LARGE', `A file of this kind can have at most ${maxBytes} bytes.`, {
    sizeBytes,
    maxBytes,
  });
}

async function beginParts(ctx: RequestContext, row: MediaRow): Promise<MediaRow> {
  const { mime, sizeBytes, partSizeBytes } = row;
  if (mime === null || partSizeBytes === null) return row;
  const begin = ctx.media.storage.createMultipart(partsKeyOf(row), { mime, sizeBytes, partSizeBytes });
  try {
    const multipartId = await fromStorage(begin);
    await ctx.db.update(mediaAssets).set({ multipartId }).where(eq(mediaAssets.id, row.id));
    return { ...row, multipartId };
  } catch (error) {
    await ctx.db.delete(mediaAssets).where(eq(mediaAssets.id, row.id));
    throw error;
  }
}
