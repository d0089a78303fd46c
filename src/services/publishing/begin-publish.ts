import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts } from '../../db/schema/index.js';
import { aheadMs, clockDifferenceMsMax, mediaAheadMs } from '../../domain/ready-ahead.js';
import type { BeginPublishResult, PublishStep, TargetPlan } from '../../domain/workflow-contract.js';
import type { PublishingDeps, ServiceDeps } from '../shared/context.js';
import {
  dueTimeMs,
  lockPost,
  type PostMediaRow,
  type PostRecord,
  type TargetRow,
} from '../post-records/records.js';
import { publisher, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { commentNotSent, endStep } from '../attempts/end-step.js';
import { readLastAttempts } from '../attempts/last-attempts.js';
import { publishWindowMs } from '../attempts/late-steps.js';
import { isCommentable, lacksComment } from '../attempts/pending-comment.js';
import { readDueClockNowMs } from './internal/due-clock-now.js';
import { openTargets, promote } from './internal/open-post.js';
import { allMediaIdsOf, readAssets } from './internal/publication-media.js';
import { windowMissed } from './internal/window.js';

/**
 * The fence. Under the post's row lock, a run continues only if the post names it and its due time has come or is near.
 * If the time is near, the run prepares the invisible part, and the post stays SCHEDULED. If it has come, the post
 * turns PUBLISHING, and from then on a cancel closes targets one by one. A repeated call returns the same plan without
 * the finished steps. `nowMs` is the workflow's clock, which decides in tests that skip time.
 */
export async function beginPublish(
  deps: ServiceDeps,
  input: { postId: string; workflowId: string; nowMs: number },
): Promise<BeginPublishResult> {
  return deps.db.transaction(async (tx) => {
    // Both queries are sent at once, and the database executes them in order, so the clock is read under the lock.
    const [record, nowMs] = await Promise.all([
      lockPost(tx, input.postId),
      readDueClockNowMs(tx, deps, input.nowMs),
    ]);
    if (record === undefined) {
      await warnOfForeignRun(tx, deps, input);
      return { kind: 'SUPERSEDED' };
    }
    const { post } = record;
    const { workflowId } = input;
    const tell = (entries: TimelineEntry[]) => recordEvents(tx, deps, post.id, publisher, entries);
    if (!isOwnRun(record, workflowId) || (post.status !== 'SCHEDULED' && post.status !== 'PUBLISHING')) {
      await tell([{ kind: 'RUN_SUPERSEDED', detail: { workflowId } }]);
      return { kind: 'SUPERSEDED' };
    }
    const dueMs = dueTimeMs(record);
    const deadlineMs = dueMs + publishWindowMs(post);
    if (post.status === 'SCHEDULED' && dueMs > nowMs) {
      await promote(tx, deps, post, workflowId);
      const ahead = await plan(tx, record.targets, record.media);
      const beginMs = dueMs - aheadOf(post.id, ahead);
      if (beginMs <= nowMs)
        return { kind: 'PUBLISH', deadlineMs, dueMs, targets: ahead, ...lookupDelayOverride(deps) };
      const waitMs = beginMs - nowMs;
      // A run whose clock differs from the deciding one wakes slightly early, which needs no entry in the timeline.
      if (waitMs > clockDifferenceMsMax) {
        const until = new Date(dueMs).toISOString();
        await tell([{ kind: 'WAITING', detail: { reason: 'NOT_DUE', until, workflowId } }]);
      }
      // `untilMs` is on the run's own clock, so the wait has the right length even if that clock is wrong.
      return { kind: 'WAIT', untilMs: input.nowMs + waitMs };
    }
    const opened = await openTargets(tx, deps, record, workflowId);
    if (post.status === 'SCHEDULED' && nowMs > deadlineMs) {
      await tell(await missWindow(tx, deps, post, opened));
      return { kind: 'PUBLISH', deadlineMs, targets: [] };
    }
    const targetPlans = await plan(tx, opened, record.media);
    return { kind: 'PUBLISH', deadlineMs, targets: targetPlans, ...lookupDelayOverride(deps) };
  });
}

/** The configured waits between look-ups. Empty if this installation uses the default ones. */
export function lookupDelayOverride({
  publishing: { lookupDelaysMs },
}: ServiceDeps): Pick<PublishingDeps, 'lookupDelaysMs'> {
  return lookupDelaysMs === undefined ? {} : { lookupDelaysMs };
}

/** Logs a run whose post was never in this database: the database was replaced, or two of them share their names. */
async function warnOfForeignRun(
  tx: Tx,
  { log }: ServiceDeps,
  { postId, workflowId }: { postId: string; workflowId: string },
): Promise<void> {
  const rows = await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, postId));
  if (rows.length > 0) return;
  log.warn({ postId, workflowId }, 'ended the run of a post that is not in this database');
}

function isOwnRun({ post }: PostRecord, workflowId: string): boolean {
  return post.workflowId === workflowId || post.pendingWorkflowId === workflowId;
}

/** How long before the due time a run starts to prepare. A post with media starts earlier, by its largest size. */
function aheadOf(postId: string, plans: readonly TargetPlan[]): number {
  const sizes = plans.flatMap(({ media }) => media?.bytes ?? []);
  if (sizes.length === 0) return aheadMs(postId);
  return mediaAheadMs(postId, Math.max(...sizes));
}

async function plan(tx: Tx, rows: TargetRow[], postMedia: readonly PostMediaRow[]): Promise<TargetPlan[]> {
  const open = rows.filter((target) => stepsLeft(target).length > 0);
  const assets = await readAssets(
    tx,
    open.flatMap((target) => allMediaIdsOf(target, postMedia)),
  );
  return open.map((target) => {
    const steps = stepsLeft(target);
    const mediaIds = steps.includes('POST') ? allMediaIdsOf(target, postMedia) : [];
    const bytes = mediaIds.reduce((sum, id) => sum + (assets.get(id)?.sizeBytes ?? 0), 0);
    return {
      targetId: target.id,
      socialAccountId: target.socialAccountId,
      platform: target.platform,
      steps,
      ...(mediaIds.length === 0 ? {} : { media: { bytes } }),
    };
  });
}

function stepsLeft(target: TargetRow): PublishStep[] {
  const commentDue = lacksComment(target);
  if (target.status === 'PUBLISHING' || target.status === 'SCHEDULED')
    return commentDue ? ['POST', 'FIRST_COMMENT'] : ['POST'];
  // Sends the missing first comment of a target whose run died between the post and its comment.
  return commentDue && isCommentable(target) ? ['FIRST_COMMENT'] : [];
}

/** Ends the open steps because it is too late to publish. A step that may have been sent ends as unconfirmed. */
async function missWindow(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRecord['post'],
  opened: TargetRow[],
): Promise<TimelineEntry[]> {
  const [lastPosts, lastComments] = [
    await readLastAttempts(tx, post.id, 'POST'),
    await readLastAttempts(tx, post.id, 'FIRST_COMMENT'),
  ];
  const entries = [];
  for (const target of opened) {
    const [step] = stepsLeft(target);
    if (step === undefined) continue;
    const [last, error] =
      step === 'POST' ? [lastPosts, windowMissed(post)] : [lastComments, commentNotSent(target)];
    const ended = await endStep(tx, deps, step, { target, last: last.get(target.id) }, error);
    entries.push(...ended.entries);
  }
  return entries;
}
