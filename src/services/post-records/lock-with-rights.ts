import type { Tx } from '../../db/client.js';
import type { Permission } from '../../domain/roles.js';
import { authorizeResource } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdStandingOfPost, withRightsNow } from '../shared/rights-now.js';
import { lockPost, toPostView, type PostRecord } from './records.js';

/**
 * Reads a post for change by a caller as they are now: authorizes, answers 403 or 404 as decided, holds the rights, and
 * compares the post with what the caller has read of it.
 */
export async function lockPostWithRights<C extends RequestContext>(
  tx: Tx,
  ctx: C,
  postId: string,
  permission: Permission,
): Promise<{ ctx: C; record: PostRecord }> {
  // Sent together, run one behind the other: the workspace is locked before the post, as its deletion does.
  const [[standing], locked] = await Promise.all([
    holdStandingOfPost(tx, { postId, userId: ctx.actor.userId }),
    lockPost(tx, postId),
  ]);
  // A reply to a comment is no post to anybody.
  const record = locked?.post.replyCommentId === null ? locked : undefined;
  authorizeResource(ctx.reach, record?.post.workspaceId, permission);
  const { workspaceId } = record.post;
  const now = await withRightsNow(tx, ctx, { workspaceId, standing, permission });
  ctx.expect?.(toPostView(record));
  return { ctx: now, record };
}
