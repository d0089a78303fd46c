import { and, count, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { postEvents, publications, targets } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import { firstCommentCooldownMs } from '../../domain/limits.js';
import { publicationIdOf, retryFirstCommentWorkflowId } from '../../domain/workflow-contract.js';
import { awaitRun } from '../post-runs/await-run.js';
import { tryStart } from '../post-runs/try-start.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import type { RetryFirstCommentStart } from '../shared/workflow-starter.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import { checkGrants } from '../account-grants/grants.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { readPostView } from './get.js';
import { checkUnchanged } from '../post-records/changes.js';
import { lastAttempt } from '../attempts/last-attempts.js';
import { isTakenDown, statusOf, type PublicationRow, type TargetRow } from '../post-records/records.js';
import type { PostView } from '../post-records/types.js';

/**
 * Sends a failed first comment again (POST /posts/{id}/targets/{tid}/retry-first-comment) with a separate run, so post
 * and targets keep their status. Waits a while for the outcome; a comment that is SENDING in the response ends later.
 */
export async function retryFirstComment(
  ctx: RequestContext,
  { postId, targetId }: { postId: string; targetId: string },
): Promise<PostView> {
  const run = await ctx.db.transaction(async (tx) => {
    const { record } = await lockPostWithRights(tx, ctx, postId, 'writePosts');
    const target = record.targets.find((row) => row.id === targetId);
    if (target === undefined) throw notFound();
    checkUnchanged(record.changes, [target]);
    const comment = retryableComment(target);
    const now = ctx.clock.now();
    await checkCooldown(tx, comment, now);
    await checkGrants(tx, [target.socialAccountId]);
    const workflowId = await nextCommentRunId(tx, target);
    await tx
      .update(publications)
      .set({ runId: workflowId, runSince: now, cancelRequestedAt: null, updatedAt: now })
      .where(eq(publications.id, comment.id));
    await tx.update(targets).set({ updatedAt: now }).where(eq(targets.id, targetId));
    await recordEvents(tx, ctx, postId, callerOf(ctx), [
      { kind: 'COMMENT_RETRIED', targetId, detail: { workflowId } },
    ]);
    return { workflowId, postId, targetId, workspaceId: record.post.workspaceId };
  });
  await startCommentRun(ctx, { ...run, requestId: ctx.requestId });
  await awaitRun(ctx, publicationIdOf({ targetId, step: 'FIRST_COMMENT' }));
  return readPostView(ctx, postId);
}

/** The first comment of a target, if it may be sent again. */
function retryableComment(target: TargetRow): PublicationRow {
  if (statusOf(target) !== 'PUBLISHED' || isTakenDown(target)) {
    const message =
      target.status === 'PUBLISHED' && !isTakenDown(target)
        ? 'Not all parts of the target have been published.'
        : 'The target is not public.';
    throw new AppError('TARGET_NOT_PUBLISHED', message, {});
  }
  if ((target.parts.at(-1) ?? target).externalPostId === null) {
    throw new AppError(
      'NO_EXTERNAL_ID',
      'Punctual does not know the id of the post on the platform, so it cannot comment on it. Write the comment on the platform.',
      {},
    );
  }
  if (target.firstComment === null) {
    throw new AppError('NO_COMMENT_TO_RETRY', 'The target has no first comment.', {});
  }
  if (target.comment?.status !== 'FAILED') {
    throw new AppError('NO_ERROR_TO_RETRY', 'The first comment has not failed.', {});
  }
  return target.comment;
}

/** The id of the next retry's run. Each retry gets a new one, even after a run that ended without a call. */
export async function nextCommentRunId(tx: Tx, { id, postId, comment }: TargetRow): Promise<string> {
  const [asked] = await tx
    .select({ times: count() })
    .from(postEvents)
    .where(
      and(eq(postEvents.postId, postId), eq(postEvents.targetId, id), eq(postEvents.kind, 'COMMENT_RETRIED')),
    );
  // Numbers start at 2, because the post's own run makes the first attempt.
  return retryFirstCommentWorkflowId(id, Math.max((comment?.attemptCount ?? 0) + 1, (asked?.times ?? 0) + 2));
}

/** Refuses a retry within a minute of the last attempt, or of the last request while its run works. */
async function checkCooldown(tx: Tx, comment: PublicationRow, now: Date): Promise<void> {
  const last = await lastAttempt(tx, comment.id);
  const lastMs = Math.max(last?.startedAt.getTime() ?? 0, comment.runSince?.getTime() ?? 0);
  const leftMs = lastMs + firstCommentCooldownMs - now.getTime();
  const retryAfterMs = comment.runId === null ? leftMs : Math.max(leftMs, 1_000);
  if (retryAfterMs <= 0) return;
  throw new AppError(
    'RETRY_COOLDOWN',
    'The first comment was attempted less than a minute ago. Try again later.',
    {
      retryAfterMs,
    },
  );
}

/** Starts the run that the first comment's row names. If that fails, the reconciler tries again. */
export async function startCommentRun(deps: ServiceDeps, start: RetryFirstCommentStart): Promise<void> {
  await tryStart(deps, start, () => deps.starter.startRetryFirstComment(start));
}
