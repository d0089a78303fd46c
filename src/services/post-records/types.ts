import type { EstimatedCost } from '../../domain/costs.js';
import type { Finding } from '../../domain/findings.js';
import type { JsonObject } from '../../domain/json.js';
import type { PostPart } from '../../domain/parts.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus, TargetStatus } from '../../domain/post-status.js';
import type { TargetRetryRule } from '../../domain/target-errors.js';
import type { MediaItemInput } from '../media/types.js';
import type { EditView, RemovalView } from './changes.js';

/** A post as the API shows it, except that dates are Date objects. */
export interface PostView {
  id: string;
  workspaceId: string;
  createdByUserId: string;
  status: PostStatus;
  caption: string | null;
  /** The further parts, for every target that has none of its own. */
  parts: PostPart[];
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
  /** Alt texts by asset. They include media of single targets, which have no entry in `media`. */
  mediaAltText: Record<string, string>;
  /** The result of the check. Only responses to requests that check the post's content have it. */
  checked?: ContentCheck;
}

/** The result of the check of a post's content. */
export interface ContentCheck {
  findings: readonly Finding[];
  /**
   * The cost of publishing, by social account. Accounts are missing if their platform bills nothing, or if they are not
   * published to.
   */
  costs: ReadonlyMap<string, EstimatedCost>;
}

/** The progress of a first comment as the API shows it. */
export const firstCommentStatuses = [
  /** The post is not public yet, or has just become public. */
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
  partsOverride: PostPart[] | null;
  /** The further parts of the target, each with its state. */
  parts: PartView[];
  firstComment: string | null;
  /** Null if the target has no first comment. */
  firstCommentStatus: FirstCommentStatus | null;
  /** The error as `CODE: message`. While a retry is SENDING, it is the error of the previous attempt. */
  firstCommentError: string | null;
  firstCommentErrorCode: string | null;
  firstCommentErrorRetryable: TargetRetryRule | null;
  firstCommentAttempt: number;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  scheduledFor: Date | null;
  /** When a cancel was accepted that could not take effect yet, because the outcome of a call is unknown. */
  cancelRequestedAt: Date | null;
  publishedAt: Date | null;
  /** The text that was published. */
  publishedCaption: string | null;
  externalPostId: string | null;
  externalUrl: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  errorRetryable: TargetRetryRule | null;
  attemptCount: number;
  lastAttemptAt: Date | null;
  /** The latest removal of the public target from its platform. Null: none was asked for. */
  removal: RemovalView | null;
  /** The latest edits of the public text, the earliest of them first. */
  edits: EditView[];
  createdAt: Date;
  updatedAt: Date;
}

/** A further part of a post on one account. */
export interface PartView extends PostPart {
  /** The position in the post, whose first part is the target itself. */
  order: number;
  status: TargetStatus;
  publishedAt: Date | null;
  removedAt: Date | null;
  externalPostId: string | null;
  externalUrl: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  errorRetryable: TargetRetryRule | null;
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
  /** Absent or null: the parts of the post. */
  partsOverride?: PostPart[] | null;
  firstComment: string | null;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  /** Media to fetch from a URL, in place of `mediaIds`. */
  mediaItems?: MediaItemInput[];
}
