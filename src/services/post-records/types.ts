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
  /** Only in responses to requests that schedule a post. */
  warnings?: PostWarning[];
}

export const postWarningCodes = [
  'ACCOUNT_TOKEN_EXPIRED',
  /** For a draft: it names a value that the account does not have. */
  'CHOICE_NOT_AVAILABLE',
  /** The platform could not be asked in time. */
  'CHOICES_NOT_CHECKED',
  /** For a draft: a video is longer than this account may publish. */
  'MEDIA_TOO_LONG',
  /** The platform takes no more in that day: it would wait when it is due. */
  'PLATFORM_QUOTA_FORESEEN',
  /** The account's grant ends before the post is due, and nothing but a person can renew it. */
  'RECONNECT_NEEDED_BEFORE',
] as const;
export type PostWarningCode = (typeof postWarningCodes)[number];

/** A reason why a target may not be published, or not in time. */
export interface PostWarning {
  code: PostWarningCode;
  targetId: string;
  socialAccountId: string;
  message: string;
  /** For a quota: its name, the platform's limit, and the resulting number. */
  rule?: string;
  limit?: number;
  actual?: number;
  /** The first time, not before the wanted one, at which it would fit; null: none is known. */
  fitsAt?: Date | null;
  /** For a grant that ends before: its end. */
  reconnectBy?: Date;
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
