import { sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { commentCalls, commentFeeds, socialAccounts, targets } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { ServiceDeps } from '../../shared/context.js';
import { counting } from './call-budget.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';
import { readingLimits } from './reading-platforms.js';

const feedsAtOnceMax = 200;
/** After this time a reader counts as lost. It is longer than a read that includes a token refresh. */
const leaseMs = 5 * 60_000;
/** The wait before an account is checked again that a user must reconnect first. */
const idleWaitMs = 30 * 60_000;
const disconnectedWaitMs = 6 * 60 * 60_000;
/** Later pages of a long read wait for the first pages of the account's other posts, but not longer than this. */
const laterPagesWaitMsMax = 60 * 60_000;
/** The longest wait of a post whose account has many other posts before it. */
const spentWaitMsMax = 6 * 60 * 60_000;

export interface ClaimScope {
  socialAccountId?: string;
  share?: { index: number; of: number };
  /** The platforms that this sweep is currently reading. */
  platformsLeftOut: ReadonlySet<PlatformName>;
  /** The accounts that this sweep must not read again. */
  accountsLeftOut: ReadonlySet<string>;
}

export interface Claim {
  /** Whether all due posts were looked at. */
  isAll: boolean;
  feeds: ClaimedFeed[];
  /** The calls that are left for each account. One call for each claimed post is already counted as used. */
  callsLeft: Map<string, number>;
}

/**
 * Claims posts whose comments are due. Posts that cannot be read now are postponed in the same statement, so that they
 * do not come first in every sweep: their account is paused by its platform, has used up its calls, is gone, or shares
 * its daily calls with many others.
 */
export async function claimFeeds(deps: ServiceDeps, scope: ClaimScope): Promise<Claim> {
  const now = deps.clock.now();
  const limits = readingLimits(deps, scope.socialAccountId !== undefined);
  const rows = await deps.db.execute<ClaimRow>(claimStatement(scope, JSON.stringify(limits), now));
  const taken = rows.filter(({ verdict }) => verdict === 'READ');
  return {
    isAll: rows.length < feedsAtOnceMax,
    feeds: taken.map(toClaimed),
    callsLeft: new Map(taken.map(({ socialAccountId, callsLeft }) => [socialAccountId, callsLeft])),
  };
}

type Verdict = 'READ' | 'LATER' | 'STOP' | 'EXPIRED' | 'DISCONNECTED' | 'PAUSED' | 'SPENT';
type Wire<T> = { [K in keyof T]: T[K] extends Date | null ? string | Extract<T[K], null> : T[K] };
type ClaimRow = Wire<ClaimedFeed> & { verdict: Verdict; callsLeft: number } & Record<string, unknown>;

const date = (text: string): Date => new Date(text);

function toClaimed(row: ClaimRow): ClaimedFeed {
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
    ), ${judgement(limits, at)}, used as (
      select social_account_id, platform, sandbox, count(*) * max(call_ms) as ms,
        count(*) * max(shared_call_ms) as shared_ms
      from judged where verdict = 'READ' group by social_account_id, platform, sandbox
    ), ${counting(now)}
    update ${commentFeeds} f set
      claimed_until = case verdict when 'READ' then ${lease} end,
      due_at = case verdict
        when 'READ' then f.due_at
        when 'STOP' then null
        when 'DISCONNECTED' then ${after(disconnectedWaitMs)}
        when 'EXPIRED' then ${after(idleWaitMs)}
        when 'PAUSED' then paused_until + random() * interval '1 minute'
        when 'SPENT' then ${at} + least((turn - shared_left) * shared_call_ms, ${spentWaitMsMax})
          * interval '1 millisecond'
        else ${at} + (place - least(calls_left, posts_max)) * call_ms * interval '1 millisecond' end
    from judged j
    where f.social_account_id = j.social_account_id and f.external_post_id = j.external_post_id
    returning verdict, floor(j.calls_left)::int as "callsLeft",
      f.social_account_id as "socialAccountId", f.external_post_id as "externalPostId",
      f.workspace_id as "workspaceId", f.platform, f.target_id as "targetId", f.published_at as "publishedAt",
      f.read_fully_at as "readFullyAt", f.failures, f.cursor, f.digest, f.due_at as "dueAt",
      f.claimed_until as "claimedUntil"`;
}

/**
 * The SQL that decides about each due post. Time pays off an account's used calls, and the account may only run ahead
 * of that by a limit. If accounts share calls, the first post of each is read before the second post of any.
 */
function judgement(limits: string, at: SQL): SQL {
  const aheadMs = (time: SQL): SQL =>
    sql`coalesce(greatest(extract(epoch from ${time} - ${at}) * 1000, 0), 0)::double precision`;
  const isLaterPage = sql`(f.cursor is not null
    and f.read_at > ${at} - ${laterPagesWaitMsMax} * interval '1 millisecond')`;
  return sql`placed as (
      select f.social_account_id, f.external_post_id, f.platform, f.due_at, a.status, a.deleted_at, a.sandbox,
        greatest(a.paced_until, a.comments_paused_until, c.spent_until) as paused_until,
        coalesce(a.reads_comments, not l.paid) as reads, l.posts as posts_max,
        l."callMs" as call_ms, l."sharedCallMs" as shared_call_ms,
        (l."aheadMsMax" - ${aheadMs(sql`a.comments_calls_at`)}) / l."callMs" as calls_left,
        (l."sharedAheadMsMax" - ${aheadMs(sql`c.calls_at`)}) / l."sharedCallMs" as shared_left,
        row_number() over (partition by f.social_account_id
          order by ${isLaterPage}, f.due_at, f.external_post_id) as place
      from due f join ${socialAccounts} a on a.id = f.social_account_id
        left join ${commentCalls} c on c.platform = f.platform and c.sandbox = a.sandbox
        cross join lateral json_to_record(coalesce(${limits}::json -> f.platform, '{}'::json)) as l(posts int,
          paid boolean, "callMs" double precision, "aheadMsMax" double precision,
          "sharedCallMs" double precision, "sharedAheadMsMax" double precision)
    ), wanted as (
      select *, case
        when posts_max is null or reads is not true then 'STOP'
        when deleted_at is not null then 'DISCONNECTED'
        when status <> 'ACTIVE' then 'EXPIRED'
        when paused_until > ${at} then 'PAUSED'
        when place > least(floor(calls_left), posts_max) then 'LATER'
        else 'READ' end as wish
      from placed
    ), turns as (
      select *, row_number() over (partition by platform, sandbox, wish order by place, due_at) as turn from wanted
    ), judged as (
      select *, case when wish = 'READ' and turn > floor(shared_left) then 'SPENT' else wish end as verdict from turns
    )`;
}

/** The condition for this sweep's posts. An account's posts are in one share, so that one reader counts its calls. */
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

/** Loads the accounts of claimed feeds, and our targets for their posts. */
export async function loadFeeds(deps: ServiceDeps, feeds: readonly ClaimedFeed[]): Promise<LoadedFeed[]> {
  const accountIds = [...new Set(feeds.map(({ socialAccountId }) => socialAccountId))];
  const targetIds = feeds.flatMap(({ targetId }) => targetId ?? []);
  const [accounts, made] = await Promise.all([
    deps.db.select().from(socialAccounts).where(anyOf(socialAccounts.id, accountIds)),
    targetIds.length === 0
      ? []
      : deps.db
          .select({ id: targets.id, postId: targets.postId, reference: targets.externalReference })
          .from(targets)
          .where(anyOf(targets.id, targetIds)),
  ]);
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const targetById = new Map(made.map(({ id, ...target }) => [id, target]));
  return feeds.flatMap((feed) => {
    const account = accountById.get(feed.socialAccountId);
    const target = feed.targetId === null ? null : (targetById.get(feed.targetId) ?? null);
    return account === undefined ? [] : [{ feed, account, target }];
  });
}
