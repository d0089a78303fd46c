import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { mediaAssets, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { deleteBytes } from './internal/delete-bytes.js';
import { countPostsUsing } from './internal/posts-using.js';
import { waitingStatuses } from './foreign-media.js';
import { lockMediaInReach } from './records.js';
import { toMediaView } from './view.js';

/** Deletes an asset and its bytes, or ends an upload. Published posts and drafts keep its id. */
export async function deleteMedia(ctx: RequestContext, { mediaId }: { mediaId: string }): Promise<void> {
  const row = await ctx.db.transaction(async (tx) => {
    const locked = await lockMediaInReach(tx, ctx, mediaId, 'writeMedia');
    ctx.expect?.(await toMediaView(ctx, locked));
    const postCount = await countPostsUsing(tx, locked, waitingStatuses);
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
