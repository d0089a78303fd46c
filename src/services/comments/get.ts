import type { RequestContext } from '../shared/context.js';
import { readInReach } from './internal/read-in-reach.js';
import { readThread } from './internal/thread.js';
import type { CommentThreadView } from './types.js';
import { readCommentViews, toCommentView } from './view.js';

/** Returns a comment with its conversation (GET /comments/{id}). */
export async function getComment(
  ctx: RequestContext,
  { commentId }: { commentId: string },
): Promise<CommentThreadView> {
  const record = await readInReach(ctx, commentId, 'read');
  const { ids, isTruncated } = await readThread(ctx.db, record.comment);
  const thread = await readCommentViews(ctx.db, ctx, ids);
  return { ...toCommentView(ctx, record), thread, threadTruncated: isTruncated };
}
