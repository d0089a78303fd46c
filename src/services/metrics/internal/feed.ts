import type { metricFeeds } from '../../../db/schema/index.js';
import type { Measurement } from '../../../domain/metrics.js';
import type { MeasuredPost } from '../../../platforms/kit/metrics.js';
import type { SocialAccountRow } from '../../account-grants/view.js';

type FeedRow = typeof metricFeeds.$inferSelect;

/** A target whose numbers are being read by the process that claimed it. */
export type ClaimedFeed = Pick<
  FeedRow,
  | 'targetId'
  | 'workspaceId'
  | 'socialAccountId'
  | 'platform'
  | 'externalPostId'
  | 'publishedAt'
  | 'failures'
  | 'unchanged'
  | 'values'
  | 'native'
> & {
  /** The time at which the feed was due. If the row has another time, a reading was requested in the meantime. */
  dueAt: Date;
  /** The end of the claim, which also identifies it. */
  claimedUntil: Date;
};

/** A claimed feed with the rows of other tables that its reading needs. */
export interface LoadedFeed {
  feed: ClaimedFeed;
  account: SocialAccountRow;
  post: MeasuredPost;
}

/** The result of a reading, or of a claim that led to none. A missing field keeps its value. */
export interface FeedEnd {
  feed: ClaimedFeed;
  dueAt: Date | null;
  failures?: number;
  unchanged?: number;
  permissionMissing?: boolean;
  measured?: Measurement & { hasChanged: boolean };
}
