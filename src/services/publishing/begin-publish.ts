import type { Tx } from '../../db/client.js';
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
 * The fence. Under the post's row lock, a run goes on only if the post names it and its time has come or is near. Where
 * it is near, the run prepares what nobody sees, and the post stays SCHEDULED. Where it has come, the post turns
 * PUBLISHING, and from there on a cancel closes targets one by one. Repeating it gives the same plan, less what is done.
 *
 * `nowMs` is the workflow's clock, which counts where tests skip time.
 */
export async function beginPublish(
  deps: ServiceDeps,
  input: { postId: string; workflowId: string; nowMs: number },
): Promise<BeginPublishResult> {
  return deps.db.transaction(async (tx) => {
    // Sent together, run one behind the other.
    const [record, nowMs] = await Promise.all([
      lockPost(tx, input.postId),
      readDueClockNowMs(tx, deps, input.nowMs),
    ]);
    if (record === undefined) return { kind: 'SUPERSEDED' };
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
      // A run that is woken by another clock than ours is a moment early: that is no news.
      if (waitMs > clockDifferenceMsMax) {
        const until = new Date(dueMs).toISOString();
        await tell([{ kind: 'WAITING', detail: { reason: 'NOT_DUE', until, workflowId } }]);
      }
      // As long by the run's clock, whatever that says.
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

/** What a plan says of the look-ups where this installation has other waits than the usual ones. */
export function lookupDelayOverride({
  publishing: { lookupDelaysMs },
}: ServiceDeps): Pick<PublishingDeps, 'lookupDelaysMs'> {
  return lookupDelaysMs === undefined ? {} : { lookupDelaysMs };
}

function isOwnRun({ post }: PostRecord, workflowId: string): boolean {
  return post.workflowId === workflowId || post.pendingWorkflowId === workflowId;
}

/** How long before its time a run does what nobody sees. */
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
  // A run that died between the post and its comment is taken up here.
  return commentDue && isCommentable(target) ? ['FIRST_COMMENT'] : [];
}

/** Nothing is published this late; what an earlier run may have sent is not said to be unsent. */
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
    const [last, error] = step === 'POST' ? [lastPosts, windowMissed(post)] : [lastComments, commentNotSent];
    const ended = await endStep(tx, deps, step, { target, last: last.get(target.id) }, error);
    entries.push(...ended.entries);
  }
  return entries;
}
