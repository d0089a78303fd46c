import type { TargetRow } from '../post-records/records.js';

/** Whether a target that is public still lacks the first comment that it is to have. */
export function owesComment(target: TargetRow): boolean {
  return (
    target.firstComment !== null &&
    target.firstCommentExternalId === null &&
    target.firstCommentError === null
  );
}

/** Whether there is a first comment to send, and a public post whose id says what to put it under. */
export function isCommentable(target: TargetRow): boolean {
  const { status, externalPostId, firstComment, firstCommentExternalId } = target;
  const isPublic = status === 'PUBLISHED' && externalPostId !== null;
  return isPublic && firstComment !== null && firstCommentExternalId === null;
}

/** Whether no run but the post's own would send that comment. */
export function leavesComment(target: TargetRow): boolean {
  return target.status === 'PUBLISHED' && owesComment(target) && target.commentRunId === null;
}
