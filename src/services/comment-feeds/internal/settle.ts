import { sql } from 'drizzle-orm';
import { commentFeeds } from '../../../db/schema/index.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { FeedEnd } from './feed.js';

/**
 * Writes the ends of claimed feeds in one statement. A feed that became due during the read stays due, and the next
 * read continues where this one ended, or starts over if a full read was requested. Feeds that another reader has
 * claimed since are not changed.
 */
export async function settleFeeds({ db, clock }: ServiceDeps, ends: readonly FeedEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const now = clock.now();
  const rows = ends.map(({ feed, dueAt, hasRead = false, hasReadFully = false, ...end }) => ({
    account: feed.socialAccountId,
    post: feed.externalPostId,
    lease: feed.claimedUntil,
    seen_due: feed.dueAt,
    due: dueAt,
    read: hasRead ? now : null,
    read_fully: hasReadFully ? now : feed.readFullyAt,
    failures: end.failures ?? feed.failures,
    cursor: end.cursor === undefined ? feed.cursor : end.cursor,
    moves_cursor: end.cursor !== undefined,
    pages: end.reading?.readingPages ?? 0,
    reading_until: end.reading?.readingUntil ?? null,
    known_until: end.knownUntil ?? null,
    tells_gone: end.goneSince !== undefined,
    gone_since: end.goneSince ?? null,
    digest: end.digest === undefined ? feed.digest : end.digest,
  }));
  const isBegunAnew = sql`coalesce(f.whole_asked_at > r.seen_due, false)`;
  await db.execute(sql`
    update ${commentFeeds} f set
      claimed_until = null,
      read_at = coalesce(r.read, f.read_at),
      failures = r.failures,
      due_at = case when f.due_at = r.seen_due then r.due else f.due_at end,
      gone_since = case when r.tells_gone then r.gone_since else f.gone_since end,
      known_until = greatest(f.known_until, r.known_until),
      read_fully_at = case when ${isBegunAnew} then f.read_fully_at else r.read_fully end,
      cursor = case when ${isBegunAnew} then f.cursor else r.cursor end,
      reading_pages = case when ${isBegunAnew} or not r.moves_cursor then f.reading_pages else r.pages end,
      reading_until = case when ${isBegunAnew} or not r.moves_cursor then f.reading_until else r.reading_until end,
      digest = case when ${isBegunAnew} then f.digest else r.digest end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(account text, post text, lease timestamptz,
      seen_due timestamptz, due timestamptz, read timestamptz, read_fully timestamptz, failures int,
      cursor text, moves_cursor boolean, pages int, reading_until timestamptz, known_until timestamptz,
      tells_gone boolean, gone_since timestamptz, digest text)
    where f.social_account_id = r.account and f.external_post_id = r.post and f.claimed_until = r.lease`);
}
