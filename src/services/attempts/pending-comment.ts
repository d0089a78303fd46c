import type { TargetRow } from '../post-records/records.js';

/** Whether a target's first comment is neither sent nor failed for good. */
export function lacksComment(target: TargetRow): boolean {
  return (
    target.firstComment !== null &&
    target.firstCommentExternalId === null &&
    target.firstCommentError === null
  );
}

/** Whether a first comment was not sent yet and the id of the public post that it belongs to is known. */
export function isCommentable(target: TargetRow): boolean {
  const { status, externalPostId, firstComment, firstCommentExternalId } = target;
  const isPublic = status === 'PUBLISHED' && externalPostId !== null;
  return isPublic && firstComment !== null && firstCommentExternalId === null;
}

/** Whether the missing first comment of a public target has no retry run, so that only the post's run would send it. */
export function leavesComment(target: TargetRow): boolean {
  return target.status === 'PUBLISHED' && lacksComment(target) && target.commentRunId === null;
}
