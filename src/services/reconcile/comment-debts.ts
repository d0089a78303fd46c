import { and, asc, eq, isNotNull, lt } from 'drizzle-orm';
import { posts, targets } from '../../db/schema/index.js';
import { endCommentRun } from '../publishing/comment-run.js';
import { ago, isAfter, isDueForLook, pageRowsMax, sweepRows, type SweepRun } from './sweep-rows.js';

const startAgeMsMin = 5_000;
/** A run that Temporal does not know after this is gone: terminated by hand, or lost with its database. */
const goneAgeMsMin = 120_000;

interface CommentRun {
  targetId: string;
  postId: string;
  workspaceId: string;
  workflowId: string | null;
  since: Date | null;
}

/** First-comment retries whose run was not started, or is gone. */
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
    look: async ({ workflowId, since, ...target }) => {
      if (workflowId === null || since === null) return 'GOES_ON';
      const state = await deps.starter.describe(workflowId);
      if (state === 'running' || state === 'paused') return 'GOES_ON';
      if (since < ago(deps, goneAgeMsMin)) {
        await endCommentRun(deps, { targetId: target.targetId, workflowId });
        return 'DONE';
      }
      await deps.starter.startRetryFirstComment({ ...target, workflowId, requestId: null });
      return 'DONE';
    },
  });
}
