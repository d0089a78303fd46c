import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { posts } from '../../../db/schema/index.js';

/** The time of the database's own clock. */
export async function readDatabaseTime(q: Queryable): Promise<number> {
  const [row] = await q
    .select({ now: sql<Date>`clock_timestamp()`.mapWith(posts.createdAt) })
    .from(sql`(select 1) as one`);
  if (row === undefined) throw new Error('unreachable: a row with the time');
  return row.now.getTime();
}
