import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { comments } from '../../db/schema/index.js';
import { authorizeResource } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';

/**
 * Marks a comment read or unread in the inbox that the workspace shares (spec, POST /comments/{commentId}/read). The platform is
 * told nothing. What is read already keeps its time.
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
