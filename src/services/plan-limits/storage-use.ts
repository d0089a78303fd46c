import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { mediaAssets } from '../../db/schema/index.js';

/** The used storage in bytes. Signed uploads count as well, because the holder of the URL may use it at any moment. */
export async function usedStorage(q: Queryable, workspaceId: string, exceptId?: string): Promise<number> {
  const [row] = await q
    .select({ bytes: sql<string>`coalesce(sum(${mediaAssets.sizeBytes}), 0)` })
    .from(mediaAssets)
    .where(
      and(
        eq(mediaAssets.workspaceId, workspaceId),
        isNull(mediaAssets.deletedAt),
        inArray(mediaAssets.status, ['PENDING_UPLOAD', 'PROCESSING', 'READY']),
        exceptId === undefined ? undefined : ne(mediaAssets.id, exceptId),
      ),
    );
  return Number(row?.bytes ?? 0);
}

/** Counts the assets in the library, including unfinished uploads. */
export const countMedia = (q: Queryable, workspaceId: string): Promise<number> =>
  q.$count(mediaAssets, and(eq(mediaAssets.workspaceId, workspaceId), isNull(mediaAssets.deletedAt)));
