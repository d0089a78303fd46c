import { and, eq, exists, inArray, isNull, min, ne, not, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../db/client.js';
import { postEvents, publishAttempts, targets } from '../../db/schema/index.js';
import { postIdOfPublishRun } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import type { RunState, WorkflowStarter } from '../shared/workflow-starter.js';
import { lockPostRow } from '../post-records/records.js';

/** Whether a run has begun and ended, so that it may have made calls. A run that never began made none. */
export async function hasBegunAndEnded(
  starter: Pick<WorkflowStarter, 'progressOf'>,
  workflowId: string,
  state: RunState,
): Promise<boolean> {
  return state === 'completed' || (state === 'closed' && (await starter.progressOf(workflowId)) === 'begun');
}

/**
 * Call this when a run is gone that the database still expects. If that run began and has ended in any way, the
 * database may have been restored to an earlier state and may lack calls of the run. In that case, all further steps of
 * the post start with a look-up.
 */
export async function noticePastState(deps: ServiceDeps, workflowId: string): Promise<void> {
  const postId = postIdOfPublishRun(workflowId);
  if (postId === undefined) return;
  const state = await deps.starter.describe(workflowId);
  if (!(await hasBegunAndEnded(deps.starter, workflowId, state))) return;
  const isNoticed = await deps.db.transaction(async (tx) => {
    const post = await lockPostRow(tx, postId);
    // The timeline records an end if the fence stopped the run or the run finished the post.
    if (post === undefined || (await isEndKnown(tx, postId, workflowId))) return false;
    await lookBeforeCalls(tx, postId, post.scheduledAt ?? deps.clock.now());
    return true;
  });
  if (isNoticed) deps.log.error({ postId, workflowId }, 'a run has ended that the database knows as waiting');
}

async function isEndKnown(tx: Tx, postId: string, workflowId: string): Promise<boolean> {
  const told = await tx
    .select({ kind: postEvents.kind })
    .from(postEvents)
    .where(
      and(
        eq(postEvents.postId, postId),
        inArray(postEvents.kind, ['RUN_SUPERSEDED', 'FINISHED']),
        sql`${postEvents.detail} ->> 'workflowId' = ${workflowId}`,
      ),
    )
    .limit(1);
  return told.length > 0;
}

/** Marks the remaining steps to look first, because calls may be newer than the last recorded attempts. */
export async function lookBeforeCalls(
  tx: Tx,
  postId: string,
  since: Date,
  targetIds?: string[],
): Promise<void> {
  const known = tx
    .select({ after: sql`max(${publishAttempts.startedAt}) + interval '1 millisecond'` })
    .from(publishAttempts)
    .where(eq(publishAttempts.targetId, targets.id));
  const created = sql`least(${targets.scheduledFor}, ${since.toISOString()}::timestamptz)`;
  await tx
    .update(targets)
    .set({ lookFirstSince: sql`greatest(${created}, (${known}))`, position: null })
    .where(
      and(eq(targets.postId, postId), isNull(targets.removedAt), targetIds && inArray(targets.id, targetIds)),
    );
}

const original = alias(publishAttempts, 'original');

/** Whether an assumed attempt only repeats the question about a recorded one. `askAgain` inserts such attempts. */
function asksAgain(q: Queryable): SQL {
  const { startedAt, step, targetId } = publishAttempts;
  return exists(
    q
      .select({ id: original.id })
      .from(original)
      .where(
        and(
          eq(original.targetId, targetId),
          eq(original.step, step),
          eq(original.startedAt, startedAt),
          ne(original.id, publishAttempts.id),
        ),
      ),
  );
}

/**
 * The time from which calls for a post may be missing in the database, including calls to accounts that its rows do
 * not know. Null if no restore was noticed.
 */
export async function callsMissingSince(q: Queryable, postId: string): Promise<Date | null> {
  const [row] = await q
    .select({ noticed: min(targets.lookFirstSince), looked: min(publishAttempts.startedAt) })
    .from(targets)
    .leftJoin(
      publishAttempts,
      and(eq(publishAttempts.targetId, targets.id), eq(publishAttempts.assumed, true), not(asksAgain(q))),
    )
    .where(eq(targets.postId, postId));
  const { noticed = null, looked = null } = row ?? {};
  if (noticed === null || looked === null) return noticed ?? looked;
  return noticed < looked ? noticed : looked;
}
