import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { postEvents, publications } from '../../db/schema/index.js';
import { endComment } from '../attempts/end-open.js';
import { commentableOf } from '../attempts/followers.js';
import { lockTarget } from '../post-records/lock-target.js';
import type { TargetRow } from '../post-records/records.js';
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
    const { target } = (await lockTarget(tx, input.targetId)) ?? {};
    const isOurs = target !== undefined && commentableOf(target)?.runId === input.workflowId;
    if (isOurs && !(await isEndTold(tx, target))) {
      const entries = await endComment(tx, deps, target, { isLost: true });
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
