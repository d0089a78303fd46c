import type { PostStatus } from '../../../domain/post-status.js';
import { codeOfFirstCommentError } from '../../../domain/target-errors.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import { needsApproval } from '../../post-runs/approval-gate.js';
import type { RequestContext } from '../../shared/context.js';

/** Whether a target of the post is public already. What it shows can no longer change. */
export function isPartlyPublic({ targets }: Pick<PostRecord, 'targets'>): boolean {
  return targets.some(({ status }) => status === 'PUBLISHED');
}

/** Whether an edit may change a target of a partly public post: it has failed, or its retry waits for an approval. */
export function isEditable({ post }: PostRecord, { status }: Pick<TargetRow, 'status'>): boolean {
  return status === 'FAILED' || (post.status === 'NEEDS_APPROVAL' && status === 'DRAFT');
}

/**
 * Whether an edit may change the first comment of a public target: the current one was not sent or was rejected. If
 * the workspace requires approval, it may not, because the new one would not be reviewed.
 */
export function isCommentEditable(
  ctx: Pick<RequestContext, 'reach'>,
  { workspaceId }: PostRecord['post'],
  { status, firstComment, firstCommentError, firstCommentExternalId, commentRunId }: TargetRow,
): boolean {
  const isOver = firstCommentExternalId === null && commentRunId === null;
  const isRefused =
    firstCommentError !== null && codeOfFirstCommentError(firstCommentError) !== 'PUBLISH_UNCONFIRMED';
  if (status !== 'PUBLISHED' || firstComment === null || !isOver || !isRefused) return false;
  return !needsApproval(ctx, { workspaceId, approvedAt: null });
}

const openStatuses: readonly PostStatus[] = ['PUBLISHED', 'PARTIALLY_PUBLISHED', 'NEEDS_APPROVAL'];

/** Whether its failed targets are being published again, so that they must not change. */
export function isRetryWaiting(record: PostRecord): boolean {
  return isPartlyPublic(record) && !openStatuses.includes(record.post.status);
}

/**
 * Whether a retry waits for an approval, after which it is published immediately. Not if the post's time is
 * still to come: then it was scheduled, not retried, and one of its targets has turned out to be public
 * since.
 */
export function isHeldForRetry(record: PostRecord, now: Date): boolean {
  return record.post.status === 'NEEDS_APPROVAL' && isPartlyPublic(record) && !isToCome(record, now);
}

/**
 * Whether it can no longer be approved: its time has passed, and no user has agreed to publish it immediately
 * instead.
 */
export function hasMissedItsTime(record: PostRecord, now: Date): boolean {
  return record.post.status === 'NEEDS_APPROVAL' && !isPartlyPublic(record) && !isToCome(record, now);
}

function isToCome({ post: { scheduledAt } }: PostRecord, now: Date): boolean {
  return scheduledAt !== null && scheduledAt > now;
}
