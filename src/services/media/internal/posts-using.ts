import { and, countDistinct, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { mediaAssets, postMedia, posts, targets } from '../../../db/schema/index.js';
import type { PostStatus } from '../../../domain/post-status.js';
import { partsUseMedia, targetUsesMedia } from '../../shared/rows/media-use.js';
import { countForeignPosts } from '../foreign-media.js';
import type { MediaRow } from '../records.js';

/**
 * Counts the posts in these statuses that use an asset. A transaction that attaches an asset to a post locks the asset's
 * row, so under that lock none is missed.
 */
export async function countPostsUsing(
  tx: Tx,
  { id, workspaceId }: Pick<MediaRow, 'id' | 'workspaceId'>,
  statuses: readonly PostStatus[],
): Promise<number> {
  const [own] = await tx
    .select({ postCount: countDistinct(posts.id) })
    .from(posts)
    .leftJoin(postMedia, and(eq(postMedia.postId, posts.id), eq(postMedia.mediaAssetId, id)))
    .leftJoin(targets, and(eq(targets.postId, posts.id), targetUsesMedia(id)))
    .where(
      and(
        eq(posts.workspaceId, workspaceId),
        isNull(posts.deletedAt),
        inArray(posts.status, statuses),
        or(isNotNull(postMedia.postId), isNotNull(targets.id), partsUseMedia(id)),
      ),
    );
  return (own?.postCount ?? 0) + (await countForeignPosts(tx, eq(mediaAssets.id, id), statuses));
}
