import type { TargetRow } from '../post-records/records.js';

/** Whether a target still lacks its first comment, and no attempt at it has failed for good. */
export function lacksComment(target: TargetRow): boolean {
  return (
    target.firstComment !== null &&
    target.firstCommentExternalId === null &&
    target.firstCommentError === null
  );
}

/** Whether a first comment is still to be sent and the id of the public post to put it under is known. */
export function isCommentable(target: TargetRow): boolean {
  const { status, externalPostId, firstComment, firstCommentExternalId } = target;
  const isPublic = status === 'PUBLISHED' && externalPostId !== null;
  return isPublic && firstComment !== null && firstCommentExternalId === null;
}

/** Whether the missing comment has no run of its own, so that only the post's run would send it. */
export function leavesComment(target: TargetRow): boolean {
  return target.status === 'PUBLISHED' && lacksComment(target) && target.commentRunId === null;
}
