import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { mediaAssets } from '../../../db/schema/index.js';
import { logoMimes } from '../../../domain/brand.js';
import { validationFailed } from '../../../domain/errors.js';

/**
 * Checks the image of a brand, and holds its row until the transaction ends: a concurrent deletion waits, and then sees
 * that the image is in use (src/services/media/delete.ts).
 */
export async function holdLogo(tx: Tx, workspaceId: string, mediaId: string): Promise<void> {
  const { status, mime, thumbnailKey } = mediaAssets;
  const [row] = await tx
    .select({ status, mime, thumbnailKey })
    .from(mediaAssets)
    .where(
      and(
        eq(mediaAssets.id, mediaId),
        eq(mediaAssets.workspaceId, workspaceId),
        isNull(mediaAssets.deletedAt),
      ),
    )
    .for('key share');
  if (row === undefined) throw refused('unknown_media', 'There is no such media asset in the workspace.');
  if (row.status !== 'READY') throw refused('media_not_ready', 'The image is not ready yet.');
  // Pages show the thumbnail, which is small and contains no metadata of the file.
  if (!logoMimes.includes(row.mime ?? '') || row.thumbnailKey === null) {
    throw refused('logo_type', 'A logo must be a PNG, JPEG or WebP image.');
  }
}

const refused = (code: string, message: string) =>
  validationFailed([{ path: 'brand.logoMediaId', code, message }]);
