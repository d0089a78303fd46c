import { sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { commentFeeds, socialAccounts, targets } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import {
  atTime,
  judging,
  nextDueAt,
  type DueLimits,
  type DueVerdict,
} from '../../platform-reads/judge-due.js';
import { inScope, type ReadScope } from '../../platform-reads/read-scope.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';
import { readingLimits } from './reading-platforms.js';

const feedsAtOnceMax = 200;
/** After this time a reader counts as lost. It is longer than a read that includes a token refresh. */
const leaseMs = 5 * 60_000;
/** Later pages of a long read wait for the first pages of the account's other posts, but not longer than this. */
const laterPagesWaitMsMax = 60 * 60_000;

export interface ClaimScope extends ReadScope {
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
  const rows = await deps.db.execute<ClaimRow>(claimStatement(scope, limits, now));
  const taken = rows.filter(({ verdict }) => verdict === 'READ');
  return {
    isAll: rows.length < feedsAtOnceMax,
    feeds: taken.map(toClaimed),
    callsLeft: new Map(taken.map(({ socialAccountId, callsLeft }) => [socialAccountId, callsLeft])),
  };
}

type Wire<T> = { [K in keyof T]: T[K] extends Date | null ? string | Extract<T[K], null> : T[K] };
type ClaimRow = Wire<ClaimedFeed> & { verdict: DueVerdict; callsLeft: number } & Record<string, unknown>;

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

function claimStatement(scope: ClaimScope, limits: Readonly<Record<string, DueLimits>>, now: Date): SQL {
  const at = atTime(now);
  const isLaterPart = sql`(f.cursor is not null
    and f.read_at > ${at} - ${laterPagesWaitMsMax} * interval '1 millisecond')`;
  const isOn = sql`a.reads_comments`;
  return sql`
    with due as materialized (
      select * from ${commentFeeds} f
      where f.due_at <= ${at} and (f.claimed_until is null or f.claimed_until <= ${at}) and ${within(scope)}
      order by f.due_at limit ${feedsAtOnceMax} for update skip locked
    ), ${judging({ limits, now, key: sql`f.external_post_id`, isOn, isLaterPart })}
    update ${commentFeeds} f set
      claimed_until = case verdict when 'READ' then ${atTime(new Date(now.getTime() + leaseMs))} end,
      due_at = ${nextDueAt(now)}
    from judged j
    where f.social_account_id = j.social_account_id and f.external_post_id = j.key
    returning verdict, floor(j.calls_left)::int as "callsLeft",
      f.social_account_id as "socialAccountId", f.external_post_id as "externalPostId",
      f.workspace_id as "workspaceId", f.platform, f.target_id as "targetId", f.published_at as "publishedAt",
      f.read_fully_at as "readFullyAt", f.failures, f.cursor, f.digest, f.due_at as "dueAt",
      f.claimed_until as "claimedUntil"`;
}

/** The condition that selects this sweep's posts. */
function within({ platformsLeftOut, accountsLeftOut, ...scope }: ClaimScope): SQL {
  return sql`f.platform <> all(${sql.param([...platformsLeftOut])}::text[])
    and f.social_account_id <> all(${sql.param([...accountsLeftOut])}::text[])
    and ${inScope(scope)}`;
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
  const targetById = new Map(
    made.flatMap(({ id, postId, reference }) => (postId === null ? [] : [[id, { postId, reference }]])),
  );
  return feeds.flatMap((feed) => {
    const account = accountById.get(feed.socialAccountId);
    const target = feed.targetId === null ? null : (targetById.get(feed.targetId) ?? null);
    return account === undefined ? [] : [{ feed, account, target }];
  });
}
