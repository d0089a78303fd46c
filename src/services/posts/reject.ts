import { and, eq, inArray } from 'drizzle-orm';
import { posts, publications } from '../../db/schema/index.js';
import { recordAudit } from '../audit/record.js';
import { requireReviewer } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { dueIdsOf } from '../post-runs/stage-run.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { readPostView } from './get.js';
import { checkAction } from './internal/checks.js';
import { isPartlyPublic } from './internal/partly-public.js';
import { reviewEdits, waitingEdits } from './internal/review-edits.js';
import { hasUnreportedSuccess } from './internal/unreported-success.js';
import type { PostView } from '../post-records/types.js';

export interface RejectInput {
  postId: string;
  /** The reason. Null: none was given. A member must give one. */
  reason: string | null;
}

/**
 * Sends a post that waits for approval back to its authors. It becomes a draft again, and its time is kept for the
 * calendar. A partly public post becomes PARTIALLY_PUBLISHED again, and its waiting targets are FAILED as before. That
 * failure was already reported, so an event is only sent if a target has become public since.
 */
export async function rejectPost(ctx: RequestContext, { postId, reason }: RejectInput): Promise<PostView> {
  requireReviewer(ctx);
  const starts = await ctx.db.transaction(async (tx) => {
    const { record } = await lockPostWithRights(tx, ctx, postId, 'approvePosts');
    const { post } = record;
    if (waitingEdits(record).length > 0) {
      await reviewEdits(tx, ctx, record, { isApproved: false, reason });
      return [];
    }
    checkAction(ctx, 'reject', record);
    const updatedAt = ctx.clock.now();
    const status = isPartlyPublic(record) ? 'PARTIALLY_PUBLISHED' : 'DRAFT';
    if (status === 'PARTIALLY_PUBLISHED') {
      await tx
        .update(publications)
        .set({ status: 'FAILED', republishUnconfirmed: false, updatedAt })
        .where(and(inArray(publications.id, dueIdsOf(record.targets)), eq(publications.status, 'DRAFT')));
    }
    await tx.update(posts).set({ status, rejectionReason: reason, updatedAt }).where(eq(posts.id, postId));
    const isSuccessUnreported = status === 'PARTIALLY_PUBLISHED' && (await hasUnreportedSuccess(tx, postId));
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      { kind: 'REJECTED', detail: { status, ...(reason !== null && { rejectionReason: reason }) } },
    ]);
    const { workspaceId } = post;
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'post.rejected',
      subject: { id: postId, name: null },
      changes: [{ field: 'status', from: post.status, to: status }],
    });
    return isSuccessUnreported ? emitPostEvent(tx, ctx, { postId, workspaceId, status }) : [];
  });
  await startDeliveries(ctx, starts);
  return readPostView(ctx, postId);
}
