import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { posts } from '../../db/schema/index.js';
import { workspaceCountsMax } from '../../domain/limits.js';
import type { ServiceDeps } from '../shared/context.js';
import { requireCount } from '../shared/limits/count-limit.js';

export const countWaitingPosts = (q: Queryable, workspaceId: string): Promise<number> =>
  q.$count(
    posts,
    and(eq(posts.workspaceId, workspaceId), eq(posts.status, 'SCHEDULED'), isNull(posts.deletedAt)),
  );

/**
 * Refuses one more waiting post in a full workspace. A workspace that is far from full is not counted for each post, so
 * several processes together may pass the limit by a little.
 */
export async function requireWaitingPostSlot(
  q: Queryable,
  { publishing: { quotaHeadroom } }: Pick<ServiceDeps, 'publishing'>,
  workspaceId: string,
): Promise<void> {
  const key = `waiting:${workspaceId}`;
  if (quotaHeadroom.take(key, 1)) return;
  const max = workspaceCountsMax.waitingPosts;
  const waiting = await countWaitingPosts(q, workspaceId);
  requireCount({
    wanted: waiting + 1,
    max,
    owner: 'A workspace',
    things: 'posts that wait for their time',
    code: 'too_many_waiting_posts',
    path: '',
  });
  quotaHeadroom.found(key, { left: max - waiting, max });
}
