import { sql } from 'drizzle-orm';
import { executeHurried } from '../../db/deadline.js';
import type { RateLimits } from '../../domain/rate-limits.js';
import type { ServiceDeps } from '../shared/context.js';
import { builtFor, countRequest, type CountedRow } from './count-request.js';
import { verdictOf } from './verdict.js';
import type { RateVerdict } from '../shared/limits/rate-limiter.js';

const statement = builtFor((limits: RateLimits) =>
  countRequest(sql`select ${sql.placeholder('subject')}::text as subject`, limits),
);

/** Counts a request of a signed-in user. All sessions share one count, so another session adds no requests. */
export async function countUser(
  { db, clock, limiter }: Pick<ServiceDeps, 'db' | 'clock' | 'limiter'>,
  userId: string,
): Promise<RateVerdict | undefined> {
  const { sessionLimits: limits } = limiter;
  if (limits === null) return undefined;
  const subject = `user:${userId}`;
  const counted = await limiter.attempt(() => executeHurried<CountedRow>(db, statement(limits), { subject }));
  const [row] = counted ?? [];
  return row === undefined ? limiter.locally(subject, limits, clock.now().getTime()) : verdictOf(row, limits);
}
