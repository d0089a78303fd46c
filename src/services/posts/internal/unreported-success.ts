import { and, eq, gt, inArray, max, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { postEvents } from '../../../db/schema/index.js';

/**
 * Whether a target became public after the last event about the end of the post. A success that is found while the post
 * waits for an approval or a retry sends no event: the run that follows sends one when it ends. If no run follows, the
 * action that ends the wait sends it.
 */
export async function hasUnreportedSuccess(q: Queryable, postId: string): Promise<boolean> {
  const { timelineNumber, kind, detail } = postEvents;
  const ofPost = eq(postEvents.postId, postId);
  const status = sql`${detail} ->> 'status'`;
  const lastEnd = q
    .select({ number: max(timelineNumber) })
    .from(postEvents)
    .where(
      and(
        ofPost,
        inArray(kind, ['FINISHED', 'CANCELED', 'REJECTED']),
        inArray(status, ['PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED']),
      ),
    );
  const isOfPost = ne(sql`${detail} ->> 'step'`, 'FIRST_COMMENT');
  const isLater = gt(timelineNumber, sql`coalesce(${lastEnd}, 0)`);
  const rows = await q
    .select({ number: timelineNumber })
    .from(postEvents)
    .where(and(ofPost, eq(kind, 'PUBLISHED'), isOfPost, isLater))
    .limit(1);
  return rows.length > 0;
}
