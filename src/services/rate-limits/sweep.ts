import { lt, sql } from 'drizzle-orm';
import { rateLimits } from '../../db/schema/index.js';
import { rateWindowMs } from '../../domain/rate-limits.js';
import type { ServiceDeps } from '../shared/context.js';

/** Forgets who has asked for nothing within the longest window: a row that is not there counts as nothing used. */
export async function sweepRateLimits({ db }: Pick<ServiceDeps, 'db'>): Promise<void> {
  const longestMs = Math.max(...Object.values(rateWindowMs));
  await db
    .delete(rateLimits)
    .where(lt(rateLimits.checkedAtMs, sql`extract(epoch from clock_timestamp()) * 1000 - ${longestMs}`));
}
