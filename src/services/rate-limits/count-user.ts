import { sql } from 'drizzle-orm';
import { executeWithin } from '../../db/deadline.js';
import type { ServiceDeps } from '../context.js';
import { builtFor, countRequest, type CountedRow } from './count-request.js';
import { countTimeoutMs } from './limiter.js';
import { verdictOf, type RateVerdict } from './verdict.js';

const statement = builtFor((limits) =>
  countRequest(sql`select ${sql.placeholder('subject')}::text as subject`, limits),
);

/** Counts a request of a person at the dashboard: all of a user's sessions share the limits that a key has. */
export async function countUser(
  { db, limiter }: Pick<ServiceDeps, 'db' | 'limiter'>,
  userId: string,
): Promise<RateVerdict | undefined> {
  const { limits } = limiter;
  if (limits === null) return undefined;
  const count = () =>
    executeWithin<CountedRow>(db, statement(limits), countTimeoutMs, { subject: `user:${userId}` });
  const [row] = (await limiter.attempt(count)) ?? [];
  return row === undefined ? undefined : verdictOf(row, limits);
}
