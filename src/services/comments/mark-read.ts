import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { comments } from '../../db/schema/index.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';

/**
 * Marks a comment as read or unread in the workspace's shared inbox (docs/contract.md#comments). The platform is not
 * informed. A comment that is already read keeps its `readAt`.
 */
export async function markCommentRead(
  ctx: RequestContext,
  { commentId, read }: { commentId: string; read: boolean },
): Promise<void> {
  const [row] = await ctx.db
    .select({ workspaceId: comments.workspaceId })
    .from(comments)
    .where(eq(comments.id, commentId));
  authorizeResource(ctx.reach, row?.workspaceId, 'writePosts');
  const now = ctx.clock.now();
  await ctx.db
    .update(comments)
    .set({ readAt: read ? now : null, updatedAt: now })
    .where(and(eq(comments.id, commentId), read ? isNull(comments.readAt) : isNotNull(comments.readAt)));
}
