import { and, asc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { posts, targets } from '../../../db/schema/index.js';
import { publishDeadlineGraceMs, publishDeadlineMs } from '../../../domain/limits.js';
import { endedPostStatuses } from '../../../domain/post-status.js';
import { lockPost } from '../../post-records/records.js';
import { commentNotSent, countEnd, endStep } from '../../attempts/end-step.js';
import { readLastAttempts } from '../../attempts/last-attempts.js';
import { leavesComment } from '../../attempts/pending-comment.js';
import type { ServiceDeps } from '../../shared/context.js';
import { reconciler, recordEvents } from '../../timeline/record.js';
import { nextCommentRunId, startCommentRun } from '../../posts/retry-first-comment.js';
import { goesOn } from '../../shared/workflow-starter.js';
import { giveUpCommentRun, oweTermination } from './end-overdue.js';
import { ago, isAfter, isDueForLook, pageRowsMax, sweepRows, type SweepRun } from './sweep-rows.js';

const startAgeMsMin = 5_000;
/** How old a finished post's missing first comment must be before its run is checked. */
const leftAgeMsMin = 120_000;

interface CommentRun {
  targetId: string;
  postId: string;
  workspaceId: string;
  workflowId: string | null;
  since: Date | null;
}

/**
 * Checks first-comment retries whose run may be gone. If Temporal does not know the run, it is started, however old the
 * request is: a run that starts too late gives up by itself. If the run has ended, the retry's failure is recorded here.
 */
export function sweepCommentRuns(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRows<CommentRun>(run, {
    kind: 'RUN',
    read: (after) =>
      deps.db
        .select({
          targetId: targets.id,
          postId: targets.postId,
          workspaceId: posts.workspaceId,
          workflowId: targets.commentRunId,
          since: targets.commentRunSince,
        })
        .from(targets)
        .innerJoin(posts, eq(posts.id, targets.postId))
        .where(
          and(
            isNotNull(targets.commentRunId),
            lt(targets.commentRunSince, ago(deps, startAgeMsMin)),
            isAfter(targets.commentRunSince, targets.id, after),
            isDueForLook(deps, 'RUN', targets.commentRunId),
          ),
        )
        .orderBy(asc(targets.commentRunSince), asc(targets.id))
        .limit(pageRowsMax),
    cursorOf: ({ since, targetId }) => ({ at: since ?? new Date(0), id: targetId }),
    debtIdOf: ({ workflowId }) => workflowId ?? '',
    look: async ({ targetId, postId, workspaceId, workflowId }) => {
      if (workflowId === null) return 'GOES_ON';
      const state = await deps.starter.describe(workflowId);
      if (goesOn(state)) return 'GOES_ON';
      if (state === 'failed' || state === 'stuck')
        return (await replaceCommentRun(deps, { targetId, postId, workspaceId, workflowId }))
          ? 'DONE'
          : 'GOES_ON';
      if (state !== 'missing')
        return (await giveUpCommentRun(deps, { targetId, postId, workflowId }, state)) ? 'DONE' : 'GOES_ON';
      await deps.starter.startRetryFirstComment({
        targetId,
        postId,
        workspaceId,
        workflowId,
        requestId: null,
      });
      return 'DONE';
    },
  });
}

/** Replaces a retry's run that the version that runs now cannot continue. The retry keeps its deadline. */
async function replaceCommentRun(
  deps: ServiceDeps,
  gone: { targetId: string; postId: string; workspaceId: string; workflowId: string },
): Promise<boolean> {
  const { targetId, postId, workspaceId, workflowId: goneWorkflowId } = gone;
  const workflowId = await deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    const target = record?.targets.find(({ id }) => id === targetId);
    if (target?.commentRunId !== goneWorkflowId) return undefined;
    const nextId = await nextCommentRunId(tx, target);
    await tx.update(targets).set({ commentRunId: nextId }).where(eq(targets.id, targetId));
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
  await startCommentRun(deps, { workflowId, postId, targetId, workspaceId, requestId: null });
  return true;
}

interface LeftComment {
  targetId: string;
  postId: string;
  workflowId: string | null;
  since: Date;
}

/** Ends the missing first comments of finished posts whose run has ended or is gone, because they will not be sent. */
export function sweepLeftComments(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { id: targetId, updatedAt: since } = targets;
  return sweepRows<LeftComment>(run, {
    kind: 'COMMENT',
    read: (after) =>
      deps.db
        .select({ targetId, postId: posts.id, workflowId: posts.workflowId, since })
        .from(targets)
        .innerJoin(posts, eq(posts.id, targets.postId))
        .where(
          and(
            eq(targets.status, 'PUBLISHED'),
            isNotNull(targets.firstComment),
            isNull(targets.firstCommentExternalId),
            isNull(targets.firstCommentError),
            isNull(targets.commentRunId),
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
      const isInTime = row.since > ago(deps, publishDeadlineMs + publishDeadlineGraceMs);
      if (isInTime && goesOn(state)) return 'GOES_ON';
      return (await endLeftComment(deps, row)) ? 'DONE' : 'GOES_ON';
    },
  });
}

async function endLeftComment(deps: ServiceDeps, { postId, targetId }: LeftComment): Promise<boolean> {
  const ended = await deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    const target = record?.targets.find(({ id }) => id === targetId);
    const isFinal = (endedPostStatuses as readonly string[]).includes(record?.post.status ?? '');
    if (target === undefined || !isFinal || !leavesComment(target)) return undefined;
    const last = (await readLastAttempts(tx, postId, 'FIRST_COMMENT')).get(targetId);
    const ended = await endStep(tx, deps, 'FIRST_COMMENT', { target, last }, commentNotSent(target));
    await recordEvents(tx, deps, postId, reconciler, ended.entries);
    return ended;
  });
  countEnd(deps, { step: 'FIRST_COMMENT' }, ended?.end);
  return ended !== undefined;
}
