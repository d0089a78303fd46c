import { sql, type SQL } from 'drizzle-orm';
import {
  billingAccounts,
  posts,
  publications,
  socialAccounts,
  sweeps,
  targets,
  workflowCancellations,
} from '../../db/schema/index.js';
import type { Debts } from '../../observability/debt-gauges.js';
import type { ServiceDeps } from '../shared/context.js';
import { reconcileSweep } from '../reconcile/lease.js';

/** Selects the due times of replies with a run, by their status. */
const repliesThat = (have: SQL): SQL => sql`
  select ${publications.scheduledFor} as due from ${publications}
  where ${publications.workspaceId} is not null and ${publications.runId} is not null and ${publications.status} ${have}`;

/** Reads totals of overdue work (for Temporal and for payers) and of late posts, for operators. They contain no ids. */
export async function readDebts({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>): Promise<Debts> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const seconds = (since: ReturnType<typeof sql>) =>
    sql`greatest(0, coalesce(extract(epoch from ${now} - min(${since})), 0))::float8`;
  const [row] = await db.execute<{ [K in keyof Debts]: Debts[K] }>(sql`
    select * from
      (select count(*)::int as "owedStarts", ${seconds(sql`${posts.pendingSince}`)} as "oldestOwedStartS"
        from ${posts} where ${posts.pendingWorkflowId} is not null and ${posts.deletedAt} is null) starts,
      (select count(*)::int as "owedCancellations",
          ${seconds(sql`${workflowCancellations.requestedAt}`)} as "oldestOwedCancellationS"
        from ${workflowCancellations}) cancellations,
      (select count(*)::int as "overduePosts", ${seconds(sql`due`)} as "oldestOverdueS"
        from (select ${posts.scheduledAt} as due from ${posts} where ${posts.status} = 'SCHEDULED'
            and ${posts.scheduledAt} < ${now} and ${posts.deletedAt} is null
          union all ${repliesThat(sql`= 'SCHEDULED'`)} and ${publications.scheduledFor} < ${now}) times) overdue,
      (select count(*)::int as "publishingPosts", ${seconds(sql`due`)} as "oldestPublishingS",
          (count(*) filter (where due < ${now} - interval '1 hour'))::int as "publishingOverHour",
          (count(*) filter (where due < ${now} - interval '1 day'))::int as "publishingOverDay"
        from (select coalesce(max(${targets.scheduledFor}), ${posts.scheduledAt}) as due
          from ${posts} join ${targets} on ${targets.postId} = ${posts.id}
          where ${posts.status} = 'PUBLISHING' and ${posts.deletedAt} is null
          group by ${posts.id}
          union all ${repliesThat(sql`<> 'SCHEDULED'`)}) times) publishing,
      (select (extract(epoch from ${now} - max(${sweeps.completedAt})))::float8 as "lastSweepAgeS"
        from ${sweeps} where ${sweeps.name} = ${reconcileSweep}) swept,
      (select count(*)::int as "owedReleases" from ${billingAccounts}
        where ${billingAccounts.releaseDueAt} is not null) releases,
      (select
          (count(*) filter (where ${socialAccounts.status} = 'ACTIVE'
            and ${socialAccounts.refreshDueAt} < ${now} - interval '1 hour'))::int as "overdueRefreshes",
          (count(*) filter (where ${socialAccounts.status} = 'ACTIVE'
            and ${socialAccounts.refreshFailures} >= 3))::int as "failingRefreshes",
          (count(*) filter (where ${socialAccounts.status} = 'TOKEN_EXPIRED'))::int as "expiredAccounts"
        from ${socialAccounts} where ${socialAccounts.deletedAt} is null) grants,
      (select count(*)::int as "databaseConnections",
          (count(*) filter (where state <> 'idle'))::int as "databaseConnectionsBusy"
        from pg_stat_activity
        where datname = current_database() and application_name = 'punctual') connections`);
  if (row === undefined) throw new Error('unreachable: an aggregate without a row');
  return row;
}
