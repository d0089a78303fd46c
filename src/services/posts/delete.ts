import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { startDeliveries } from '../webhooks/stage.js';
import { cancelInTransaction } from './cancel.js';
import type { PostRecord } from '../post-records/records.js';
import { cancelRuns } from '../post-runs/stage-run.js';
import { allowedNow } from './internal/allowed.js';
import { checkAction } from './internal/checks.js';
import { callerOf, recordEvents } from '../timeline/record.js';

/** The error for deleting a post with a call of unknown outcome, because a post that may be public stays visible. */
function undecided(ctx: RequestContext, record: PostRecord): AppError<'INVALID_STATE'> {
  return new AppError(
    'INVALID_STATE',
    'The outcome of a publish call is still unknown. Cancel the post, and delete it once it has ended.',
    {
      status: record.post.status,
      allowed: allowedNow(ctx, record).filter((action) => action !== 'delete'),
    },
  );
}

/** Soft-deletes a post (DELETE /posts/{id}). A scheduled or waiting post is canceled in the same transaction. */
export async function deletePost(ctx: RequestContext, { postId }: { postId: string }): Promise<void> {
  const starts: DeliverWebhookStart[] = [];
  const record = await ctx.db.transaction(async (tx) => {
    starts.length = 0;
    const { record: locked } = await lockPostWithRights(tx, ctx, postId, 'writePosts');
    checkAction(ctx, 'delete', locked);
    if (locked.post.status === 'SCHEDULED' || locked.post.status === 'NEEDS_APPROVAL') {
      const canceled = await cancelInTransaction(tx, ctx, locked, { isDeletion: true });
      if (canceled.results.some(({ result }) => result === 'IN_FLIGHT')) throw undecided(ctx, locked);
      starts.push(...canceled.starts);
    }
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      { kind: 'DELETED', detail: { status: locked.post.status } },
    ]);
    const now = ctx.clock.now();
    await tx.update(posts).set({ deletedAt: now, updatedAt: now }).where(eq(posts.id, postId));
    return locked;
  });
  if (record.post.status === 'SCHEDULED') await cancelRuns(ctx, record);
  await startDeliveries(ctx, starts);
}
