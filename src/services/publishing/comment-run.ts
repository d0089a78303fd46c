import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { postEvents, publications, targets } from '../../db/schema/index.js';
import { endLostComment } from '../attempts/end-lost-followers.js';
import { commentableOf } from '../attempts/followers.js';
import { lockPost, type TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import { publisher, recordEvents } from '../timeline/record.js';

/**
 * Ends the run, so that a failed first comment may be retried again. If the timeline shows no end after the latest
 * retry request, the database was restored in the meantime: the first comment then ends as unconfirmed.
 */
export async function endCommentRun(
  deps: ServiceDeps,
  input: { targetId: string; workflowId: string },
): Promise<void> {
  const { targetId, runId } = publications;
  const isOwn = and(eq(targetId, input.targetId), eq(runId, input.workflowId));
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ postId: targets.postId })
      .from(targets)
      .where(eq(targets.id, input.targetId));
    const record = row?.postId ? await lockPost(tx, row.postId) : undefined;
    const target = record?.targets.find(({ id }) => id === input.targetId);
    const comment = target && commentableOf(target);
    const isOurs = comment?.runId === input.workflowId;
    if (record !== undefined && target !== undefined && isOurs && !(await isEndTold(tx, target))) {
      const entries = await endLostComment(tx, deps, target);
      await recordEvents(tx, deps, target.postId, publisher, entries);
    }
    await tx.update(publications).set({ runId: null, runSince: null }).where(isOwn);
  });
}

/** Whether the timeline shows an end of the first comment, meaning that its last entry is not a retry request. */
async function isEndTold(tx: Tx, { id, postId }: TargetRow): Promise<boolean> {
  const isOfComment = or(
    eq(postEvents.kind, 'COMMENT_RETRIED'),
    sql`${postEvents.detail} ->> 'step' = 'FIRST_COMMENT'`,
  );
  const [last] = await tx
    .select({ kind: postEvents.kind })
    .from(postEvents)
    .where(and(eq(postEvents.postId, postId), eq(postEvents.targetId, id), isOfComment))
    .orderBy(desc(postEvents.timelineNumber))
    .limit(1);
  return last?.kind !== 'COMMENT_RETRIED';
}
