import type { TargetStatus } from '../../domain/post-status.js';
import type { PostPart } from '../../domain/parts.js';
import { retryRuleOf, type TargetRetryRule } from '../../domain/target-errors.js';
import {
  dueOf,
  partsOf,
  statusOf,
  type PostRecord,
  type PostRow,
  type PublicationRow,
  type TargetRow,
} from './records.js';
import { editsOf, removalOf, type ChangeRow } from './changes.js';
import { withFollowing } from './new-rows.js';
import type { FirstCommentStatus, PartView, PostView, TargetView } from './types.js';

export function toPostView({ post, targets: targetRows, media, changes }: PostRecord): PostView {
  return {
    id: post.id,
    workspaceId: post.workspaceId,
    createdByUserId: post.createdByUserId,
    status: post.status,
    caption: post.caption,
    parts: post.parts,
    scheduledAt: post.scheduledAt,
    timezone: post.timezone,
    metadata: post.metadata,
    workflowId: post.workflowId,
    pendingWorkflowId: post.pendingWorkflowId,
    approvedByUserId: post.approvedByUserId,
    approvedAt: post.approvedAt,
    rejectionReason: post.rejectionReason,
    createdViaApi: post.createdViaApi,
    createdViaFlatShape: post.createdViaFlatShape,
    deletedAt: post.deletedAt,
    createdAt: post.createdAt,
    updatedAt: post.updatedAt,
    targets: targetRows.map((row) => toTargetView(post, row, changes)),
    media,
    mediaAltText: altTextsIn({ post, media }),
  };
}

/** The post's own alt texts by asset, in the form in which callers send them. */
function altTextsIn({ post, media }: Pick<PostRecord, 'post' | 'media'>): Record<string, string> {
  const shared = media.flatMap(({ mediaAssetId, altText }) =>
    altText === null ? [] : [[mediaAssetId, altText] as const],
  );
  return { ...post.mediaAltText, ...Object.fromEntries(shared) };
}

function toTargetView(post: PostRow, row: TargetRow, changes: readonly ChangeRow[]): TargetView {
  const { comment } = row;
  const due = dueOf(row) ?? row;
  const all = [row, ...row.parts];
  const { errorCode, errorMessage } = due;
  const lastAttempts = all.flatMap(({ lastAttemptAt }) => lastAttemptAt ?? []);
  const commentErrorCode = comment?.errorCode ?? null;
  return {
    id: row.id,
    postId: row.postId,
    socialAccountId: row.socialAccountId,
    platform: row.platform,
    status: statusOf(row),
    captionOverride: row.captionOverride,
    partsOverride: row.partsOverride,
    parts: partsOf(post, row).map((part, index) => toPartView(row, part, index)),
    firstComment: row.firstComment,
    firstCommentStatus: firstCommentStatusOf(row),
    firstCommentError: comment === null ? null : errorTextOf(comment),
    firstCommentErrorCode: commentErrorCode,
    firstCommentErrorRetryable: commentRetryRuleOf(row, commentErrorCode),
    firstCommentAttempt: comment?.attemptCount ?? 0,
    platformOptions: row.platformOptions,
    mediaIds: row.mediaIds,
    scheduledFor: due.scheduledFor ?? row.scheduledFor,
    cancelRequestedAt: due.cancelRequestedAt,
    publishedAt: row.publishedAt,
    publishedCaption: row.publishedCaption,
    externalPostId: row.externalPostId,
    externalUrl: row.externalUrl,
    errorCode,
    errorMessage:
      due === row || errorMessage === null ? errorMessage : `Part ${due.order + 1}: ${errorMessage}`,
    errorRetryable: retryRuleOf(errorCode),
    attemptCount: all.reduce((sum, { attemptCount }) => sum + attemptCount, 0),
    lastAttemptAt: latestOf(lastAttempts),
    removal: removalOf(changes, row),
    edits: editsOf(changes, row),
    createdAt: row.createdAt,
    updatedAt: latestOf(withFollowing([row]).map(({ updatedAt }) => updatedAt)) ?? row.updatedAt,
  };
}

function latestOf(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((at) => at.getTime())));
}

function toPartView(target: TargetRow, { text, mediaIds }: PostPart, index: number): PartView {
  const row = target.parts.find(({ order }) => order === index + 1);
  return {
    order: index + 2,
    text: row?.publishedCaption ?? text,
    mediaIds,
    status: partStatusOf(target, row),
    publishedAt: row?.publishedAt ?? null,
    removedAt: row?.takenDownAt ?? null,
    externalPostId: row?.externalPostId ?? null,
    externalUrl: row?.externalUrl ?? null,
    errorCode: row?.errorCode ?? null,
    errorMessage: row?.errorMessage ?? null,
    errorRetryable: retryRuleOf(row?.errorCode ?? null),
  };
}

/** The status of a part. A part after one that failed is SKIPPED until the target is retried. */
function partStatusOf(target: TargetRow, row: PublicationRow | undefined): TargetStatus {
  if (row?.status === 'PUBLISHED' || (row !== undefined && row === dueOf(target))) return row.status;
  const whole = statusOf(target);
  if (whole === 'FAILED') return 'SKIPPED';
  return whole === 'PUBLISHING' ? 'SCHEDULED' : whole;
}

/** The retry rule of a first comment. It cannot be retried if the id of what it replies to is unknown. */
function commentRetryRuleOf(target: TargetRow, errorCode: string | null): TargetRetryRule | null {
  const { externalPostId } = target.parts.at(-1) ?? target;
  const isImpossible = statusOf(target) === 'PUBLISHED' && externalPostId === null;
  return errorCode !== null && isImpossible ? 'no' : retryRuleOf(errorCode);
}

function firstCommentStatusOf({ firstComment, comment }: TargetRow): FirstCommentStatus | null {
  if (firstComment === null) return null;
  if (comment?.status === 'PUBLISHED') return 'PUBLISHED';
  if (comment !== null && comment.runId !== null) return 'SENDING';
  return comment?.status === 'FAILED' ? 'FAILED' : 'WAITING';
}

const errorTextOf = ({ errorCode, errorMessage }: PublicationRow): string | null =>
  errorCode === null ? errorMessage : `${errorCode}: ${errorMessage ?? ''}`;
