import { asc, eq, isNotNull } from 'drizzle-orm';
import { posts, targets } from '../../db/schema/index.js';
import type { ServiceDeps } from '../context.js';
import { startCommentRun } from '../posts/retry-first-comment.js';
import { endCommentRun } from '../publishing/comment-run.js';

const sweepRowsMax = 200;
const startAgeMsMin = 5_000;
/** A run that Temporal does not know after this is gone: terminated by hand, or lost with its database. */
const goneAgeMsMin = 120_000;

/** First-comment retries whose run was not started, or is gone. */
export async function sweepCommentRuns(deps: ServiceDeps): Promise<number> {
  const nowMs = deps.clock.now().getTime();
  const rows = await deps.db
    .select({
      targetId: targets.id,
      postId: targets.postId,
      workspaceId: posts.workspaceId,
      workflowId: targets.commentRunId,
      since: targets.commentRunSince,
    })
    .from(targets)
    .innerJoin(posts, eq(posts.id, targets.postId))
    .where(isNotNull(targets.commentRunId))
    .orderBy(asc(targets.commentRunSince))
    .limit(sweepRowsMax);
  let started = 0;
  for (const { workflowId, since, ...target } of rows) {
    const ageMs = nowMs - (since?.getTime() ?? 0);
    if (workflowId === null || ageMs < startAgeMsMin) continue;
    if (ageMs > goneAgeMsMin && !(await deps.starter.isRunning(workflowId))) {
      await endCommentRun(deps, { targetId: target.targetId, workflowId });
    } else if (await startCommentRun(deps, { ...target, workflowId, requestId: null })) {
      started += 1;
    }
  }
  return started;
}
