import type { commentFeeds } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { SocialAccountRow } from '../../account-records/view.js';

type FeedRow = typeof commentFeeds.$inferSelect;

/** A post whose comments are read now, by whoever has claimed it. */
export type ClaimedFeed = Pick<
  FeedRow,
  | 'socialAccountId'
  | 'externalPostId'
  | 'workspaceId'
  | 'platform'
  | 'targetId'
  | 'publishedAt'
  | 'readFullyAt'
  | 'failures'
  | 'cursor'
  | 'digest'
> & {
  /** When it was due: another time by now means that somebody has asked for it since. */
  dueAt: Date;
  /** What nobody else has it by. */
  claimedUntil: Date;
};

/** With what its read needs from other tables. */
export interface LoadedFeed {
  feed: ClaimedFeed;
  account: SocialAccountRow;
  /** Null: the post was not made by us. */
  target: { postId: string; reference: JsonObject | null } | null;
}

/** What becomes of a feed after a read, or without one. Left out: it stays as it is. */
export interface FeedEnd {
  feed: ClaimedFeed;
  dueAt: Date | null;
  failures?: number;
  cursor?: string | null;
  digest?: string | null;
  hasRead?: boolean;
  hasReadFully?: boolean;
}
