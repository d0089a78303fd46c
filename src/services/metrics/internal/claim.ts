import { and, eq, isNull, sql } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { metricFeeds, posts, socialAccounts, targets } from '../../../db/schema/index.js';
import { atTime, judging, nextDueAt, type DueVerdict } from '../../platform-reads/judge-due.js';
import { inScope, type ReadScope } from '../../platform-reads/read-scope.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';
import { measureLimits } from './measured-platforms.js';

const feedsAtOnceMax = 500;
/** After this time a reader counts as lost. It is longer than a sweep that includes token refreshes. */
const leaseMs = 5 * 60_000;

type Wire<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };
type ClaimRow = Wire<ClaimedFeed> & { verdict: DueVerdict } & Record<string, unknown>;

export interface Claim {
  /** Whether all due targets were looked at. */
  isAll: boolean;
  /** The claimed targets, whose calls are already counted as used. */
  feeds: ClaimedFeed[];
}

/** Claims targets whose numbers are due, and postpones those that cannot be read now, in one statement. */
export async function claimFeeds(deps: ServiceDeps, scope: ReadScope): Promise<Claim> {
  const now = deps.clock.now();
  const at = atTime(now);
  const judged = judging({
    limits: measureLimits(deps, scope.socialAccountId !== undefined),
    now,
    key: sql`f.target_id`,
    isOn: sql`a.reads_metrics`,
    isLaterPart: sql`f.due_at is null`,
  });
  const rows = await deps.db.execute<ClaimRow>(sql`
    with due as materialized (
      select * from ${metricFeeds} f
      where f.due_at <= ${at} and (f.claimed_until is null or f.claimed_until <= ${at})
        and ${inScope(scope)}
      order by f.due_at limit ${feedsAtOnceMax} for update skip locked
    ), ${judged}
    update ${metricFeeds} f set
      claimed_until = case verdict when 'READ' then ${atTime(new Date(now.getTime() + leaseMs))} end,
      due_at = ${nextDueAt(now)}
    from judged j
    where f.target_id = j.key
    returning verdict, f.target_id as "targetId", f.workspace_id as "workspaceId",
      f.social_account_id as "socialAccountId", f.platform, f.external_post_id as "externalPostId",
      f.published_at as "publishedAt", f.failures, f.unchanged, f."values", f.native, f.due_at as "dueAt",
      f.claimed_until as "claimedUntil"`);
  return {
    isAll: rows.length < feedsAtOnceMax,
    feeds: rows.filter(({ verdict }) => verdict === 'READ').map(toClaimed),
  };
}

const toClaimed = (row: ClaimRow): ClaimedFeed => ({
  targetId: row.targetId,
  workspaceId: row.workspaceId,
  socialAccountId: row.socialAccountId,
  platform: row.platform,
  externalPostId: row.externalPostId,
  failures: row.failures,
  unchanged: row.unchanged,
  values: row.values,
  native: row.native,
  publishedAt: new Date(row.publishedAt),
  dueAt: new Date(row.dueAt),
  claimedUntil: new Date(row.claimedUntil),
});

/** Loads the accounts and targets of claimed feeds. Those that were deleted in Punctual or at the platform are missing. */
export async function loadFeeds({ db }: ServiceDeps, feeds: readonly ClaimedFeed[]): Promise<LoadedFeed[]> {
  const accountIds = [...new Set(feeds.map(({ socialAccountId }) => socialAccountId))];
  const [accounts, made] = await Promise.all([
    db.select().from(socialAccounts).where(anyOf(socialAccounts.id, accountIds)),
    db
      .select({ id: targets.id, reference: targets.externalReference, options: targets.platformOptions })
      .from(targets)
      .innerJoin(posts, eq(posts.id, targets.postId))
      .where(
        and(
          anyOf(
            targets.id,
            feeds.map(({ targetId }) => targetId),
          ),
          isNull(posts.deletedAt),
          isNull(targets.takenDownAt),
        ),
      ),
  ]);
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const targetById = new Map(made.map(({ id, ...target }) => [id, target]));
  return feeds.flatMap((feed) => {
    const account = accountById.get(feed.socialAccountId);
    const target = targetById.get(feed.targetId);
    if (account === undefined || target === undefined) return [];
    return [
      {
        feed,
        account,
        post: { externalPostId: feed.externalPostId, publishedAt: feed.publishedAt, ...target },
      },
    ];
  });
}
