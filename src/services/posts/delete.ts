import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/index.js';
import type { RequestContext } from '../context.js';
import { cancelInTransaction } from './cancel.js';
import { lockPostInReach } from './post-records.js';
import { cancelRuns, checkAction } from './run-staging.js';
import { callerOf, recordEvents } from '../timeline/record.js';

/** Soft-deletes a post; a scheduled one is cancelled in the same transaction. */
export async function deletePost(ctx: RequestContext, { postId }: { postId: string }): Promise<void> {
  const record = await ctx.db.transaction(async (tx) => {
    const locked = await lockPostInReach(tx, ctx.reach, postId, 'writePosts');
    checkAction('delete', locked.post);
    if (locked.post.status === 'SCHEDULED' || locked.post.status === 'NEEDS_APPROVAL') {
      await cancelInTransaction(tx, ctx, locked);
    }
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      { kind: 'DELETED', detail: { status: locked.post.status } },
    ]);
    const now = ctx.clock.now();
    await tx.update(posts).set({ deletedAt: now, updatedAt: now }).where(eq(posts.id, postId));
    return locked;
  });
  if (record.post.status === 'SCHEDULED') await cancelRuns(ctx, record);
}
