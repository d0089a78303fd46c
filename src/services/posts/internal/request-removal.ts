import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { changes, publications, targets } from '../../../db/schema/index.js';
import type { ChangeRules } from '../../../domain/changes.js';
import { isShown, leftFollower } from '../../attempts/followers.js';
import { recordAudit } from '../../audit/record.js';
import { changeUnderWay, openChangeOf } from '../../post-records/changes.js';
import {
  dueOf,
  isNotPublic,
  type PostRecord,
  type PublicationRow,
  type TargetRow,
} from '../../post-records/records.js';
import { isUnconfirmed } from '../../publishing/confirm-published.js';
import type { RequestContext } from '../../shared/context.js';
import type { ChangePublicationStart } from '../../shared/workflow-starter.js';
import { callerOf, recordEvents } from '../../timeline/record.js';
import { checkHasId, checkMayChange, notPossible, rulesOf } from './check-change.js';
import { newChange } from './new-change.js';
import { rejectEdit } from './review-edits.js';
import { stageChange } from '../start-change.js';

/** A removal that was requested, or is already under way. Null: there is nothing left to remove. */
export interface AskedRemoval {
  changeId: string;
  /** Null if the run was started before. */
  start: ChangePublicationStart | null;
}

/** Whether the first comment would stay public if only its post were removed, so that it must be removed first. */
const leavesComment = (rules: ChangeRules | null, { comment }: TargetRow): boolean =>
  rules?.commentsGoWithPost !== true && comment !== null && isShown(comment);

/**
 * Whether a target was removed with all its parts and its comment. An unconfirmed one may be public, so it is not gone.
 */
export function isGone(ctx: RequestContext, target: TargetRow): boolean {
  const isLeft = target.parts.some((part) => isShown(part) || isUnconfirmed(part));
  return target.takenDownAt !== null && !isLeft && !leavesComment(rulesOf(ctx, target), target);
}

/** Requests the removal of a target from its platform, under the post's lock. Throws if it is not possible. */
export async function requestRemoval(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  target: TargetRow,
): Promise<AskedRemoval | null> {
  if (isGone(ctx, target)) return null;
  const rules = rulesOf(ctx, target);
  const removePosts = rules?.removePosts ?? null;
  const open = openChangeOf(record.changes, target.id);
  if (open?.kind === 'REMOVE') return { changeId: open.id, start: null };
  if (rules === null || removePosts === null)
    throw notPossible(target, 'NOT_SUPPORTED', `${target.platform} does not let apps remove posts.`);
  const isLeft = ({ takenDownAt }: PublicationRow): boolean => takenDownAt === null;
  if (!isUnconfirmed(target) && isLeft(target)) checkHasId(target);
  // Without its id, a public part could not be removed, and the whole thread would count as removed.
  target.parts.filter((part) => part.status === 'PUBLISHED' && isLeft(part)).forEach(checkHasId);
  if (open !== undefined && open.runId !== null) throw changeUnderWay(target);
  const isFollowed =
    leftFollower(target) !== null ||
    dueOf(target)?.status === 'DRAFT' ||
    (target.comment?.runId ?? null) !== null;
  if (target.status === 'PUBLISHED' && isFollowed)
    throw changeUnderWay(
      target,
      'What follows the target is being published: its parts or its first comment.',
    );
  const needed = leavesComment(rules, target) && rules.removeComments !== null ? [rules.removeComments] : [];
  await checkMayChange(tx, target, [removePosts, ...needed]);
  const now = ctx.clock.now();
  // An edit that waits for its approval no longer has any effect.
  const entries = open === undefined ? [] : [await rejectEdit(tx, ctx, open, null)];
  const change = newChange(ctx, target, { workspaceId: record.post.workspaceId, kind: 'REMOVE' });
  await tx.insert(changes).values(change);
  const start = await stageChange(tx, ctx, change);
  await tx.update(targets).set({ updatedAt: now }).where(eq(targets.id, target.id));
  // A part that has failed is not sent when the account is reconnected, because the post to which it would reply is
  // gone.
  await tx
    .update(publications)
    .set({ cancelRequestedAt: now })
    .where(and(eq(publications.targetId, target.id), ne(publications.step, 'FIRST_COMMENT'), isNotPublic));
  const detail = { change: { id: change.id, kind: change.kind } };
  await recordEvents(tx, ctx, target.postId, callerOf(ctx), [
    ...entries,
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
