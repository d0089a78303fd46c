import type { PostStatus } from '../../../domain/post-status.js';
import { statusOf, type PostRecord, type TargetRow } from '../../post-records/records.js';
import { needsApproval } from '../../post-runs/approval-gate.js';
import type { RequestContext } from '../../shared/context.js';

/** Whether a target of the post is already public. The content of that target can no longer change. */
export function isPartlyPublic({ targets }: Pick<PostRecord, 'targets'>): boolean {
  return targets.some(({ status }) => status === 'PUBLISHED');
}

/** Whether an edit may change a target of a partly public post: it has failed, or its retry waits for an approval. */
export function isEditable({ post }: PostRecord, target: TargetRow): boolean {
  const status = statusOf(target);
  return status === 'FAILED' || (post.status === 'NEEDS_APPROVAL' && status === 'DRAFT');
}

/**
 * Whether an edit may change the first comment of a public target, because the current one was not sent or was
 * rejected. It may not if the workspace requires approval, because the new comment would not be reviewed.
 */
export function isCommentEditable(
  ctx: Pick<RequestContext, 'reach'>,
  { workspaceId }: PostRecord['post'],
  { status, firstComment, comment }: TargetRow,
): boolean {
  const isOver = comment?.status === 'FAILED' && comment.runId === null;
  const isRefused = isOver && comment.errorCode !== 'PUBLISH_UNCONFIRMED';
  if (status !== 'PUBLISHED' || firstComment === null || !isRefused) return false;
  return !needsApproval(ctx, { workspaceId, approvedAt: null });
}

const openStatuses: readonly PostStatus[] = ['PUBLISHED', 'PARTIALLY_PUBLISHED', 'NEEDS_APPROVAL'];

/** Whether failed targets of a partly public post are being published again, so that they must not change. */
export function isRetryWaiting(record: PostRecord): boolean {
  return isPartlyPublic(record) && !openStatuses.includes(record.post.status);
}

/**
 * Whether the post is a retry that waits for an approval, after which it is published immediately. If the post's time
 * is still in the future, it was scheduled, not retried, and one of its targets has turned out to be public since.
 */
export function isHeldForRetry(record: PostRecord, now: Date): boolean {
  return record.post.status === 'NEEDS_APPROVAL' && isPartlyPublic(record) && !isToCome(record, now);
}

/** Whether the post can no longer be approved: its time has passed, and no user has asked to publish it immediately. */
export function hasMissedItsTime(record: PostRecord, now: Date): boolean {
  return record.post.status === 'NEEDS_APPROVAL' && !isPartlyPublic(record) && !isToCome(record, now);
}

function isToCome({ post: { scheduledAt } }: PostRecord, now: Date): boolean {
  return scheduledAt !== null && scheduledAt > now;
}
