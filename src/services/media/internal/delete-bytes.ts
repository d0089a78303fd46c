import { eq } from 'drizzle-orm';
import { mediaAssets, mediaRenditions } from '../../../db/schema/index.js';
import { isMediaMime, mediaKeys, uploadKeysUpTo } from '../../../domain/media.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { MediaRow } from '../records.js';

/** Deletes all stored bytes of an asset, and clears their keys in its row. Safe to repeat. */
export async function deleteBytes(deps: Pick<ServiceDeps, 'db' | 'media'>, row: MediaRow): Promise<void> {
  const { id, workspaceId } = row;
  await endUpload(deps, row);
  await deps.media.storage.deleteFolder(mediaKeys.folder(workspaceId, id));
  await deps.db.delete(mediaRenditions).where(eq(mediaRenditions.mediaAssetId, id));
  await deps.db
    .update(mediaAssets)
    .set({ storageKey: null, thumbnailKey: null, multipartId: null })
    .where(eq(mediaAssets.id, id));
}

/** Deletes the bytes that a client has sent, and ends the upload. */
export async function endUpload(
  { media: { storage } }: Pick<ServiceDeps, 'media'>,
  row: MediaRow,
): Promise<void> {
  if (row.multipartId !== null) await storage.abortMultipart(partsKeyOf(row), row.multipartId);
  for (const key of row.uploadKey === null ? [] : uploadKeysUpTo(row.uploadKey)) await storage.delete(key);
}

/**
 * The key to which the parts of an upload are written. It is the final key, because clients can no longer change the
 * parts once they are combined.
 */
export function partsKeyOf({ workspaceId, id, mime }: MediaRow): string {
  if (mime === null || !isMediaMime(mime)) throw new Error('an upload in parts has a type');
  return mediaKeys.original(workspaceId, id, mime);
}
