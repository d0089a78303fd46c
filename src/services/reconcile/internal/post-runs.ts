import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, not, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../db/client.js';
import { posts, publications, targets } from '../../../db/schema/index.js';
import { derivePostStatus, type PostStatus } from '../../../domain/post-status.js';
import type { StepError } from '../../../domain/step-errors.js';
import { endOpen } from '../../attempts/end-open.js';
import { followerNotSent } from '../../attempts/end-step.js';
import { isTargetWaiting } from '../../attempts/followers.js';
import { stoppedLate, windowWords } from '../../attempts/late-steps.js';
import { lookBeforeCalls } from '../../attempts/past-state.js';
import {
  asSubject,
  asTarget,
  dueTimeMs,
  lockRecord,
  readTargets,
  statusesOf,
  statusOf,
  withParts,
  type PostRow,
  type PublicationRow,
  type Subject,
  type SubjectRecord,
} from '../../post-records/records.js';
import { promoteRun } from '../../post-runs/promote-run.js';
import { stageRun, startOrder, startStagedRun } from '../../post-runs/stage-run.js';
import { settlePost } from '../../publishing/settle-post.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { DeliverWebhookStart, PublishPostStart, RunState } from '../../shared/workflow-starter.js';
import { reconciler, recordEvents } from '../../timeline/record.js';
import { startDeliveries } from '../../webhooks/stage.js';
import { mayLackCalls } from './lost-runs.js';
import { ago, sweepRows, type SweepRun } from './sweep-rows.js';
import { endedAfterMs, isOver, oweTermination, sweepRuns } from './sweep-runs.js';

/** How long a post may be overdue before its run is checked. */
const overdueMsMin = 60_000;
const openStatuses = ['SCHEDULED', 'PUBLISHING'] as const;
const isOpen = and(inArray(posts.status, openStatuses), isNull(posts.deletedAt));

/** Starts publish runs whose start has not reached Temporal. */
export function startPending(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRows<PostRow>(run, {
    kind: 'START',
    table: posts,
    since: posts.pendingSince,
    ageMsMin: run.pendingAgeMsMin,
    where: isNull(posts.deletedAt),
    id: posts.pendingWorkflowId,
    look: async (post, workflowId) => {
      const [record = { post, media: [], targets: [] }] = await withParts(deps.db, [post]);
      const start = pendingStart(record, workflowId);
      await deps.starter.startPublishPost(start);
      if ((await promoteRun(deps, start)) !== undefined) await tellStart(deps, start);
      return true;
    },
  });
}

function pendingStart(record: Omit<SubjectRecord, 'changes'>, workflowId: string): PublishPostStart {
  const waiting = record.targets.filter((target) => statusOf(target) === 'SCHEDULED');
  return startOrder(record, waiting, { workflowId, dueAt: new Date(dueTimeMs(record)) });
}

function tellStart(deps: ServiceDeps, { postId, workflowId }: PublishPostStart): Promise<void> {
  const entry = { kind: 'START_DELIVERED', detail: { workflowId } } as const;
  return recordEvents(deps.db, deps, postId, reconciler, [entry]);
}

/**
 * Checks the runs of posts that should have begun or finished a while ago. One that Temporal does not know is not started
 * again, because Temporal had it once: its calls may be missing as well.
 */
export function reviveOverdue(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRuns<PostRow>(run, {
    table: posts,
    since: posts.scheduledAt,
    ageMsMin: overdueMsMin,
    where: and(isOpen, lt(posts.updatedAt, ago(deps, overdueMsMin))),
    id: posts.workflowId,
    replace: (post, state) => replaceRun(deps, post, state),
  });
}

/** Checks the runs of replies to comments. */
export function sweepReplyRuns(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRuns<PublicationRow>(run, {
    table: publications,
    since: publications.runSince,
    ageMsMin: run.pendingAgeMsMin,
    where: isNotNull(publications.workspaceId),
    id: publications.runId,
    end: (reply, state) =>
      isOver(deps, reply.scheduledFor) ? endPost(deps, asSubject(reply), state) : undefined,
    start: async (reply) => {
      if (reply.status !== 'SCHEDULED') return false;
      const record = { post: asSubject(reply), media: [], targets: [asTarget(reply)] };
      const start = pendingStart(record, reply.runId ?? '');
      await deps.starter.startPublishPost(start);
      await tellStart(deps, start);
      return true;
    },
    replace: (reply, state) => replaceRun(deps, asSubject(reply), state),
  });
}

