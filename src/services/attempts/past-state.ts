import { and, eq, exists, inArray, isNull, min, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../db/client.js';
import { postEvents, publications, publishAttempts } from '../../db/schema/index.js';
import { isReplyId } from '../../domain/ids.js';
import { postIdOfPublishRun } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import type { RunState, WorkflowStarter } from '../shared/workflow-starter.js';
import { isTargetOf, lockSubject, type PublicationRow } from '../post-records/records.js';
import { isAbout } from '../timeline/record.js';

/** Whether a run has begun and ended, so that it may have made calls. A run that never began made none. */
export async function hasBegunAndEnded(
  starter: Pick<WorkflowStarter, 'progressOf'>,
  workflowId: string,
  state: RunState,
): Promise<boolean> {
  return state === 'completed' || (state === 'closed' && (await starter.progressOf(workflowId)) === 'begun');
}

/**
 * Call this if a run is gone that the database still expects. If that run began and has ended in any way, the database
 * may have been restored to an earlier state and may lack calls of the run. In that case, all further steps of the post
 * start with a look-up.
 */
export async function noticePastState(deps: ServiceDeps, workflowId: string): Promise<void> {
  const postId = postIdOfPublishRun(workflowId);
  if (postId === undefined) return;
  const state = await deps.starter.describe(workflowId);
  if (!(await hasBegunAndEnded(deps.starter, workflowId, state))) return;
  const isNoticed = await deps.db.transaction(async (tx) => {
    const post = await lockSubject(tx, postId);
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
        isAbout(postId),
        inArray(postEvents.kind, ['RUN_SUPERSEDED', 'FINISHED']),
        sql`${postEvents.detail} ->> 'workflowId' = ${workflowId}`,
      ),
    )
    .limit(1);
  return told.length > 0;
}

/**
 * Marks the publications of a post, or some of them, to look first, because calls may be newer than the last recorded
 * attempts. Returns them.
 */
export async function lookBeforeCalls(
  tx: Tx,
  postId: string,
  since: Date,
  publicationIds?: string[],
): Promise<PublicationRow[]> {
  const known = tx
    .select({ after: sql`max(${publishAttempts.startedAt}) + interval '1 millisecond'` })
    .from(publishAttempts)
    .where(eq(publishAttempts.publicationId, publications.id));
  const created = sql`least(${publications.scheduledFor}, ${since.toISOString()}::timestamptz)`;
  return tx
    .update(publications)
    .set({ lookFirstSince: sql`greatest(${created}, (${known}))`, position: null })
    .where(
      and(
        isOfPost(tx, postId),
        isNull(publications.removedAt),
        ne(publications.status, 'PUBLISHED'),
        publicationIds && inArray(publications.id, publicationIds),
      ),
    )
    .returning();
}

/**
 * The condition that a publication is one of a post's targets, or follows one. For a reply, it selects only the reply.
 */
function isOfPost(q: Queryable, postId: string): SQL | undefined {
  if (isReplyId(postId)) return isTargetOf(postId);
  const ofPost = alias(publications, 'of_post');
  const ids = q.select({ id: ofPost.id }).from(ofPost).where(eq(ofPost.postId, postId));
  return or(isTargetOf(postId), inArray(publications.targetId, ids));
}

const original = alias(publishAttempts, 'original');

/** Whether an assumed attempt only asks about a recorded one again. `askAgain` inserts such attempts. */
function asksAgain(q: Queryable): SQL {
  const { startedAt, publicationId } = publishAttempts;
  return exists(
    q
      .select({ id: original.id })
      .from(original)
      .where(
        and(
          eq(original.publicationId, publicationId),
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
    .select({ noticed: min(publications.lookFirstSince), looked: min(publishAttempts.startedAt) })
    .from(publications)
    .leftJoin(
      publishAttempts,
      and(
        eq(publishAttempts.publicationId, publications.id),
        eq(publishAttempts.assumed, true),
        not(asksAgain(q)),
      ),
    )
    .where(isOfPost(q, postId));
  const { noticed = null, looked = null } = row ?? {};
  if (noticed === null || looked === null) return noticed ?? looked;
  return noticed < looked ? noticed : looked;
}
