import { and, eq } from 'drizzle-orm';
import { commentFeeds } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { SocialAccountRow } from '../../account-records/view.js';
import type { ServiceDeps } from '../../shared/context.js';

type FeedRow = typeof commentFeeds.$inferSelect;

/** A post whose comments are being read by the caller that claimed it. */
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

/** What a read needs to know of the reads before it, where its first page shows something new. */
export type FeedMarks = Pick<FeedRow, 'readingPages' | 'readingUntil' | 'knownUntil' | 'goneSince'>;

/** How far a read is that goes on later. */
export type ReadingMarks = Pick<FeedRow, 'readingPages' | 'readingUntil'>;

/** What changes in a feed after a read, or without one. A missing field stays as it is. */
export interface FeedEnd {
  feed: ClaimedFeed;
  dueAt: Date | null;
  failures?: number;
  cursor?: string | null;
  /** Of the cursor. */
  reading?: ReadingMarks;
  knownUntil?: Date | null;
  goneSince?: Date | null;
  digest?: string | null;
  hasRead?: boolean;
  hasReadFully?: boolean;
}

export async function readMarks(
  { db }: Pick<ServiceDeps, 'db'>,
  { socialAccountId, externalPostId }: ClaimedFeed,
): Promise<FeedMarks> {
  const { readingPages, readingUntil, knownUntil, goneSince } = commentFeeds;
  const [row] = await db
    .select({ readingPages, readingUntil, knownUntil, goneSince })
    .from(commentFeeds)
    .where(
      and(eq(commentFeeds.socialAccountId, socialAccountId), eq(commentFeeds.externalPostId, externalPostId)),
    );
  return row ?? { readingPages: 0, readingUntil: null, knownUntil: null, goneSince: null };
}
