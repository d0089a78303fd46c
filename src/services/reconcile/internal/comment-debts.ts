import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { posts, publications, targets } from '../../../db/schema/index.js';
import { publishDeadlineGraceMs, publishDeadlineMs } from '../../../domain/limits.js';
import { endedPostStatuses } from '../../../domain/post-status.js';
import { followers, isFollowerOf, lockPost } from '../../post-records/records.js';
import { endLeftFollower } from '../../attempts/end-lost-followers.js';
import { countEnd } from '../../attempts/end-step.js';
import { leftFollower } from '../../attempts/followers.js';
import type { ServiceDeps } from '../../shared/context.js';
import { reconciler, recordEvents } from '../../timeline/record.js';
import { nextCommentRunId, startCommentRun } from '../../posts/retry-first-comment.js';
import { goesOn, type RetryFirstCommentStart } from '../../shared/workflow-starter.js';
import { endIfOver } from './deadlines.js';
import { giveUpCommentRun, oweTermination } from './end-overdue.js';
import { reviveReply } from './post-debts.js';
import { ago, isAfter, isDueForLook, pageRowsMax, sweepRows, type SweepRun } from './sweep-rows.js';

const commented = alias(publications, 'commented');

/** A run ends by itself before this time. One that has not is stuck, paused or lost. */
const endedAfterMs = publishDeadlineMs + publishDeadlineGraceMs;
/** How old a finished post's missing first comment must be before its run is checked. */
const leftAgeMsMin = 120_000;

interface CommentRun extends RetryFirstCommentStart {
  since: Date;
}

/**
 * Checks the runs of replies and of first-comment retries. If Temporal does not know a run, it is started. What its run
 * has not ended in time ends here.
 */
export function sweepOwnRuns(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { id, runId, runSince } = publications;
  return sweepRows(run, {
    kind: 'RUN',
    read: (after) =>
      deps.db
        .select({ publication: publications, postId: posts.id, workspaceId: posts.workspaceId })
        .from(publications)
        .leftJoin(commented, eq(commented.id, publications.targetId))
        .leftJoin(posts, eq(posts.id, commented.postId))
        .where(
          and(
            isNotNull(runId),
            lt(runSince, ago(deps, run.pendingAgeMsMin)),
            isAfter(runSince, id, after),
            isDueForLook(deps, 'RUN', runId),
          ),
        )
        .orderBy(asc(runSince), asc(id))
        .limit(pageRowsMax),
    cursorOf: ({ publication }) => ({ at: publication.runSince ?? new Date(0), id: publication.id }),
    debtIdOf: ({ publication }) => publication.runId ?? '',
    look: async ({ publication, postId, workspaceId }) => {
      const { targetId, runId: workflowId, runSince: since } = publication;
      if (targetId === null)
        return (await endIfOver(deps, publication)) ? 'DONE' : reviveReply(deps, publication);
      if (workflowId === null || since === null || postId === null || workspaceId === null) return 'GOES_ON';
      return lookAtRetry(deps, { targetId, postId, workspaceId, workflowId, since, requestId: null });
    },
  });
}

async function lookAtRetry(deps: ServiceDeps, { since, ...start }: CommentRun): Promise<'DONE' | 'GOES_ON'> {
  const state = await deps.starter.describe(start.workflowId);
  const isOver = since < ago(deps, endedAfterMs);
  if (!isOver && goesOn(state)) return 'GOES_ON';
  if (!isOver && (state === 'failed' || state === 'stuck'))
    return (await replaceCommentRun(deps, start)) ? 'DONE' : 'GOES_ON';
  if (isOver || state !== 'missing') return (await giveUpCommentRun(deps, start, state)) ? 'DONE' : 'GOES_ON';
  await deps.starter.startRetryFirstComment(start);
  return 'DONE';
}

/** Replaces a retry's run that the version that runs now cannot continue. The retry keeps its deadline. */
async function replaceCommentRun(deps: ServiceDeps, gone: RetryFirstCommentStart): Promise<boolean> {
  const { targetId, postId, workflowId: goneWorkflowId } = gone;
  const workflowId = await deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    const target = record?.targets.find(({ id }) => id === targetId);
    if (target?.comment?.runId !== goneWorkflowId) return undefined;
    const nextId = await nextCommentRunId(tx, target);
    await tx.update(publications).set({ runId: nextId }).where(eq(publications.runId, goneWorkflowId));
    await oweTermination(tx, deps, [goneWorkflowId]);
    await recordEvents(tx, deps, postId, reconciler, [
      { kind: 'COMMENT_RETRIED', targetId, detail: { workflowId: nextId } },
    ]);
    return nextId;
  });
  if (workflowId === undefined) return false;
  deps.log.warn(
    { postId, targetId, goneWorkflowId, workflowId },
    'a first-comment run was gone and is replaced',
  );
  await startCommentRun(deps, { ...gone, workflowId });
  return true;
}

interface LeftFollower {
  targetId: string;
  postId: string;
  workflowId: string | null;
  since: Date;
}

/**
 * Ends the parts and first comments that were not sent after public targets of finished posts, if the run has ended or
 * is gone.
 */
export function sweepLeftFollowers(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { id: targetId } = targets;
  const { status, runId, step, updatedAt: since } = followers;
  return sweepRows<LeftFollower>(run, {
    kind: 'COMMENT',
    read: (after) =>
      deps.db
        .select({ targetId, postId: posts.id, workflowId: posts.workflowId, since })
        .from(targets)
        .innerJoin(followers, isFollowerOf(targets))
        .innerJoin(posts, eq(posts.id, targets.postId))
        .where(
          and(
            eq(targets.status, 'PUBLISHED'),
            or(ne(step, 'FIRST_COMMENT'), isNotNull(targets.firstComment)),
            eq(status, 'PUBLISHING'),
            isNotNull(followers.targetId),
            isNull(runId),
            isNull(targets.removedAt),
            inArray(posts.status, endedPostStatuses),
            isNull(posts.deletedAt),
            lt(since, ago(deps, leftAgeMsMin)),
            isAfter(since, targetId, after),
            isDueForLook(deps, 'COMMENT', targetId),
          ),
        )
        .orderBy(asc(since), asc(targetId))
        .limit(pageRowsMax),
    cursorOf: (row) => ({ at: row.since, id: row.targetId }),
    debtIdOf: (row) => row.targetId,
    look: async (row) => {
      const state = row.workflowId === null ? 'missing' : await deps.starter.describe(row.workflowId);
      const isInTime = row.since > ago(deps, endedAfterMs);
      if (isInTime && goesOn(state)) return 'GOES_ON';
      return (await endOne(deps, row)) ? 'DONE' : 'GOES_ON';
    },
  });
}

async function endOne(deps: ServiceDeps, { postId, targetId }: LeftFollower): Promise<boolean> {
  const ended = await deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    const target = record?.targets.find(({ id }) => id === targetId);
    const isFinal = (endedPostStatuses as readonly string[]).includes(record?.post.status ?? '');
    const left = target === undefined ? null : leftFollower(target);
    if (target === undefined || !isFinal || left === null) return undefined;
    const ended = await endLeftFollower(tx, deps, target);
    await recordEvents(tx, deps, postId, reconciler, ended.entries);
    return { ...ended, step: left.step };
  });
  if (ended !== undefined) countEnd(deps, ended, ended.end);
  return ended !== undefined;
}
