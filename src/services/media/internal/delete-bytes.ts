import { eq } from 'drizzle-orm';
import { mediaAssets, mediaRenditions } from '../../../db/schema/index.js';
import { isMediaMime, mediaKeys, uploadKeysUpTo } from '../../../domain/media.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { MediaRow } from '../records.js';

/** Deletes everything that is stored of a media asset, and clears the storage keys in its row. Safe to repeat. */
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

/** Ends the client's upload: deletes the bytes that it has sent so far, in parts (`multipartId`) or in one piece. */
export async function endUpload(
  { media: { storage } }: Pick<ServiceDeps, 'media'>,
  row: MediaRow,
): Promise<void> {
  if (row.multipartId !== null) await storage.abortMultipart(partsKeyOf(row), row.multipartId);
  if (row.uploadKey === null) return;
  for (const key of uploadKeysUpTo(row.uploadKey)) await storage.delete(key);
}

/**
 * The storage key of an upload in parts. It is the final key of the file, because a client cannot change the file once
 * its parts are combined.
 */
export function partsKeyOf({ workspaceId, id, mime }: MediaRow): string {
  if (mime === null || !isMediaMime(mime)) throw new Error('an upload in parts has a type');
  return mediaKeys.original(workspaceId, id, mime);
}
