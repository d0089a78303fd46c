import { inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { posts } from '../../src/db/schema/index.js';

/** Counts the statements in this database that wait for another transaction's lock. */
export async function lockWaits(db: Db): Promise<number> {
  const [row] = await db.execute<{
    waiting: number;
  }>(sql`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
}

export const untilLockWaits = (db: Db, count: number): Promise<void> =>
  expect.poll(() => lockWaits(db)).toBe(count);

/** Holds the posts in another transaction, as a slow change does, while `work` runs. */
export function whilePostsHeld<T>(db: Db, postIds: string[], work: () => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: posts.id }).from(posts).where(inArray(posts.id, postIds)).for('update');
    return work();
  });
}
