import type { Finding } from '../../domain/findings.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus, TargetStatus } from '../../domain/post-status.js';
import type { TargetRetryRule } from '../../domain/target-errors.js';
import type { MediaItemInput } from '../media/types.js';

/** A post as the API shows it, except that dates are Date objects. */
export interface PostView {
  id: string;
  workspaceId: string;
  createdByUserId: string;
  status: PostStatus;
  caption: string | null;
  scheduledAt: Date | null;
  timezone: string | null;
  /** Data that the caller stores with the post for itself. */
  metadata: Record<string, string>;
  workflowId: string | null;
  pendingWorkflowId: string | null;
  approvedByUserId: string | null;
  approvedAt: Date | null;
  rejectionReason: string | null;
  createdViaApi: boolean;
  createdViaFlatShape: boolean;
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  targets: TargetView[];
  media: PostMediaView[];
  /** Alternative texts by asset, including media of single targets, which have no entry in `media`. */
  mediaAltText: Record<string, string>;
  /** The findings of the check. Only in responses to requests that schedule a post. */
  findings?: readonly Finding[];
}

/** The progress of a first comment. */
export const firstCommentStatuses = [
  /** The post is not public yet, or has become so a moment ago. */
  'WAITING',
  /** A retry is under way. */
  'SENDING',
  'PUBLISHED',
  'FAILED',
] as const;
export type FirstCommentStatus = (typeof firstCommentStatuses)[number];

export interface TargetView {
  id: string;
  postId: string;
  socialAccountId: string;
  platform: PlatformName;
  status: TargetStatus;
  captionOverride: string | null;
  firstComment: string | null;
  /** Null: none was asked for. */
  firstCommentStatus: FirstCommentStatus | null;
  /** `CODE: message`. While a retry is SENDING, that of the attempt before. */
  firstCommentError: string | null;
  firstCommentErrorCode: string | null;
  firstCommentErrorRetryable: TargetRetryRule | null;
  firstCommentAttempt: number;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  scheduledFor: Date | null;
  /** When a cancel was accepted that a call of unknown outcome keeps from taking effect. */
  cancelRequestedAt: Date | null;
  publishedAt: Date | null;
  /** The text that is public. */
  publishedCaption: string | null;
  externalPostId: string | null;
  externalUrl: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  errorRetryable: TargetRetryRule | null;
  attemptCount: number;
  lastAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface PostMediaView {
  postId: string;
  mediaAssetId: string;
  order: number;
  altText: string | null;
}

export interface TargetInput {
  socialAccountId: string;
  captionOverride: string | null;
  firstComment: string | null;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  /** Media by URL, instead of mediaIds. */
  mediaItems?: MediaItemInput[];
}
