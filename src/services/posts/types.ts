import type { Shape } from '../../domain/request-shape.js';
import type { PostPart } from '../../domain/parts.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus } from '../../domain/post-status.js';
import type { MediaItemInput } from '../media/types.js';
import type { MediaView } from '../media/types.js';
import type { MetricsView } from '../metrics/types.js';
import type { SocialAccountView } from '../account-grants/types.js';
import type { PostMediaView, PostView, TargetInput, TargetView } from '../post-records/types.js';

/** The results of a cancel for a target. */
export const cancelResults = [
  /** The target will not be published. */
  'CANCELED',
  /** A call is under way, or its outcome is being looked up. The outcome follows, and no new call begins. */
  'IN_FLIGHT',
  /** An earlier call may have made the target public, and its outcome is unknown. */
  'UNCONFIRMED',
  /** The first parts of the target are public, and the others will not be sent. */
  'PARTLY_PUBLISHED',
  /** The target was already public, failed or skipped. */
  'PUBLISHED',
  'FAILED',
  'SKIPPED',
] as const;
export type CancelResult = (typeof cancelResults)[number];

export interface CanceledPostView extends PostView {
  cancelResults: { targetId: string; result: CancelResult }[];
}

/** The parts of a post as a caller sends them. */
export interface PostContentInput {
  shape: Shape;
  caption: string | null;
  /** The further parts, for every target that has none of its own. If absent, the post has one part. */
  parts?: PostPart[];
  targets: TargetInput[];
  mediaIds: string[];
  /** Media to fetch from a URL. They come before those in `mediaIds`. */
  mediaItems?: MediaItemInput[];
  mediaAltText: Record<string, string>;
}

export interface CreatePostInput extends PostContentInput {
  /** The workspace of a draft without accounts. If there are accounts, it must be their workspace. */
  workspaceId?: string;
  scheduledFor: Date | null;
  draftScheduledFor: Date | null;
  timezone: string | null;
  /** If absent, the post has no metadata. */
  metadata?: Record<string, string>;
  clientReferenceId: string | null;
}

/** The fields to change; absent fields keep their value. `scheduledFor: null` makes the post a draft again. */
export interface UpdatePostInput {
  shape: Shape;
  postId: string;
  caption?: string | null;
  parts?: PostPart[];
  targets?: TargetInput[];
  mediaIds?: string[];
  mediaItems?: MediaItemInput[];
  mediaAltText?: Record<string, string>;
  scheduledFor?: Date | null;
  draftScheduledFor?: Date | null;
  timezone?: string | null;
  /** Replaces all stored metadata. */
  metadata?: Record<string, string>;
}

/** Related objects that a response can include, so that for example a calendar needs only one request. */
export const postExpansions = ['media.asset', 'targets.account', 'targets.metrics'] as const;
export type PostExpansion = (typeof postExpansions)[number];

/** A post with the resources it refers to, if they were requested. */
export interface ExpandedPostView extends Omit<PostView, 'targets' | 'media'> {
  targets: ExpandedTargetView[];
  media: ExpandedMediaView[];
}

export interface ExpandedTargetView extends TargetView {
  /** Null if the account was disconnected since. */
  account?: SocialAccountView | null;
  metrics?: MetricsView;
}

export interface ExpandedMediaView extends PostMediaView {
  /** Null if the asset was deleted since. */
  asset?: MediaView | null;
}

/** The fields of a post that a calendar shows. */
export interface ShortPostView extends Pick<
  PostView,
  'id' | 'status' | 'timezone' | 'caption' | 'scheduledAt' | 'approvedAt' | 'updatedAt'
> {
  targets: Pick<TargetView, 'socialAccountId' | 'platform' | 'status' | 'errorCode' | 'captionOverride'>[];
  media: Pick<ExpandedMediaView, 'mediaAssetId' | 'altText' | 'asset'>[];
}

export interface ListCalendarInput extends Required<
  Pick<ListPostsInput, 'workspaceId' | 'scheduledAfter' | 'scheduledBefore'>
> {
  cursor?: string;
  hasPictures: boolean;
}

export const postSorts = ['-createdAt', 'createdAt', '-scheduledAt', 'scheduledAt'] as const;
export type PostSort = (typeof postSorts)[number];

export interface ListPostsInput {
  workspaceId?: string;
  status?: PostStatus[];
  platform?: PlatformName[];
  /** Exclusive bounds on `scheduledAt`; posts without a time do not match. */
  scheduledAfter?: Date;
  scheduledBefore?: Date;
  /** Exclusive bounds on `createdAt`. */
  createdAfter?: Date;
  createdBefore?: Date;
  socialAccountId?: string;
  /** Whether the posts must have a time: the time of publication or, for a draft, of its place in the calendar. */
  dated?: boolean;
  /** Whether the posts must wait for an approval, or have an edit of a public target that does. */
  needsApproval?: boolean;
  /** Only posts whose metadata contain this key with this value. */
  metadata?: { key: string; value: string };
  /** A part of the caption or of a target's own caption. Case is ignored, and no character has a special meaning. */
  searchText?: string;
  /** Only posts that use this asset anywhere. */
  mediaId?: string;
  expand?: PostExpansion[];
  cursor?: string;
  limit: number;
  sort: PostSort;
}
