import { dueOf, statusOf, type PublicationRow, type TargetRow } from '../post-records/records.js';

/** Whether a publication waits for its call, or for the outcome of one. */
export function isWaiting({ status }: Pick<PublicationRow, 'status'>): boolean {
  return status === 'SCHEDULED' || status === 'PUBLISHING';
}

/** Whether a target, or the next of its parts, waits for its call or for the outcome of one. */
export const isTargetWaiting = (target: TargetRow): boolean => isWaiting({ status: statusOf(target) });

/** The target's first comment, if it is neither sent nor failed for good. Null otherwise. */
export function missingComment({ firstComment, comment }: TargetRow): PublicationRow | null {
  return firstComment !== null && comment !== null && isWaiting(comment) ? comment : null;
}

/** Whether a publication is public as far as we know, and its id is known. */
export function isShown({
  status,
  externalPostId,
  takenDownAt,
}: Pick<PublicationRow, 'status' | 'externalPostId' | 'takenDownAt'>): boolean {
  return status === 'PUBLISHED' && externalPostId !== null && takenDownAt === null;
}

/** The publication to which one that follows a target replies: the part before it, or the target itself. */
export function repliedToBy(target: TargetRow, { step, order }: PublicationRow): PublicationRow {
  const before = step === 'FIRST_COMMENT' ? target.parts : target.parts.filter((part) => part.order < order);
  return before.at(-1) ?? target;
}

/** The target's first comment, if it was not sent yet and the id of the public post that it belongs to is known. */
export function commentableOf(target: TargetRow): PublicationRow | null {
  const { firstComment, comment } = target;
  if (firstComment === null || comment === null || comment.status === 'PUBLISHED') return null;
  return dueOf(target) === null && isShown(repliedToBy(target, comment)) ? comment : null;
}

/** The publication that may follow a public target now. The one before it must still be public, and its id known. */
export function followableOf(target: TargetRow): PublicationRow | null {
  const due = dueOf(target);
  if (due === null) return commentableOf(target);
  const isFollowable = due.targetId !== null && isShown(repliedToBy(target, due));
  return isFollowable ? due : null;
}

/**
 * The next publication after a public target that only the post's run would send: a part, or a comment without a run.
 */
export function leftFollower(target: TargetRow): PublicationRow | null {
  const due = dueOf(target);
  if (due !== null) return due.targetId !== null && isWaiting(due) ? due : null;
  const comment = missingComment(target);
  return comment?.runId === null ? comment : null;
}
