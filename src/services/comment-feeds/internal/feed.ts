import { and, eq } from 'drizzle-orm';
import { commentFeeds } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import type { ServiceDeps } from '../../shared/context.js';

type FeedRow = typeof commentFeeds.$inferSelect;

/** A post whose comments are being read by the process that claimed it. */
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
  /** The time at which the feed was due. If the row has another time, a read was requested in the meantime. */
  dueAt: Date;
  /** The end of the claim, which also identifies it. */
  claimedUntil: Date;
};

/** A claimed feed with the rows of other tables that its read needs. */
export interface LoadedFeed {
  feed: ClaimedFeed;
  account: SocialAccountRow;
  /** Null if the post was made elsewhere. */
  target: { postId: string; reference: JsonObject | null } | null;
}

/** The state of earlier reads that a read needs if its first page has changed. */
export type FeedMarks = Pick<FeedRow, 'readingPages' | 'readingUntil' | 'knownUntil' | 'goneSince'>;

/** The progress of a read that continues later. */
export type ReadingMarks = Pick<FeedRow, 'readingPages' | 'readingUntil'>;

/** The changes to a feed after it was claimed. A missing field keeps its value. */
export interface FeedEnd {
  feed: ClaimedFeed;
  dueAt: Date | null;
  failures?: number;
  cursor?: string | null;
  /** The progress of the read that the cursor continues. */
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
