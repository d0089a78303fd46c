import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { fixedStatement, rowSlots, slot } from '../../db/fixed-statement.js';
import { postEvents, posts, targets } from '../../db/schema/index.js';
import { publishDeadlineMs, replyDeadlineMs } from '../../domain/limits.js';
import type { BeginPublishResult, PublishStep, TargetPlan } from '../../domain/workflow-contract.js';
import type { PublishingDeps, ServiceDeps } from '../shared/context.js';
import { lockPost, type PostMediaRow, type PostRecord, type TargetRow } from '../post-records/records.js';
import { eventKeys, eventRows, publisher, recordEvents, type TimelineEntry } from '../timeline/record.js';
import type { StepError } from '../attempts/close-attempt.js';
import { commentNotSent, endStep } from '../attempts/end-step.js';
import { readLastAttempts } from '../attempts/last-attempts.js';
import { owesComment } from '../attempts/owed-comment.js';
import { allMediaIdsOf, readAssets } from './internal/publication-media.js';

/**
 * The fence. Under the post's row lock, a run goes on only if the post names it and is due; then the post
 * turns PUBLISHING, and from there on a cancel closes targets one by one. Repeating it gives the same plan,
 * less what is done.
 *
 * `nowMs` is the workflow's clock, so that skipped time counts in tests.
 */
export async function beginPublish(
  deps: ServiceDeps,
  input: { postId: string; workflowId: string; nowMs: number },
): Promise<BeginPublishResult> {
  return deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, input.postId);
    if (record === undefined) return { kind: 'SUPERSEDED' };
    const { post } = record;
    const { workflowId } = input;
    const tell = (entries: TimelineEntry[]) => recordEvents(tx, deps, post.id, publisher, entries);
    if (!isOwnRun(record, workflowId) || (post.status !== 'SCHEDULED' && post.status !== 'PUBLISHING')) {
      await tell([{ kind: 'RUN_SUPERSEDED', detail: { workflowId } }]);
      return { kind: 'SUPERSEDED' };
    }
    const nowMs = Math.max(input.nowMs, deps.clock.now().getTime());
    const dueMs = dueTimeMs(record);
    if (post.status === 'SCHEDULED' && dueMs > nowMs) {
      await promote(tx, deps, post, workflowId);
      const until = new Date(dueMs).toISOString();
      await tell([{ kind: 'WAITING', detail: { reason: 'NOT_DUE', until, workflowId } }]);
      return { kind: 'WAIT', untilMs: dueMs };
    }
    const deadlineMs = dueMs + (post.replyCommentId === null ? publishDeadlineMs : replyDeadlineMs);
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

/** The latest time that a waiting target asks for; a retry is due at once, whatever the post's own time. */
function dueTimeMs({ post, targets: rows }: PostRecord): number {
  const times = rows.flatMap((target) =>
    target.scheduledFor === null ? [] : [target.scheduledFor.getTime()],
  );
  return times.length > 0 ? Math.max(...times) : (post.scheduledAt?.getTime() ?? 0);
}

/** Firing before the API's second commit: the id is promoted here instead. */
async function promote(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRecord['post'],
  workflowId: string,
): Promise<void> {
  if (post.pendingWorkflowId !== workflowId) return;
  await tx
    .update(posts)
    .set({ workflowId, pendingWorkflowId: null, pendingSince: null, updatedAt: deps.clock.now() })
    .where(eq(posts.id, post.id));
}

const eventSlots = rowSlots(postEvents, eventKeys);

/** The post turns PUBLISHING, and its targets, and its timeline says so: one statement. */
const openStatement = fixedStatement('open_targets', (q) => {
  const updatedAt = slot(posts.updatedAt, 'now');
  const openedPost = q.$with('opened_post').as(
    q
      .update(posts)
      .set({
        status: 'PUBLISHING',
        workflowId: slot(posts.workflowId, 'workflowId'),
        pendingWorkflowId: null,
        pendingSince: null,
        updatedAt,
      })
      .where(eq(posts.id, slot(posts.id, 'postId')))
      .returning({ id: posts.id }),
  );
  const openedTargets = q.$with('opened_targets').as(
    q
      .update(targets)
      .set({ status: 'PUBLISHING', updatedAt })
      .where(and(eq(targets.postId, slot(targets.postId, 'postId')), eq(targets.status, 'SCHEDULED')))
      .returning({ id: targets.id }),
  );
  return q.with(openedPost, openedTargets).insert(postEvents).values(eventSlots.slots);
});

async function openTargets(
  tx: Tx,
  deps: ServiceDeps,
  { post, targets: rows }: PostRecord,
  workflowId: string,
): Promise<TargetRow[]> {
  const now = deps.clock.now();
  const waiting = rows.filter((target) => target.status === 'SCHEDULED');
  if (post.status === 'SCHEDULED') {
    const begun: TimelineEntry = { kind: 'PUBLISHING_BEGUN', detail: { workflowId } };
    const [event] = eventRows(deps, post.id, publisher, [begun]);
    if (event !== undefined)
      await openStatement(tx, { ...eventSlots.values(event), postId: post.id, workflowId, now });
  } else {
    await promote(tx, deps, post, workflowId);
  }
  const waitingIds = new Set(waiting.map((target) => target.id));
  return rows.map((target) =>
    waitingIds.has(target.id) ? { ...target, status: 'PUBLISHING' as const } : target,
  );
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
  const commentDue = owesComment(target);
  if (target.status === 'PUBLISHING') return commentDue ? ['POST', 'FIRST_COMMENT'] : ['POST'];
  // A run that died between the post and its comment is taken up here.
  return target.status === 'PUBLISHED' && commentDue ? ['FIRST_COMMENT'] : [];
}

const windowMissed = ({ replyCommentId }: PostRecord['post']): StepError => ({
  code: 'PUBLISH_WINDOW_MISSED',
  message: `The service was not running for more than ${replyCommentId === null ? 'a day' : 'an hour'} after the due time. Nothing was sent.`,
});

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
