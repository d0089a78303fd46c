import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus, TargetStatus } from '../../domain/post-status.js';
import type { MediaItemInput } from '../media/types.js';
import type { MediaView } from '../media/types.js';
import type { SocialAccountView } from '../social-accounts/types.js';
import type { PostExpansion } from './expand.js';

/** A post as the contract shows it (spec, "Post"): dates as Date, everything else as on the wire. */
export interface PostView {
  id: string;
  workspaceId: string;
  createdByUserId: string;
  status: PostStatus;
  caption: string | null;
  scheduledAt: Date | null;
  timezone: string | null;
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
  /** In answers to what schedules a post. */
  warnings?: PostWarning[];
}

export const postWarningCodes = ['ACCOUNT_TOKEN_EXPIRED'] as const;

/** What may keep a target from being published, although it is scheduled. */
export interface PostWarning {
  code: (typeof postWarningCodes)[number];
  targetId: string;
  socialAccountId: string;
  message: string;
}

/** What a cancel could do about a target. */
export const cancelResults = [
  /** It will not be published. */
  'CANCELED',
  /** A call was under way, or its outcome is being found out; what it turns out to be follows. No new call begins. */
  'IN_FLIGHT',
  /** An earlier call may have made it public, and nobody can tell. */
  'UNCONFIRMED',
  /** It was public, had failed or had been skipped before. */
  'PUBLISHED',
  'FAILED',
  'SKIPPED',
] as const;
export type CancelResult = (typeof cancelResults)[number];

export interface CanceledPostView extends PostView {
  cancelResults: { targetId: string; result: CancelResult }[];
}

export interface TargetView {
  id: string;
  postId: string;
  socialAccountId: string;
  /** Where it was asked for; null: disconnected since. */
  account?: SocialAccountView | null;
  platform: PlatformName;
  status: TargetStatus;
  captionOverride: string | null;
  firstComment: string | null;
  firstCommentError: string | null;
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
  attemptCount: number;
  lastAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface PostMediaView {
  postId: string;
  mediaAssetId: string;
  /** Where it was asked for; null: deleted since. */
  asset?: MediaView | null;
  order: number;
  altText: string | null;
}

export interface TargetInput {
  socialAccountId: string;
  captionOverride: string | null;
  firstComment: string | null;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  /** Media by address; instead of mediaIds. */
  mediaItems?: MediaItemInput[];
}

/** Both request shapes, brought to one. `shape` also names the fields in error paths. */
export interface PostContentInput {
  shape: 'flat' | 'nested';
  caption: string | null;
  targets: TargetInput[];
  mediaIds: string[];
  /** Media by address; they come before mediaIds. */
  mediaItems?: MediaItemInput[];
  mediaAltText: Record<string, string>;
}

export interface CreatePostInput extends PostContentInput {
  scheduledFor: Date | null;
  draftScheduledFor: Date | null;
  timezone: string | null;
  clientReferenceId: string | null;
}

/** Absent fields keep their value. `scheduledFor: null` makes the post a draft again. */
export interface UpdatePostInput {
  postId: string;
  shape: 'flat' | 'nested';
  caption?: string | null;
  targets?: TargetInput[];
  mediaIds?: string[];
  mediaItems?: MediaItemInput[];
  mediaAltText?: Record<string, string>;
  scheduledFor?: Date | null;
  draftScheduledFor?: Date | null;
  timezone?: string | null;
}

export const postSorts = ['-createdAt', 'createdAt', '-scheduledAt', 'scheduledAt'] as const;
export type PostSort = (typeof postSorts)[number];

export interface ListPostsInput {
  workspaceId?: string;
  status?: PostStatus[];
  platform?: PlatformName[];
  /** Exclusive bounds on scheduledAt; posts without a time match neither. */
  scheduledAfter?: Date;
  scheduledBefore?: Date;
  /** Exclusive bounds on createdAt. */
  createdAfter?: Date;
  createdBefore?: Date;
  socialAccountId?: string;
  expand?: PostExpansion[];
  cursor?: string;
  limit: number;
  sort: PostSort;
}

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}
