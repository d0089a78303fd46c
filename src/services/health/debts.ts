import { sql } from 'drizzle-orm';
import { billingAccounts, posts, workflowCancellations } from '../../db/schema/index.js';
import type { ServiceDeps } from '../context.js';

export interface Debts {
  owedStarts: number;
  oldestOwedStartS: number;
  owedCancellations: number;
  oldestOwedCancellationS: number;
  overduePosts: number;
  oldestOverdueS: number;
  publishingPosts: number;
  owedReleases: number;
  databaseConnections: number;
  databaseConnectionsBusy: number;
}

/** What is owed to Temporal and to payers, and what is late, for operators: figures over everybody's posts, and no ids. */
export async function readDebts({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>): Promise<Debts> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const seconds = (since: ReturnType<typeof sql>) =>
    sql`greatest(0, coalesce(extract(epoch from ${now} - min(${since})), 0))::float8`;
  const [row] = await db.execute<{ [K in keyof Debts]: number }>(sql`
    select * from
      (select count(*)::int as "owedStarts", ${seconds(sql`${posts.pendingSince}`)} as "oldestOwedStartS"
        from ${posts} where ${posts.pendingWorkflowId} is not null and ${posts.deletedAt} is null) starts,
      (select count(*)::int as "owedCancellations",
          ${seconds(sql`${workflowCancellations.requestedAt}`)} as "oldestOwedCancellationS"
        from ${workflowCancellations}) cancellations,
      (select count(*)::int as "overduePosts", ${seconds(sql`${posts.scheduledAt}`)} as "oldestOverdueS"
        from ${posts} where ${posts.status} = 'SCHEDULED' and ${posts.scheduledAt} < ${now}
          and ${posts.deletedAt} is null) overdue,
      (select count(*)::int as "publishingPosts" from ${posts}
        where ${posts.status} = 'PUBLISHING' and ${posts.deletedAt} is null) publishing,
      (select count(*)::int as "owedReleases" from ${billingAccounts}
        where ${billingAccounts.releaseDueAt} is not null) releases,
      (select count(*)::int as "databaseConnections",
          (count(*) filter (where state <> 'idle'))::int as "databaseConnectionsBusy"
        from pg_stat_activity
        where datname = current_database() and application_name = 'punctual') connections`);
  if (row === undefined) throw new Error('unreachable: an aggregate without a row');
  return row;
}
