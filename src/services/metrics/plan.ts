import { sql } from 'drizzle-orm';
import { metricFeeds } from '../../db/schema/index.js';
import type { MeasurePlan } from '../../domain/workflow-contract.js';
import { atTime } from '../platform-reads/judge-due.js';
import type { ServiceDeps } from '../shared/context.js';
import { enrolFeeds } from './enrol.js';

const targetsPerRead = 500;
const readsMax = 8;

/** Enrolls recently published targets, and returns how many readings should run concurrently. */
export async function planMeasuring(
  deps: Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>,
): Promise<MeasurePlan> {
  await enrolFeeds(deps);
  const now = atTime(deps.clock.now());
  const [row] = await deps.db.execute<{ due: number }>(sql`
    select count(*)::int as due from (
      select 1 from ${metricFeeds}
      where ${metricFeeds.dueAt} <= ${now}
        and (${metricFeeds.claimedUntil} is null or ${metricFeeds.claimedUntil} <= ${now})
      limit ${targetsPerRead * readsMax}) due`);
  return { reads: Math.min(readsMax, Math.ceil((row?.due ?? 0) / targetsPerRead)) };
}
