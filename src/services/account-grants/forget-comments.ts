import { sql, type SQL } from 'drizzle-orm';
import { commentFeeds, comments, posts, socialAccounts, webhookEvents } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

const rowsAtOnceMax = 1_000;

interface Forgetting {
  batchesMax: number;
  /** Whether the events about the comments are deleted, too. */
  events: boolean;
  /** For an account that was reconnected: only comments stored before this time are deleted. */
  until?: Date;
}

/**
 * Deletes what other people wrote under an account's posts, in batches: the enrolled posts, their comments,
 * the hidden post of each of our replies, and on request the events about the comments. A reply in progress
 * is deleted once it has ended. It may be repeated. Returns whether nothing is left.
 */
export async function forgetCommentsOf(
  { db }: Pick<ServiceDeps, 'db'>,
  accountId: string,
  { batchesMax, events, until }: Forgetting,
): Promise<boolean> {
  const ofAccount = (column: SQL): SQL =>
    until === undefined
      ? sql`social_account_id = ${accountId}`
      : sql`social_account_id = ${accountId} and ${column} <= ${until.toISOString()}::timestamptz`;
  const isOnItsWay = sql`exists (select 1 from ${posts} p
    where p.id = reply_post_id and p.status in ('SCHEDULED', 'PUBLISHING'))`;
  const deletions = [
    sql`with gone as (
        delete from ${comments} where id in (
          select id from ${comments} where ${ofAccount(sql`created_at`)} and not ${isOnItsWay}
          limit ${rowsAtOnceMax})
        returning reply_post_id
      ), hidden as (
        delete from ${posts} where id in (select reply_post_id from gone) and reply_comment_id is not null
      ) select count(*)::int as count from gone`,
  ];
  // Events come last: a reader that announces a comment locks its row until the events are written.
  if (events) {
    deletions.push(sql`with gone as (
        delete from ${webhookEvents} where id in (
          select id from ${webhookEvents} where ${ofAccount(sql`created_at`)} limit ${rowsAtOnceMax})
        returning 1
      ) select count(*)::int as count from gone`);
  }
  if (until === undefined) {
    deletions.unshift(sql`with gone as (
        delete from ${commentFeeds} where (social_account_id, external_post_id) in (
          select social_account_id, external_post_id from ${commentFeeds} where social_account_id = ${accountId}
          limit ${rowsAtOnceMax})
        returning 1
      ) select count(*)::int as count from gone`);
  }
  let batches = 0;
  for (const deletion of deletions) {
    let deleted = rowsAtOnceMax;
    while (deleted === rowsAtOnceMax) {
      if (batches === batchesMax) return false;
      batches += 1;
      const [row] = await db.execute<{ count: number }>(deletion);
      deleted = row?.count ?? 0;
    }
  }
  const [left] = await db.execute(sql`
    select 1 from ${comments} where ${ofAccount(sql`created_at`)} limit 1`);
  return left === undefined;
}

interface RequestedPurge extends Record<string, unknown> {
  id: string;
  until: Date | string;
  isConnected: boolean;
}

/**
 * Carries out purges that were requested, within `batchesMax`: the one of an account, or the oldest ones of
 * up to `accountsMax` accounts.
 */
export async function runPurges(
  deps: Pick<ServiceDeps, 'db'>,
  {
    accountId,
    accountsMax = 1,
    batchesMax,
  }: { accountId?: string; accountsMax?: number; batchesMax: number },
): Promise<void> {
  const named = accountId === undefined ? sql`true` : sql`id = ${accountId}`;
  const requested = await deps.db.execute<RequestedPurge>(sql`
    select id, purge_requested_at as until, deleted_at is null as "isConnected" from ${socialAccounts}
    where purge_requested_at is not null and ${named} order by purge_requested_at limit ${accountsMax}`);
  for (const { id, until, isConnected } of requested) {
    const before = isConnected ? { until: new Date(until) } : {};
    const isDone = await forgetCommentsOf(deps, id, { batchesMax, events: true, ...before });
    if (!isDone) continue;
    // If another purge was requested meanwhile, the request stays.
    await deps.db.execute(sql`
      update ${socialAccounts} set purge_requested_at = null
      where id = ${id} and purge_requested_at = ${new Date(until).toISOString()}::timestamptz`);
  }
}
