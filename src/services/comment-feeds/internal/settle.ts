import { sql } from 'drizzle-orm';
import { commentFeeds, socialAccounts } from '../../../db/schema/index.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { FeedEnd } from './feed.js';

/**
 * Gives feeds back, by one statement. What somebody has asked for while it was being read stays due, and is read as a
 * whole; what another reader has taken since is left alone.
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
    digest: end.digest === undefined ? feed.digest : end.digest,
  }));
  await db.execute(sql`
    update ${commentFeeds} f set
      claimed_until = null,
      read_at = coalesce(r.read, f.read_at),
      failures = r.failures,
      due_at = case when f.due_at = r.seen_due then r.due else f.due_at end,
      read_fully_at = case when f.due_at = r.seen_due then r.read_fully else f.read_fully_at end,
      cursor = case when f.due_at = r.seen_due then r.cursor else f.cursor end,
      digest = case when f.due_at = r.seen_due then r.digest else f.digest end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(account text, post text, lease timestamptz,
      seen_due timestamptz, due timestamptz, read timestamptz, read_fully timestamptz, failures int,
      cursor text, digest text)
    where f.social_account_id = r.account and f.external_post_id = r.post and f.claimed_until = r.lease`);
}

/** No comments of these accounts are read until then; their posts are published as ever. */
export async function pauseAccounts(
  { db }: ServiceDeps,
  untilByAccount: ReadonlyMap<string, Date>,
): Promise<void> {
  if (untilByAccount.size === 0) return;
  const rows = [...untilByAccount].map(([id, until]) => ({ id, until }));
  await db.execute(sql`
    update ${socialAccounts} a set comments_paused_until = greatest(a.comments_paused_until, r.until)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, until timestamptz)
    where a.id = r.id`);
}
