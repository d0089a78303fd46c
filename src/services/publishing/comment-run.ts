import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { postEvents, targets } from '../../db/schema/index.js';
import { endLostComment } from '../attempts/end-lost-comment.js';
import { isCommentable } from '../attempts/pending-comment.js';
import { lockPost, type TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import { publisher, recordEvents } from '../timeline/record.js';

/**
 * Ends the run, so that a failed first comment may be retried again. If the timeline shows no end after the latest
 * retry request, the database was restored in the meantime: the first comment then ends as unconfirmed.
 */
export async function endCommentRun(
  deps: ServiceDeps,
  { targetId, workflowId }: { targetId: string; workflowId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select({ postId: targets.postId }).from(targets).where(eq(targets.id, targetId));
    const record = row && (await lockPost(tx, row.postId));
    const target = record?.targets.find(({ id }) => id === targetId);
    const isOurs = target?.commentRunId === workflowId;
    if (record !== undefined && isOurs && isCommentable(target) && !(await isEndTold(tx, target))) {
      const entries = await endLostComment(tx, deps, record.post, target);
      await recordEvents(tx, deps, target.postId, publisher, entries);
    }
    await tx
      .update(targets)
      .set({ commentRunId: null, commentRunSince: null })
      .where(and(eq(targets.id, targetId), eq(targets.commentRunId, workflowId)));
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
