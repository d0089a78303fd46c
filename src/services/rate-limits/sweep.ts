import { lt, sql } from 'drizzle-orm';
import { rateLimits } from '../../db/schema/index.js';
import { rateWindowMs } from '../../domain/rate-limits.js';
import type { ServiceDeps } from '../shared/context.js';

/** Deletes the counts of subjects without a request in the longest window. No row means nothing was counted. */
export async function sweepRateLimits({ db }: Pick<ServiceDeps, 'db'>): Promise<void> {
  const longestMs = Math.max(...Object.values(rateWindowMs));
  await db
    .delete(rateLimits)
    .where(lt(rateLimits.checkedAtMs, sql`extract(epoch from clock_timestamp()) * 1000 - ${longestMs}`));
}
