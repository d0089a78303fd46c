import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts, publications, targets } from '../../db/schema/index.js';
import { derivePostStatus, type PostStatus } from '../../domain/post-status.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import type { RequestContext } from '../shared/context.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import { endStep } from '../attempts/end-step.js';
import { isCallMissing, readAttempted, type AttemptedTarget } from '../attempts/last-attempts.js';
import { missingComment } from '../attempts/followers.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { getPost, readPostView } from './get.js';
import {
  dueOf,
  statusesOf,
  type PostRecord,
  type PostRow,
  type PublicationRow,
} from '../post-records/records.js';
import { callerOf, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { cancelRuns, enqueueCancellations } from '../post-runs/stage-run.js';
import { checkAction } from './internal/checks.js';
import { hasUnreportedSuccess } from './internal/unreported-success.js';
import type { CanceledPostView, CancelResult } from './types.js';

/**
 * Cancels a post (POST /posts/{id}/cancel). Under the row lock exactly one of cancel and publish wins for each target,
 * and no call begins afterwards. A target with a call of unknown outcome does not become CANCELED, because it may be
 * public: its run finds out the outcome of the call and makes no other. A repeated cancel changes nothing.
 */
export async function cancelPost(
  ctx: RequestContext,
  { postId }: { postId: string },
): Promise<CanceledPostView> {
  const { record, canceled } = await ctx.db.transaction(async (tx) => {
    const { record: locked } = await lockPostWithRights(tx, ctx, postId, 'writePosts');
    checkAction(ctx, 'cancel', locked);
    return { record: locked, canceled: await cancelInTransaction(tx, ctx, locked) };
  });
  if (canceled.isRunNeedless) await cancelRuns(ctx, record);
  await startDeliveries(ctx, canceled.starts);
  return { ...(await readPostView(ctx, postId)), cancelResults: canceled.results };
}

/**
 * Returns the current post with the result for each target, for a repeat of the request that canceled it. Targets that
 * were scheduled again or added since are left out, because the cancel has no effect on them.
 */
export async function getCanceledPost(
  ctx: RequestContext,
  { postId }: { postId: string },
): Promise<CanceledPostView> {
  const post = await getPost(ctx, { postId });
  const now = ctx.clock.now();
  const attempted = await readAttempted(ctx.db, postId);
  const decided = attempted
    .filter(isLeftByCancel)
    .map((each) => ({ each, result: resultOf(post, each, now) }));
  return { ...post, cancelResults: viewOf(decided) };
}

/** Whether a target is ended, or still open only because it has a call that the cancel could not stop. */
function isLeftByCancel(each: AttemptedTarget): boolean {
  return !isOpenTarget(each) || dueRowOf(each).cancelRequestedAt !== null;
}

export interface Cancellation {
  status: PostStatus;
  results: { targetId: string; result: CancelResult }[];
  /** The deliveries to start after the commit. */
  starts: DeliverWebhookStart[];
  /** Whether Temporal may cancel the run now. False if the run must still begin, to find out how a call ended. */
  isRunNeedless: boolean;
}

/**
 * Closes every target without a call of unknown outcome, requests the end of the others, and sets the post's status. If
 * that ends the post, its event is written. `isDeletion`: deleting a post cancels a retry beside public targets and
 * publishes nothing, so an event is only written for a success that was not reported yet.
 */
export async function cancelInTransaction(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  { isDeletion = false } = {},
): Promise<Cancellation> {
  const { post } = record;
  const attempted = await readAttempted(tx, post.id);
  const now = ctx.clock.now();
  const decided = attempted.map((each) => ({ each, result: resultOf(post, each, now) }));
  const isBusy = decided.some(({ result }) => result === 'IN_FLIGHT');
  const isOver = post.status === 'CANCELED';
  if (isOver || !changesAnything(attempted, decided)) {
    const isRunNeedless = post.status === 'PUBLISHING';
    return { status: post.status, results: viewOf(decided), starts: [], isRunNeedless };
  }
  const { ended, results } = await endTargets(tx, ctx, decided);
  const idsOf = (wanted: CancelResult): string[] =>
    results.filter(({ result }) => result === wanted).map(({ each }) => each.target.id);
  await requestCancels(tx, idsOf('IN_FLIGHT'), now);
  await forbidComments(tx, commentsUnderWay(attempted), now);
  await forbidRetries(tx, attempted, now);
  await closeComments(tx, ctx, attempted, idsOf('CANCELED'));
  const after = await readAttempted(tx, post.id);
  const isSuccessUnreported = await hasUnreportedSuccess(tx, post.id);
  const status = derivePostStatus(statusesOf(after.map(({ target }) => target)), { running: isBusy });
  const isCommenting = attempted.some(({ lastComment }) => isUnderWay(lastComment));
  // A run that still has to find out an outcome keeps its id on the post, because only that run may record the outcome.
  const ids = isBusy || isCommenting ? {} : { workflowId: null, pendingWorkflowId: null, pendingSince: null };
  await tx
    .update(posts)
    .set({ status, ...ids, updatedAt: now })
    .where(eq(posts.id, post.id));
  const isRunNeedless = !isBusy || post.status === 'PUBLISHING';
  if (isRunNeedless) await enqueueCancellations(tx, record, now);
  await recordEvents(tx, ctx, post.id, callerOf(ctx), [
    { kind: 'CANCELED', detail: { status, targetIds: idsOf('CANCELED') } },
    ...requestedEntries(idsOf('IN_FLIGHT')),
    ...ended,
  ]);
  const { id: postId, workspaceId } = post;
  // Canceling a retry before it begins brings back the failure from before, which was already reported.
  const isEnd = status === 'CANCELED' || (status === 'PUBLISHED' && !isDeletion);
  const isNews = post.status === 'PUBLISHING' || isEnd || isSuccessUnreported;
  const starts = isNews ? await emitPostEvent(tx, ctx, { postId, workspaceId, status }) : [];
  return { status, results: viewOf(results), starts, isRunNeedless };
}

/** Whether a call of unknown outcome may have made the target public. */
function isUnclearStep(publication: PublicationRow, last: AttemptedTarget['lastPost']): boolean {
  return (last !== undefined && isOutcomeOpen(last.outcome)) || isCallMissing({ publication, last });
}

/** The result that a cancel, made now or earlier, has for a target. */
function resultOf(post: Pick<PostRow, 'status'>, each: AttemptedTarget, now: Date): CancelResult {
  const { target, lastPost } = each;
  const due = dueRowOf(each);
  const isOpen = isUnclearStep(due, lastPost);
  const isPartlyOut = target.status === 'PUBLISHED';
  switch (due.status) {
    case 'PUBLISHED':
    case 'SKIPPED':
    case 'CANCELED':
      return due.status;
    case 'FAILED':
      if (isOpen) return 'UNCONFIRMED';
      return isPartlyOut ? 'PARTLY_PUBLISHED' : 'FAILED';
    case 'DRAFT':
    case 'SCHEDULED':
    case 'PUBLISHING': {
      if (!isOpen) return isPartlyOut ? 'PARTLY_PUBLISHED' : 'CANCELED';
      // The run that is working or about to begin will find out the outcome.
      const dueAt = due.scheduledFor ?? target.scheduledFor;
      const isDue = dueAt !== null && dueAt <= now;
      const hasRun = post.status === 'PUBLISHING' || (post.status === 'SCHEDULED' && isDue);
      const isKnownUnclear = lastPost?.outcome === 'UNCONFIRMED' && post.status !== 'PUBLISHING';
      return hasRun && !isKnownUnclear ? 'IN_FLIGHT' : 'UNCONFIRMED';
    }
  }
}

const openStatuses = ['DRAFT', 'SCHEDULED', 'PUBLISHING'] as const;

function isOpenTarget(each: AttemptedTarget): boolean {
  return (openStatuses as readonly string[]).includes(dueRowOf(each).status);
}

/** The target, or the first of its parts that is not public. */
const dueRowOf = ({ target }: AttemptedTarget): PublicationRow => dueOf(target) ?? target;

type Decided = { each: AttemptedTarget; result: CancelResult }[];

/** Whether the cancel has any effect. After an earlier cancel, only the calls that it could not stop are still open. */
function changesAnything(attempted: AttemptedTarget[], decided: Decided): boolean {
  const isNews = decided.some(
    ({ each, result }) =>
      isOpenTarget(each) &&
      (result !== 'IN_FLIGHT' ||
        dueRowOf(each).cancelRequestedAt === null ||
        dueRowOf(each).status !== 'PUBLISHING'),
  );
  // Unless it is canceled, a failed target is published automatically once its account is reconnected.
  const isRetryDue = attempted.some(isRetriedBySystem);
  const isCommentDue = attempted.some((each) => commentToClose(each, []));
  return isNews || isRetryDue || isCommentDue || commentsUnderWay(attempted).length > 0;
}

function isRetriedBySystem(each: AttemptedTarget): boolean {
  const { status, cancelRequestedAt } = dueRowOf(each);
  return status === 'FAILED' && cancelRequestedAt === null;
}

function viewOf(decided: Decided): Cancellation['results'] {
  return decided.map(({ each, result }) => ({ targetId: each.target.id, result }));
}

/** Ends the open targets on which no run works. Those that may have been published become unconfirmed. */
async function endTargets(
  tx: Tx,
  ctx: RequestContext,
  decided: Decided,
): Promise<{ ended: TimelineEntry[]; results: Decided }> {
  const ended: TimelineEntry[] = [];
  const results: Decided = [];
  for (const { each, result } of decided) {
    if (!isOpenTarget(each) || result === 'IN_FLIGHT') {
      results.push({ each, result });
      continue;
    }
    const open = { publication: dueRowOf(each), last: each.lastPost };
    const { end, entries } = await endStep(tx, ctx, open, 'CANCELED');
    // The caller writes a single timeline entry for all canceled targets.
    ended.push(...entries.filter(({ kind }) => kind !== 'CANCELED'));
    const isCanceled = end === undefined || end.errorCode === 'PART_NOT_SENT';
    results.push({ each, result: isCanceled ? result : 'UNCONFIRMED' });
  }
  return { ended, results };
}

async function requestCancels(tx: Tx, targetIds: string[], now: Date): Promise<void> {
  if (targetIds.length === 0) return;
  await tx
    .update(targets)
    .set({ status: 'PUBLISHING', cancelRequestedAt: now, updatedAt: now })
    .where(and(inArray(targets.id, targetIds), inArray(targets.status, openStatuses)));
  await tx
    .update(publications)
    .set({ cancelRequestedAt: now })
    .where(inArray(publications.targetId, targetIds));
}

/** Records the cancel on failed targets, so that reconnecting their account does not publish them automatically. */
async function forbidRetries(tx: Tx, attempted: AttemptedTarget[], now: Date): Promise<void> {
  const ids = attempted.map((each) => dueRowOf(each).id);
  const { id, status, cancelRequestedAt } = publications;
  await tx
    .update(publications)
    .set({ cancelRequestedAt: now })
    .where(and(inArray(id, ids), eq(status, 'FAILED'), isNull(cancelRequestedAt)));
}

/** The ids of targets whose first comment has a call or a retry under way that was not canceled yet. */
function commentsUnderWay(attempted: AttemptedTarget[]): string[] {
  return attempted
    .filter(({ target: { comment }, lastComment }) => {
      const isSending = isUnderWay(lastComment) || (comment !== null && comment.runId !== null);
      return isSending && comment?.cancelRequestedAt === null;
    })
    .map(({ target }) => target.id);
}

/** Requests the cancel of first comments. A call under way is completed, but no second call follows. */
async function forbidComments(tx: Tx, targetIds: string[], now: Date): Promise<void> {
  if (targetIds.length === 0) return;
  const isOfTarget = or(inArray(publications.id, targetIds), inArray(publications.targetId, targetIds));
  await tx.update(publications).set({ cancelRequestedAt: now }).where(isOfTarget);
}

function requestedEntries(targetIds: string[]): TimelineEntry[] {
  return targetIds.length === 0 ? [] : [{ kind: 'CANCEL_REQUESTED', detail: { targetIds } }];
}

function isUnderWay(last: AttemptedTarget['lastComment']): boolean {
  return last !== undefined && (last.outcome === null || last.outcome === 'AMBIGUOUS');
}

function commentToClose({ target, lastComment }: AttemptedTarget, canceledIds: string[]): boolean {
  const isLeft = target.status === 'PUBLISHED' || target.status === 'PUBLISHING';
  const isMissing = isLeft && missingComment(target) !== null;
  return isMissing && !canceledIds.includes(target.id) && !isUnderWay(lastComment);
}

/** Ends first comments that were not sent yet as canceled. Their targets show it, and users can retry them. */
async function closeComments(
  tx: Tx,
  ctx: RequestContext,
  attempted: AttemptedTarget[],
  canceledIds: string[],
): Promise<void> {
  for (const each of attempted.filter((one) => commentToClose(one, canceledIds))) {
    const publication = missingComment(each.target);
    if (publication !== null) await endStep(tx, ctx, { publication, last: each.lastComment }, 'CANCELED');
  }
}
