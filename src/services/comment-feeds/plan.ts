import { sql } from 'drizzle-orm';
import { commentFeeds } from '../../db/schema/index.js';
import type { CommentReadPlan } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { enrolFeeds } from './enrol.js';
import { areLeftUntold } from './internal/announce.js';

const postsPerRead = 200;
const readsMax = 8;

/** Enrolls recently published posts, and returns how many reads should run concurrently. */
export async function planCommentReads(
  deps: Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>,
): Promise<CommentReadPlan> {
  await enrolFeeds(deps);
  const now = sql`${deps.clock.now().toISOString()}::timestamptz`;
  const [row] = await deps.db.execute<{ due: number; isLeft: boolean }>(sql`
    select (select count(*) from (
        select 1 from ${commentFeeds}
        where ${commentFeeds.dueAt} <= ${now}
          and (${commentFeeds.claimedUntil} is null or ${commentFeeds.claimedUntil} <= ${now})
        limit ${postsPerRead * readsMax}) due)::int as due,
      ${areLeftUntold(deps)} as "isLeft"`);
  const { due = 0, isLeft = false } = row ?? {};
  const reads = Math.min(readsMax, Math.ceil(due / postsPerRead));
  return { reads: isLeft ? Math.max(1, reads) : reads };
}
