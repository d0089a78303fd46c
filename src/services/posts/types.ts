import type { ErrorDetail } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus } from '../../domain/post-status.js';
import type { MediaItemInput } from '../media/types.js';
import type { MediaView } from '../media/types.js';
import type { SocialAccountView } from '../account-records/types.js';
import type { PostMediaView, PostView, TargetInput, TargetView } from '../post-records/types.js';

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

/**
 * What a post is made of, as a caller gives it. Findings name its parts by their path in here: `targets.0.captionOverride`.
 */
export interface PostContentInput {
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
  /** Absent: none. */
  metadata?: Record<string, string>;
  clientReferenceId: string | null;
  /** Whether the caller used platforms[]. Stored for API posts only; no rule depends on it. */
  createdViaFlatShape: boolean;
}

/** Absent fields keep their value. `scheduledFor: null` makes the post a draft again. */
export interface UpdatePostInput {
  postId: string;
  caption?: string | null;
  targets?: TargetInput[];
  mediaIds?: string[];
  mediaItems?: MediaItemInput[];
  mediaAltText?: Record<string, string>;
  scheduledFor?: Date | null;
  draftScheduledFor?: Date | null;
  timezone?: string | null;
  /** Takes the place of all that is there. */
  metadata?: Record<string, string>;
}

/** What a post can bring along, so that a calendar needs one call. */
export const postExpansions = ['media.asset', 'targets.account'] as const;
export type PostExpansion = (typeof postExpansions)[number];

/** A post with the resources it refers to, if they were requested. */
export interface ExpandedPostView extends Omit<PostView, 'targets' | 'media'> {
  targets: ExpandedTargetView[];
  media: ExpandedMediaView[];
}

export interface ExpandedTargetView extends TargetView {
  /** Null: disconnected since. */
  account?: SocialAccountView | null;
}

export interface ExpandedMediaView extends PostMediaView {
  /** Null: deleted since. */
  asset?: MediaView | null;
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
  /** Posts whose metadata have this key with this value. */
  metadata?: { key: string; value: string };
  /** A part of the caption, or of a target's own: letters of either case, nothing else stands for anything. */
  searchText?: string;
  /** Posts that use the file, in whatever place. */
  mediaId?: string;
  expand?: PostExpansion[];
  cursor?: string;
  limit: number;
  sort: PostSort;
}

/** `error`: the creation would be refused. `warning`: it would be accepted, and something is still to be seen to. */
export const findingSeverities = ['error', 'warning'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

export interface Finding extends ErrorDetail {
  severity: FindingSeverity;
  /** Of a quota: its word, and the first time at which the post would fit; null: none is known. */
  rule?: string;
  fitsAt?: Date | null;
  /** Of a grant that ends before the post is due: when. */
  reconnectBy?: Date;
}
