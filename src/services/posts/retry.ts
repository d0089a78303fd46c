import { AppError, notFound, validationFailed } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import { recordResolution } from '../audit/resolution.js';
import { checkGrants } from '../account-grants/grants.js';
import { isUnconfirmed } from '../publishing/confirm-published.js';
import { callerOf, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { allowedNow } from './internal/allowed.js';
import { checkRetryIsApproved, checkAction } from './internal/checks.js';
import { checkMedia } from './internal/named-media.js';
import { notUnconfirmed } from './internal/not-unconfirmed.js';
import { readPostView } from './get.js';
import {
  dueOf,
  isTakenDown,
  namedMediaIdsIn,
  partsOf,
  statusOf,
  type PostRecord,
  type TargetRow,
} from '../post-records/records.js';
import { approvalRequested, stageOrHold } from '../post-runs/approval-gate.js';
import { startStagedRun } from '../post-runs/stage-run.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import type { PostView } from '../post-records/types.js';

export interface RetryInput {
  postId: string;
  /** The failed targets to retry. If absent, all of them. */
  targetIds?: string[];
  /** Whether to publish again if an earlier attempt may have made the post public but a look-up does not find it. */
  republishUnconfirmed?: boolean;
  /** Whether a user has said that the named target is not public, which is allowed only while it is unconfirmed. */
  isAnswer?: boolean;
}

/**
 * Publishes the failed targets of a post again immediately (POST /posts/{id}/retry). A target whose last attempt is
 * unconfirmed is looked up on the platform first, even if the caller has accepted a duplicate. If the targets need an
 * approval, because those of a partly public post were edited, they wait for it.
 */
export async function retryPost(
  given: RequestContext,
  { postId, targetIds, republishUnconfirmed = false, isAnswer = false }: RetryInput,
): Promise<PostView> {
  const { start, starts } = await given.db.transaction(async (tx) => {
    const { ctx, record } = await lockPostWithRights(tx, given, postId, 'writePosts');
    if (isAnswer) checkAnswered(ctx, record, targetIds);
    checkAction(ctx, 'retry', record);
    checkRetryIsApproved(ctx, record);
    const picked = pickFailed(ctx, record, targetIds);
    await checkMedia(tx, namedMediaIdsIn(onlyWith(picked, record)));
    const accountIds = picked.map((target) => target.socialAccountId);
    await checkGrants(tx, accountIds);
    const now = ctx.clock.now();
    const staged = await stageOrHold(tx, ctx, record, {
      dueAt: now,
      scheduledAt: notAfter(record.post.scheduledAt, now),
      picks: (target) => picked.includes(target),
      republishUnconfirmed,
    });
    const retriedIds = picked.map((target) => target.id);
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      ...(isAnswer ? retriedIds.map(deniedBy) : []),
      staged === null
        ? approvalRequested(null)
        : { kind: 'RETRIED', detail: { targetIds: retriedIds, workflowId: staged.workflowId } },
    ]);
    for (const targetId of isAnswer ? retriedIds : [])
      await recordResolution(tx, ctx, { post: record.post, targetId }, { isPublished: false });
    const { workspaceId } = record.post;
    const status = staged === null ? 'NEEDS_APPROVAL' : 'SCHEDULED';
    const starts = await emitPostEvent(tx, ctx, { postId, workspaceId, status });
    return { start: staged, starts };
  });
  if (start !== null) await startStagedRun(given, { ...start, requestId: given.requestId });
  await startDeliveries(given, starts);
  return readPostView(given, postId);
}

/** The post's own time, but at most now, because the sweep looks for a lost run from this time on. */
function notAfter(scheduledAt: Date | null, now: Date): Date {
  return scheduledAt === null || scheduledAt > now ? now : scheduledAt;
}

/**
 * Returns the post with only the targets that are retried. Public targets and parts may have media that were deleted
 * since.
 */
function onlyWith(picked: TargetRow[], record: PostRecord): PostRecord {
  const { post, media } = record;
  const sharesMedia = picked.some(({ status, mediaIds }) => status !== 'PUBLISHED' && mediaIds.length === 0);
  const targets = picked.map((target) => {
    const partsOverride = partsOf(post, target).slice((dueOf(target)?.order ?? 1) - 1);
    return target.status === 'PUBLISHED'
      ? { ...target, mediaIds: [], platformOptions: null, partsOverride }
      : { ...target, partsOverride: partsOf(post, target) };
  });
  return { ...record, post: { ...post, parts: [] }, targets, media: sharesMedia ? media : [] };
}

function checkAnswered(ctx: RequestContext, record: PostRecord, targetIds: string[] = []): void {
  const asked = record.targets.filter(({ id }) => targetIds.includes(id));
  if (asked.length === 0) throw notFound();
  const other = asked.find((target) => !isUnconfirmed(dueOf(target) ?? target));
  if (other) throw notUnconfirmed(ctx, record, other);
}

function deniedBy(targetId: string): TimelineEntry {
  return { kind: 'RESOLVED', targetId, detail: { isPublished: false } };
}

function nothingFailed(ctx: RequestContext, record: PostRecord): AppError<'INVALID_STATE'> {
  return new AppError('INVALID_STATE', 'The post has no failed target to retry.', {
    status: record.post.status,
    allowed: allowedNow(ctx, record).filter((action) => action !== 'retry'),
  });
}

/**
 * Whether a target has failed and can be retried. If a part of it was removed from the platform, nothing can follow
 * that part.
 */
const isRetryable = (target: TargetRow): boolean => statusOf(target) === 'FAILED' && !isTakenDown(target);

function pickFailed(ctx: RequestContext, record: PostRecord, targetIds: string[] | undefined): TargetRow[] {
  const failed = record.targets.filter(isRetryable);
  if (failed.length === 0) throw nothingFailed(ctx, record);
  if (targetIds === undefined) return failed;
  const details = targetIds.flatMap((id, index) =>
    failed.some((target) => target.id === id)
      ? []
      : [
          {
            path: `targetIds.${index}`,
            code: 'not_a_failed_target',
            message: 'The post has no failed target with this id.',
          },
        ],
  );
  if (details.length > 0) throw validationFailed(details);
  return failed.filter((target) => targetIds.includes(target.id));
}
