import { and, countDistinct, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { mediaAssets, postMedia, posts, targets, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { deleteBytes } from './internal/delete-bytes.js';
import { targetUsesMedia } from '../shared/rows/media-use.js';
import { countForeignPosts, waitingStatuses } from './foreign-media.js';
import { lockMediaInReach } from './records.js';
import { toMediaView } from './view.js';

/** Deletes an asset and its bytes, or ends an upload. Published posts and drafts keep its id. */
export async function deleteMedia(ctx: RequestContext, { mediaId }: { mediaId: string }): Promise<void> {
  const row = await ctx.db.transaction(async (tx) => {
    const locked = await lockMediaInReach(tx, ctx, mediaId, 'writeMedia');
    ctx.expect?.(await toMediaView(ctx, locked));
    const postCount =
      (await countWaitingPosts(tx, locked.workspaceId, mediaId)) +
      (await countForeignPosts(tx, eq(mediaAssets.id, mediaId)));
    if (postCount > 0) {
      throw new AppError('MEDIA_IN_USE', 'Posts that have yet to be published use this file.', {
        postCount,
      });
    }
    if (await isLogo(tx, locked.workspaceId, mediaId)) {
      const message = 'The file is the logo of the workspace’s brand. Choose another logo first.';
      throw new AppError('MEDIA_IN_USE', message, { postCount });
    }
    const now = ctx.clock.now();
    await tx.update(mediaAssets).set({ deletedAt: now, updatedAt: now }).where(eq(mediaAssets.id, mediaId));
    return locked;
  });
  // The row marks the bytes as not yet deleted. If the storage is down now, the sweep deletes them.
  await deleteBytes(ctx, row).catch((error: unknown) =>
    ctx.log.warn({ err: error, mediaId }, 'the bytes of a deleted asset are still there'),
  );
}

/**
 * Whether the asset is the workspace's logo. A brand change locks the row of its logo
 * (src/services/workspaces/internal/logo.ts), so none is missed here.
 */
async function isLogo(tx: Tx, workspaceId: string, mediaId: string): Promise<boolean> {
  const [row] = await tx
    .select({ brand: workspaces.brand })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row?.brand?.logoMediaId === mediaId;
}

/**
 * Counts posts of the asset's own workspace. A transaction that attaches an asset to a post locks the asset's row, so
 * none is missed.
 */
async function countWaitingPosts(tx: Tx, workspaceId: string, mediaId: string): Promise<number> {
  const [row] = await tx
    .select({ postCount: countDistinct(posts.id) })
    .from(posts)
    .leftJoin(postMedia, and(eq(postMedia.postId, posts.id), eq(postMedia.mediaAssetId, mediaId)))
    .leftJoin(targets, and(eq(targets.postId, posts.id), targetUsesMedia(mediaId)))
    .where(
      and(
        eq(posts.workspaceId, workspaceId),
        isNull(posts.deletedAt),
        inArray(posts.status, waitingStatuses),
        or(isNotNull(postMedia.postId), isNotNull(targets.id)),
      ),
    );
  return row?.postCount ?? 0;
}
