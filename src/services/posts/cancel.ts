import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts, publishAttempts, targets } from '../../db/schema/index.js';
import { derivePostStatus } from '../../domain/post-status.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { PublishStep } from '../../domain/workflow-contract.js';
import type { DeliverWebhookStart } from '../../temporal/workflow-starter.js';
import type { RequestContext } from '../context.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { readPostView } from './get.js';
import { lockPostInReach, toPostView, type PostRecord } from './post-records.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { cancelRuns, checkAction, oweCancellations } from './run-staging.js';
import type { PostView } from './types.js';

/**
 * Cancels a post. Under the row lock exactly one of cancel and publish wins for each target: what a commit is
 * under way for is finished and recorded, everything else will not be published. Repeating it changes nothing.
 */
export async function cancelPost(ctx: RequestContext, { postId }: { postId: string }): Promise<PostView> {
  const { record, changed, starts } = await ctx.db.transaction(async (tx) => {
    const locked = await lockPostInReach(tx, ctx.reach, postId, 'writePosts');
    checkAction('cancel', locked.post);
    if (locked.post.status === 'CANCELED') return { record: locked, changed: false, starts: [] };
    const starts = await cancelInTransaction(tx, ctx, locked);
    return { record: locked, changed: true, starts };
  });
  if (!changed) return toPostView(record);
  await cancelRuns(ctx, record);
  await startDeliveries(ctx, starts);
  return readPostView(ctx, postId);
}

/**
 * Closes every target that no commit is under way for, and gives the post the status that follows. A run that ends
 * with this sends its event: the deliveries are to be started after the commit.
 */
export async function cancelInTransaction(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
): Promise<DeliverWebhookStart[]> {
  const now = ctx.clock.now();
  const committing = await targetsUnderCall(tx, record, 'POST');
  const commenting = await targetsUnderCall(tx, record, 'FIRST_COMMENT');
  const closing = record.targets.filter(
    (target) =>
      (target.status === 'SCHEDULED' || target.status === 'PUBLISHING' || target.status === 'DRAFT') &&
      !committing.has(target.id),
  );
  const closingIds = closing.map((target) => target.id);
  await tx
    .update(targets)
    .set({ status: 'CANCELED', scheduledFor: null, updatedAt: now })
    .where(inArray(targets.id, closingIds));
  await closeComments(tx, record, { closingIds, commenting, now });
  const after = record.targets.map((target) => (closingIds.includes(target.id) ? 'CANCELED' : target.status));
  const status = derivePostStatus(after, { running: committing.size > 0 });
  // A run with a call under way keeps its id: it alone may record the outcome.
  const busy = committing.size + commenting.size > 0;
  const ids = busy ? {} : { workflowId: null, pendingWorkflowId: null, pendingSince: null };
  await tx
    .update(posts)
    .set({ status, ...ids, updatedAt: now })
    .where(eq(posts.id, record.post.id));
  await oweCancellations(tx, record, now);
  await recordEvents(tx, ctx, record.post.id, callerOf(ctx), [
    { kind: 'CANCELED', detail: { status, targetIds: closingIds } },
  ]);
  if (record.post.status !== 'PUBLISHING') return [];
  return emitPostEvent(tx, ctx, { postId: record.post.id, workspaceId: record.post.workspaceId, status });
}

/** Targets for which a call of a step is under way, or was made without a known outcome. */
async function targetsUnderCall(tx: Tx, record: PostRecord, step: PublishStep): Promise<Set<string>> {
  const rows = await tx
    .select({ targetId: publishAttempts.targetId })
    .from(publishAttempts)
    .where(
      and(
        inArray(
          publishAttempts.targetId,
          record.targets.map((target) => target.id),
        ),
        eq(publishAttempts.step, step),
        eq(publishAttempts.generation, record.post.generation),
        or(isNull(publishAttempts.outcome), eq(publishAttempts.outcome, 'AMBIGUOUS')),
      ),
    );
  return new Set(rows.map((row) => row.targetId));
}

/** First comments that were not sent yet will not be: their targets say so, and may be retried by hand. */
async function closeComments(
  tx: Tx,
  record: PostRecord,
  { closingIds, commenting, now }: { closingIds: string[]; commenting: Set<string>; now: Date },
): Promise<void> {
  const waiting = record.targets.filter(
    (target) =>
      (target.status === 'PUBLISHED' || target.status === 'PUBLISHING') &&
      target.firstComment !== null &&
      target.firstCommentExternalId === null &&
      target.firstCommentError === null &&
      !closingIds.includes(target.id) &&
      !commenting.has(target.id),
  );
  const code: TargetErrorCode = 'POST_CANCELED';
  await tx
    .update(targets)
    .set({
      firstCommentError: `${code}: The post was cancelled before its first comment was sent.`,
      updatedAt: now,
    })
    .where(
      inArray(
        targets.id,
        waiting.map((target) => target.id),
      ),
    );
}
