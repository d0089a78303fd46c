import { sql, type SQL } from 'drizzle-orm';
import { commentFeeds, socialAccounts, targets } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';
import { readingLimits } from './reading-platforms.js';

const feedsAtOnceMax = 200;
/** A reader that has not given its feeds back by then is gone: longer than a read, with a refresh in it, may last. */
const leaseMs = 5 * 60_000;
/** When accounts are looked at again that a person has to connect first. */
const idleWaitMs = 30 * 60_000;
const disconnectedWaitMs = 6 * 60 * 60_000;

export interface ClaimScope {
  socialAccountId?: string;
  share?: { index: number; of: number };
  /** What has come to its end in this sweep. */
  platformsLeftOut: ReadonlySet<PlatformName>;
  accountsLeftOut: ReadonlySet<string>;
}

export interface Claim {
  /** Those that were looked at: none means that nothing is due. */
  looked: number;
  feeds: ClaimedFeed[];
}

/**
 * Takes posts whose comments are due. Those that cannot be read now are put off in the same statement, so that none
 * stands first in every sweep: an account that publishing waits for, one whose calls are used up, one that is gone.
 */
export async function claimFeeds(deps: ServiceDeps, scope: ClaimScope): Promise<Claim> {
  const now = deps.clock.now();
  const limits = readingLimits(deps, scope.socialAccountId !== undefined);
  const rows = await deps.db.execute<ClaimRow>(claimStatement(scope, limits, now));
  return {
    looked: rows.length,
    feeds: rows.filter(({ verdict }) => verdict === 'READ').map(toClaimed),
  };
}

type Verdict = 'READ' | 'LATER' | 'STOP' | 'EXPIRED' | 'DISCONNECTED' | 'PAUSED';
type Wire<T> = { [K in keyof T]: T[K] extends Date | null ? string | Extract<T[K], null> : T[K] };
type ClaimRow = Wire<ClaimedFeed> & { verdict: Verdict } & Record<string, unknown>;

const date = (text: string): Date => new Date(text);

function toClaimed({ verdict: _verdict, ...row }: ClaimRow): ClaimedFeed {
  return {
    socialAccountId: row.socialAccountId,
    externalPostId: row.externalPostId,
    workspaceId: row.workspaceId,
    platform: row.platform,
    targetId: row.targetId,
    failures: row.failures,
    cursor: row.cursor,
    digest: row.digest,
    publishedAt: date(row.publishedAt),
    readFullyAt: row.readFullyAt === null ? null : date(row.readFullyAt),
    dueAt: date(row.dueAt),
    claimedUntil: date(row.claimedUntil),
  };
}

function claimStatement(scope: ClaimScope, limits: string, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const lease = sql`${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz`;
  const after = (ms: number): SQL => sql`${at} + ${ms} * interval '1 millisecond' * (0.9 + 0.2 * random())`;
  return sql`
    with due as materialized (
      select * from ${commentFeeds} f
      where f.due_at <= ${at} and (f.claimed_until is null or f.claimed_until <= ${at}) and ${within(scope)}
      order by f.due_at limit ${feedsAtOnceMax} for update skip locked
    ), placed as (
      select f.social_account_id, f.external_post_id, f.due_at,
        a.status, a.deleted_at, greatest(a.paced_until, a.comments_paused_until) as paused_until,
        coalesce(a.reads_comments, not (l.of_platform->>'paid')::boolean) as reads,
        (l.of_platform->>'posts')::int as posts_max,
        row_number() over (partition by f.social_account_id order by f.due_at, f.external_post_id) as place
      from due f join ${socialAccounts} a on a.id = f.social_account_id
        cross join lateral (select ${limits}::jsonb -> f.platform as of_platform) l
    ), judged as (
      select *, case
        when posts_max is null or reads is not true then 'STOP'
        when deleted_at is not null then 'DISCONNECTED'
        when status <> 'ACTIVE' then 'EXPIRED'
        when paused_until > ${at} then 'PAUSED'
        when place > posts_max then 'LATER'
        else 'READ' end as verdict
      from placed
    )
    update ${commentFeeds} f set
      claimed_until = case verdict when 'READ' then ${lease} end,
      due_at = case verdict
        when 'READ' then f.due_at
        when 'STOP' then null
        when 'DISCONNECTED' then ${after(disconnectedWaitMs)}
        when 'EXPIRED' then ${after(idleWaitMs)}
        when 'PAUSED' then paused_until + random() * interval '1 minute'
        else ${at} + ceil((place - posts_max)::numeric / posts_max) * interval '1 minute' end
    from judged j
    where f.social_account_id = j.social_account_id and f.external_post_id = j.external_post_id
    returning verdict, f.social_account_id as "socialAccountId", f.external_post_id as "externalPostId",
      f.workspace_id as "workspaceId", f.platform, f.target_id as "targetId", f.published_at as "publishedAt",
      f.read_fully_at as "readFullyAt", f.failures, f.cursor, f.digest, f.due_at as "dueAt",
      f.claimed_until as "claimedUntil"`;
}

/** An account's posts are in one share, so that its calls are counted in one place. */
function within({ socialAccountId, share, platformsLeftOut, accountsLeftOut }: ClaimScope): SQL {
  const parts = [
    sql`f.platform <> all(${sql.param([...platformsLeftOut])}::text[])`,
    sql`f.social_account_id <> all(${sql.param([...accountsLeftOut])}::text[])`,
  ];
  if (socialAccountId !== undefined) parts.push(sql`f.social_account_id = ${socialAccountId}`);
  if (share !== undefined && share.of > 1) {
    parts.push(sql`abs(hashtext(f.social_account_id)::bigint) % ${share.of}::int = ${share.index}::int`);
  }
  return sql.join(parts, sql` and `);
}

/** With their accounts, and what we know of the posts. */
export async function loadFeeds(deps: ServiceDeps, feeds: readonly ClaimedFeed[]): Promise<LoadedFeed[]> {
  const accountIds = [...new Set(feeds.map(({ socialAccountId }) => socialAccountId))];
  const targetIds = feeds.flatMap(({ targetId }) => targetId ?? []);
  const [accounts, made] = await Promise.all([
    deps.db
      .select()
      .from(socialAccounts)
      .where(sql`${socialAccounts.id} = any(${sql.param(accountIds)}::text[])`),
    targetIds.length === 0
      ? []
      : deps.db
          .select({ id: targets.id, postId: targets.postId, reference: targets.externalReference })
          .from(targets)
          .where(sql`${targets.id} = any(${sql.param(targetIds)}::text[])`),
  ]);
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const targetById = new Map(made.map(({ id, ...target }) => [id, target]));
  return feeds.flatMap((feed) => {
    const account = accountById.get(feed.socialAccountId);
    const target = feed.targetId === null ? null : (targetById.get(feed.targetId) ?? null);
    return account === undefined ? [] : [{ feed, account, target }];
  });
}
