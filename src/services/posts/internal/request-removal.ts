import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { changes, targets } from '../../../db/schema/index.js';
import { missingComment } from '../../attempts/pending-comment.js';
import { recordAudit } from '../../audit/record.js';
import { changeUnderWay, openChangeOf } from '../../post-records/changes.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import { isUnconfirmed } from '../../publishing/confirm-published.js';
import type { RequestContext } from '../../shared/context.js';
import type { ChangePublicationStart } from '../../shared/workflow-starter.js';
import { callerOf, recordEvents } from '../../timeline/record.js';
import { checkHasId, checkMayChange, notPossible, rulesOf } from './check-change.js';
import { newChange } from './new-change.js';
import { stageChange } from '../start-change.js';

/** A removal that was asked for, or is under way already. Null: there is nothing left to remove. */
export interface AskedRemoval {
  changeId: string;
  /** Null if the run was started before. */
  start: ChangePublicationStart | null;
}

/** Asks for the removal of a target from its platform, under the post's lock. Throws if it is not possible. */
export async function requestRemoval(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  target: TargetRow,
): Promise<AskedRemoval | null> {
  const rules = rulesOf(ctx, target);
  const removePosts = rules?.removePosts ?? null;
  const leavesComment = rules?.commentsGoWithPost !== true && isCommentPublic(target);
  if (target.takenDownAt !== null && !leavesComment) return null;
  const open = openChangeOf(record.changes, target.id);
  if (open?.kind === 'REMOVE') return { changeId: open.id, start: null };
  if (rules === null || removePosts === null)
    throw notPossible(target, 'NOT_SUPPORTED', `${target.platform} does not let apps remove posts.`);
  if (!isUnconfirmed(target) && target.takenDownAt === null) checkHasId(target);
  if (open !== undefined && open.runId !== null) throw changeUnderWay(target);
  const isCommenting = missingComment(target) !== null || (target.comment?.runId ?? null) !== null;
  if (target.status === 'PUBLISHED' && isCommenting)
    throw changeUnderWay(target, 'The first comment of the target is being published.');
  const needed = leavesComment && rules.removeComments !== null ? [rules.removeComments] : [];
  await checkMayChange(tx, target, [removePosts, ...needed]);
  const now = ctx.clock.now();
  // An edit that waits for its approval has no meaning any more.
  if (open !== undefined)
    await tx
      .update(changes)
      .set({ status: 'REJECTED', finishedAt: now, updatedAt: now })
      .where(eq(changes.id, open.id));
  const change = newChange(ctx, target, { workspaceId: record.post.workspaceId, kind: 'REMOVE' });
  await tx.insert(changes).values(change);
  const start = await stageChange(tx, ctx, change);
  await tx.update(targets).set({ updatedAt: now }).where(eq(targets.id, target.id));
  const detail = { change: { id: change.id, kind: change.kind } };
  await recordEvents(tx, ctx, target.postId, callerOf(ctx), [
    { kind: 'REMOVAL_REQUESTED', targetId: target.id, detail },
  ]);
  await recordAudit(tx, ctx, {
    workspaceId: change.workspaceId,
    action: 'post.removal_requested',
    subject: { id: target.postId, name: null },
    changes: [{ field: 'targetId', from: null, to: target.id }],
  });
  return { changeId: change.id, start };
}

function isCommentPublic({ comment }: TargetRow): boolean {
  return comment?.status === 'PUBLISHED' && comment.externalPostId !== null && comment.takenDownAt === null;
}
