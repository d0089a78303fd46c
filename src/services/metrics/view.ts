import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import type { Queryable } from '../../db/client.js';
import { metricFeeds, posts, socialAccounts, targets } from '../../db/schema/index.js';
import { metricStatusOf, noMetricValues } from '../../domain/metrics.js';
import { metricsOf } from '../account-grants/reads-metrics.js';
import type { ServiceDeps } from '../shared/context.js';
import type { MetricsView, TargetMetricsView } from './types.js';

type Deps = Pick<ServiceDeps, 'platforms'>;
type FeedRow = typeof metricFeeds.$inferSelect;
type AccountRow = typeof socialAccounts.$inferSelect;

const targetColumns = {
  postId: posts.id,
  targetId: targets.id,
  socialAccountId: targets.socialAccountId,
  platform: targets.platform,
};

/** The columns of an account that decide about its numbers. */
const accountColumns = {
  platform: socialAccounts.platform,
  readsMetrics: socialAccounts.readsMetrics,
  scopes: socialAccounts.scopes,
  deletedAt: socialAccounts.deletedAt,
};
type Account = Pick<AccountRow, keyof typeof accountColumns>;

function metricsViewOf(
  deps: Deps,
  { account, feed, isRemoved }: { account: Account; feed: FeedRow | null; isRemoved: boolean },
): MetricsView {
  const { available, reads, missingScope } = metricsOf(deps, account);
  const isOn = reads && account.deletedAt === null;
  const status = metricStatusOf({
    isSupported: available,
    isOn,
    isRemoved,
    lacksPermission: missingScope !== null || feed?.permissionMissing === true,
    failures: feed?.failures ?? 0,
    measuredAt: feed?.measuredAt ?? null,
  });
  const isWaiting = status === 'OK' || status === 'PENDING' || status === 'FAILED';
  return {
    status,
    measuredAt: feed?.measuredAt ?? null,
    nextAt: isWaiting ? (feed?.dueAt ?? null) : null,
    values: feed?.values ?? noMetricValues,
    native: feed?.native ?? {},
  };
}

/** Reads the numbers of the targets that the condition selects, also of those that were never measured. */
async function readViews(q: Queryable, deps: Deps, where: SQL | undefined): Promise<TargetMetricsView[]> {
  const rows = await q
    .select({
      target: targetColumns,
      takenDownAt: targets.takenDownAt,
      workspaceId: socialAccounts.workspaceId,
      account: accountColumns,
      feed: metricFeeds,
    })
    .from(targets)
    .innerJoin(posts, eq(posts.id, targets.postId))
    .innerJoin(socialAccounts, eq(socialAccounts.id, targets.socialAccountId))
    .leftJoin(metricFeeds, eq(metricFeeds.targetId, targets.id))
    .where(and(where, isNull(targets.removedAt), isNull(posts.deletedAt)))
    .orderBy(asc(targets.postId), asc(targets.order));
  return rows.map(({ target, takenDownAt, workspaceId, account, feed }) => ({
    workspaceId,
    ...target,
    metrics: metricsViewOf(deps, { account, feed, isRemoved: takenDownAt !== null }),
  }));
}

export const readMetricsOfPosts = (q: Queryable, deps: Deps, postIds: readonly string[]) =>
  readViews(q, deps, anyOf(targets.postId, postIds));

export const readMetricsOfTargets = (q: Queryable, deps: Deps, targetIds: readonly string[]) =>
  readViews(q, deps, anyOf(targets.id, targetIds));
