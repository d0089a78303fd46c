import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { fixedStatement } from '../../../db/fixed-statement.js';
import { posts } from '../../../db/schema/index.js';

/** The time of the database's own clock. */
export async function readDatabaseTime(q: Queryable): Promise<number> {
  const [row] = await readClock(q, {});
  if (row === undefined) throw new Error('unreachable: a row with the time');
  return row.now.getTime();
}

const readClock = fixedStatement('read_clock', (q) =>
  q.select({ now: sql<Date>`clock_timestamp()`.mapWith(posts.createdAt) }).from(sql`(select 1) as one`),
);