/** Stages another run for what is left of a post or a reply. It looks first if the run may have made calls. */
async function replaceRun(deps: ServiceDeps, post: Subject, state: RunState): Promise<string | undefined> {
  const { id: postId, workflowId: goneWorkflowId } = post;
  const lookFirst = await mayLackCalls(deps.starter, post, state);
  const start = await deps.db.transaction(async (tx) => {
    const record = await lockRecord(tx, postId);
    if (record === undefined || record.post.workflowId !== goneWorkflowId) return undefined;
    if (record.post.status !== 'SCHEDULED' && record.post.status !== 'PUBLISHING') return undefined;
    const scheduledAt = record.post.scheduledAt ?? deps.clock.now();
    const dueAt = new Date(dueTimeMs(record));
    const run = { dueAt, scheduledAt, picks: isTargetWaiting, isReplacement: true };
    const staged = await stageRun(tx, deps, record, run);
    if (lookFirst) await lookBeforeCalls(tx, postId, scheduledAt);
    if (state === 'stuck') await oweTermination(tx, deps, [goneWorkflowId]);
    await recordEvents(tx, deps, postId, reconciler, [
      { kind: 'RUN_REPLACED', detail: { workflowId: staged.workflowId } },
    ]);
    return staged;
  });
  if (start !== undefined) await startStagedRun(deps, start);
  return start?.workflowId;
}

/**
 * Ends posts that their run has not ended in time, because the limit of a day must not depend on workflow code alone.
 * Steps that may have been sent become unconfirmed; Temporal is asked whether calls may be missing in the database.
 */
export function enforceDeadlines(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRows<PostRow>(run, {
    kind: 'DEADLINE',
    table: posts,
    since: posts.scheduledAt,
    ageMsMin: endedAfterMs,
    where: and(isOpen, not(isDueLater(deps))),
    id: posts.id,
    look: async (post) => {
      const runId = post.workflowId ?? post.pendingWorkflowId;
      return endPost(deps, post, runId === null ? 'missing' : await deps.starter.describe(runId));
    },
  });
}

/**
 * Whether a target of the post, or a part of one, is not over yet. A retry has its own due time, however old the post is.
 */
function isDueLater(deps: ServiceDeps) {
  const later = alias(publications, 'later');
  const isLater = and(inArray(later.status, openStatuses), gte(later.scheduledFor, ago(deps, endedAfterMs)));
  return exists(
    deps.db
      .select({ id: targets.id })
      .from(targets)
      .innerJoin(later, or(eq(later.id, targets.id), eq(later.targetId, targets.id)))
      .where(and(eq(targets.postId, posts.id), isLater)),
  );
}

async function endPost(deps: ServiceDeps, post: Subject, state: RunState): Promise<boolean> {
  const { id: postId } = post;
  const lookFirst = await mayLackCalls(deps.starter, post, state);
  const ended = await deps.db.transaction(async (tx) => {
    const record = await lockRecord(tx, postId);
    if (record === undefined || !isRecordOver(deps, record)) return undefined;
    if (!lookFirst) return endRecord(tx, deps, record);
    await lookBeforeCalls(tx, postId, record.post.scheduledAt ?? ago(deps, endedAfterMs));
    return endRecord(tx, deps, (await lockRecord(tx, postId)) ?? record);
  });
  if (ended === undefined) return false;
  deps.metrics.runFinished(ended.status);
  deps.log.error({ postId, status: ended.status }, 'a post was not ended by its run, and is ended now');
  await startDeliveries(deps, ended.starts);
  return true;
}

function isRecordOver(deps: ServiceDeps, record: SubjectRecord): boolean {
  const { status, scheduledAt } = record.post;
  if (status !== 'SCHEDULED' && status !== 'PUBLISHING') return false;
  return (scheduledAt === null || isOver(deps, scheduledAt)) && isOver(deps, new Date(dueTimeMs(record)));
}

async function endRecord(
  tx: Tx,
  deps: ServiceDeps,
  { post, targets: rows }: SubjectRecord,
): Promise<{ status: PostStatus; starts: DeliverWebhookStart[] }> {
  const { id: postId, workflowId, pendingWorkflowId } = post;
  const steps = await endOpen(tx, deps, rows, ({ target, publication, last }) => {
    if (last !== undefined) return stoppedLate(publication, last.outcome);
    return publication.targetId === null ? neverBegun(target) : followerNotSent(target, publication);
  });
  const status = derivePostStatus(statusesOf(await readTargets(tx, [postId])), { running: false });
  await oweTermination(tx, deps, [workflowId, pendingWorkflowId]);
  const entries = steps.flatMap((step) => step.entries);
  const end = { workflowId: workflowId ?? pendingWorkflowId ?? '', status, by: reconciler, entries };
  return { status, starts: await settlePost(tx, deps, post, end) };
}

const neverBegun = (target: PublicationRow): StepError => ({
  code: 'PUBLISH_WINDOW_MISSED',
  message: `Publishing did not start within ${windowWords(target)} of the due time. Nothing was sent.`,
});
