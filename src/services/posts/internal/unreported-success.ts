import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { postEvents } from '../../../db/schema/index.js';

/**
 * Whether a target became public after the last event about the end of the post. If a success is found while the
 * post waits for an approval or a retry, it sends no event of its own: the run that follows sends one when it ends.
 * If no run follows, the action that ends the wait sends it.
 */
export async function hasUnreportedSuccess(q: Queryable, postId: string): Promise<boolean> {
  const ends = sql`select max(timeline_number) from ${postEvents} where post_id = ${postId}
    and kind in ('FINISHED', 'CANCELED', 'REJECTED')
    and detail ->> 'status' in ('PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED')`;
  const rows = await q.execute(sql`select 1 from ${postEvents} where post_id = ${postId}
    and kind = 'PUBLISHED' and detail ->> 'step' = 'POST' and timeline_number > coalesce((${ends}), 0) limit 1`);
  return rows.length > 0;
}
