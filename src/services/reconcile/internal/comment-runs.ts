import { and, eq, exists, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { posts, publications } from '../../../db/schema/index.js';
import { endedPostStatuses } from '../../../domain/post-status.js';
import { endComment, endFollowers } from '../../attempts/end-open.js';
import { countEnd } from '../../attempts/end-step.js';
import { lockTarget } from '../../post-records/lock-target.js';
import type { PublicationRow } from '../../post-records/records.js';
import { nextCommentRunId, startCommentRun } from '../../posts/retry-first-comment.js';
import type { ServiceDeps } from '../../shared/context.js';
import { goesOn } from '../../shared/workflow-starter.js';
import { reconciler, recordEvents } from '../../timeline/record.js';
import { sweepRows, type SweepRun } from './sweep-rows.js';
import { isOver, oweTermination, sweepRuns } from './sweep-runs.js';

/** How old a finished post's missing first comment must be before its run is checked. */
const leftAgeMsMin = 120_000;
const commented = alias(publications, 'commented');

/** Checks the runs of first-comment retries. */
export function sweepCommentRuns(run: SweepRun): Promise<number> {
  const { deps, pendingAgeMsMin: ageMsMin } = run;
  const { runSince, runId, targetId } = publications;
  return sweepRuns<PublicationRow>(run, {
    ...{ table: publications, since: runSince, ageMsMin, id: runId, where: isNotNull(targetId) },
    // A run that has ended cannot end its comment any more.
    end: (comment, state) => {
      const hasEnded = state === 'completed' || state === 'closed';
      return hasEnded || isOver(deps, comment.runSince) ? giveUp(deps, comment, hasEnded) : undefined;
    },
    start: async (comment) => {
      const post = await postOf(deps, comment);
      if (post === undefined) return false;
      await deps.starter.startRetryFirstComment(startOf(comment.runId ?? '', comment, post));
      return true;
    },
    replace: (comment) => replaceRun(deps, comment),
  });
}

/** The post of a first comment, or of another publication that follows a target. */
async function postOf({ db }: ServiceDeps, { targetId }: PublicationRow) {
  const { id, workspaceId, workflowId } = posts;
  const [post] = await db
    .select({ id, workspaceId, workflowId })
    .from(posts)
    .innerJoin(publications, eq(publications.postId, posts.id))
    .where(eq(publications.id, targetId ?? ''));
  return post;
}

const startOf = (
  workflowId: string,
  { targetId }: PublicationRow,
  { id: postId, workspaceId }: { id: string; workspaceId: string },
) => ({ workflowId, targetId: targetId ?? '', postId, workspaceId, requestId: null });

/**
 * Ends a retry whose run can no longer do so. If that run has ended but the comment still names it, the database was
 * restored to an earlier state, and the comment may have been sent.
 */
function giveUp(deps: ServiceDeps, { targetId, runId }: PublicationRow, isLost: boolean): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const { post, target } = (await lockTarget(tx, targetId)) ?? {};
    if (target !== undefined && target.comment?.runId !== runId) return false;
    // The comment of a deleted post does not end visibly, but its run is still terminated.
    const isDue = target !== undefined && target.comment?.status !== 'PUBLISHED';
    const entries = isDue ? await endComment(tx, deps, target, { isLost }) : [];
    await tx
      .update(publications)
      .set({ runId: null, runSince: null })
      .where(eq(publications.runId, runId ?? ''));
    await oweTermination(tx, deps, [runId]);
    await recordEvents(tx, deps, post?.id ?? '', reconciler, entries);
    return true;
  });
}

/** Stages another run, which has the deadline of the first one. */
async function replaceRun(deps: ServiceDeps, comment: PublicationRow): Promise<string | undefined> {
  const { targetId, runId: goneId } = comment;
  const start = await deps.db.transaction(async (tx) => {
    const { post, target } = (await lockTarget(tx, targetId)) ?? {};
    if (post === undefined || target?.comment?.runId !== goneId) return undefined;
    const runId = await nextCommentRunId(tx, target);
    await tx.update(publications).set({ runId }).where(eq(publications.id, comment.id));
    await oweTermination(tx, deps, [goneId]);
    await recordEvents(tx, deps, post.id, reconciler, [
      { kind: 'COMMENT_RETRIED', targetId: target.id, detail: { workflowId: runId } },
    ]);
    return startOf(runId, comment, post);
  });
  if (start !== undefined) await startCommentRun(deps, start);
  return start?.workflowId;
}

/**
 * Ends the parts and first comments that were not sent after public targets of finished posts, if the post's run has
 * ended or is gone.
 */
export function sweepLeftFollowers(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { step, status, runId, removedAt, targetId, updatedAt } = publications;
  const isWanted = or(ne(step, 'FIRST_COMMENT'), isNotNull(commented.firstComment));
  const followsEnded = deps.db
    .select({ id: commented.id })
    .from(commented)
    .innerJoin(posts, eq(posts.id, commented.postId))
    .where(
      and(
        ...[
          eq(commented.id, targetId),
          eq(commented.status, 'PUBLISHED'),
          isNull(commented.removedAt),
          isWanted,
        ],
        ...[inArray(posts.status, endedPostStatuses), isNull(posts.deletedAt)],
      ),
    );
  return sweepRows<PublicationRow>(run, {
    kind: 'COMMENT',
    table: publications,
    since: updatedAt,
    ageMsMin: leftAgeMsMin,
    where: and(eq(status, 'PUBLISHING'), isNull(runId), isNull(removedAt), exists(followsEnded)),
    id: targetId,
    look: async (follower) => {
      const runId = (await postOf(deps, follower))?.workflowId ?? null;
      const state = runId === null ? 'missing' : await deps.starter.describe(runId);
      return (isOver(deps, follower.updatedAt) || !goesOn(state)) && endLeft(deps, follower);
    },
  });
}

async function endLeft(deps: ServiceDeps, { targetId }: PublicationRow): Promise<boolean> {
  const ended = await deps.db.transaction(async (tx) => {
    const found = await lockTarget(tx, targetId);
    if (found === undefined || !endedPostStatuses.some((status) => status === found.post.status)) return [];
    const ended = await endFollowers(tx, deps, [found.target]);
    const entries = ended.flatMap((step) => step.entries);
    await recordEvents(tx, deps, found.post.id, reconciler, entries);
    return ended;
  });
  for (const step of ended) countEnd(deps, step, step.end);
  return ended.length > 0;
}
