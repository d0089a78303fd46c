import { and, eq, isNull } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { fromStorage } from './internal/storage-faults.js';

export interface ThumbnailFile {
  mime: string;
  sizeBytes: number;
  body: AsyncIterable<Uint8Array>;
}

/** Reads a thumbnail. The caller must have checked the access. Null if it was deleted or could not be made. */
export async function readThumbnail(
  { db, media: { storage } }: Pick<ServiceDeps, 'db' | 'media'>,
  { workspaceId, mediaId }: { workspaceId: string; mediaId: string },
): Promise<ThumbnailFile | null> {
  const { id, workspaceId: home, deletedAt, thumbnailKey } = mediaAssets;
  const [row] = await db
    .select({ key: thumbnailKey })
    .from(mediaAssets)
    .where(and(eq(id, mediaId), eq(home, workspaceId), isNull(deletedAt)));
  const key = row?.key ?? null;
  const found = key === null ? null : await fromStorage(storage.stat(key));
  if (key === null || found === null) return null;
  return { mime: 'image/webp', sizeBytes: found.sizeBytes, body: await fromStorage(storage.read(key)) };
}
