import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { fixedStatement } from '../../../db/fixed-statement.js';
import { posts } from '../../../db/schema/index.js';
import type { ServiceDeps } from '../../shared/context.js';

/**
 * The current time by the clock that decides whether a post is due: the database's, except in tests that move
 * time.
 */
export async function readDecidingNowMs(
  q: Queryable,
  { publishing: { dueClock } }: ServiceDeps,
  workflowNowMs: number,
): Promise<number> {
  const given = dueClock.decidingNow(workflowNowMs);
  if (given !== null) return given.getTime();
  const [row] = await readClock(q, {});
  const nowMs = row?.now.getTime() ?? 0;
  dueClock.note(nowMs);
  return nowMs;
}

const readClock = fixedStatement('read_clock', (q) =>
  q.select({ now: sql<Date>`clock_timestamp()`.mapWith(posts.createdAt) }).from(sql`(select 1) as one`),
);
