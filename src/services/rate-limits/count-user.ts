import { sql } from 'drizzle-orm';
import { executeWithin } from '../../db/deadline.js';
import type { ServiceDeps } from '../context.js';
import { countRequest, type CountedRow } from './count-request.js';
import { countTimeoutMs } from './limiter.js';
import { verdictOf, type RateVerdict } from './verdict.js';

/** Counts a request of a person at the dashboard: all of a user's sessions share the limits that a key has. */
export async function countUser(
  { db, limiter }: Pick<ServiceDeps, 'db' | 'limiter'>,
  userId: string,
): Promise<RateVerdict | undefined> {
  const { limits } = limiter;
  if (limits === null) return undefined;
  const statement = countRequest(sql`select ${`user:${userId}`}::text as subject`, limits);
  const [row] = (await limiter.attempt(() => executeWithin<CountedRow>(db, statement, countTimeoutMs))) ?? [];
  return row === undefined ? undefined : verdictOf(row, limits);
}
