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
 * Throws if the workspace has no room for another waiting post. If it is far from full, its posts are not counted each
 * time, so several processes together may slightly exceed the limit.
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
