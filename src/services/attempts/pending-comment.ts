import type { PublicationRow, TargetRow } from '../post-records/records.js';

/** Whether a publication waits for its call, or for the outcome of one. */
export function isWaiting({ status }: Pick<PublicationRow, 'status'>): boolean {
  return status === 'SCHEDULED' || status === 'PUBLISHING';
}

/** The target's first comment, if it is neither sent nor failed for good. Null otherwise. */
export function missingComment({ firstComment, comment }: TargetRow): PublicationRow | null {
  return firstComment !== null && comment !== null && isWaiting(comment) ? comment : null;
}

/** The target's first comment, if it was not sent yet and the id of the public post that it belongs to is known. */
export function commentableOf(target: TargetRow): PublicationRow | null {
  const { status, externalPostId, firstComment, comment } = target;
  const isPublic = status === 'PUBLISHED' && externalPostId !== null;
  return isPublic && firstComment !== null && comment?.status !== 'PUBLISHED' ? comment : null;
}

/** The missing first comment of a public target that has no retry run, so that only the post's run would send it. */
export function leftComment(target: TargetRow): PublicationRow | null {
  const comment = missingComment(target);
  return target.status === 'PUBLISHED' && comment?.runId === null ? comment : null;
}
