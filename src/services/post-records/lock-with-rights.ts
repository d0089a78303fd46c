import type { Tx } from '../../db/client.js';
import type { Permission } from '../../domain/roles.js';
import { authorizeResource, requireScope } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdStandingOfPost, withRightsNow } from '../shared/rights/rights-now.js';
import { lockPost, type PostRecord } from './records.js';
import { toPostView } from './view.js';

/**
 * Locks a post for a change, with the caller's current rights. It authorizes the caller (403 or 404), holds the rights
 * until the transaction ends, compares the post with the version that the caller has read, and binds the request's
 * Idempotency-Key.
 */
export async function lockPostWithRights<C extends RequestContext>(
  tx: Tx,
  ctx: C,
  postId: string,
  permission: Permission,
): Promise<{ ctx: C; record: PostRecord }> {
  // The queries are sent at once and executed in order: the workspace is locked before the post, as in its deletion.
  const [[standing], record] = await Promise.all([
    holdStandingOfPost(tx, postId, ctx.actor),
    lockPost(tx, postId),
  ]);
  authorizeResource(ctx.reach, record?.post.workspaceId, permission);
  const { workspaceId } = record.post;
  const now = await withRightsNow(tx, ctx, { workspaceId, standing, permission });
  if (!isDraft(record)) requireScope(ctx, 'posts:publish');
  ctx.expect?.(toPostView(record));
  await ctx.bind?.(tx, postId);
  return { ctx: now, record };
}

/** Whether nothing of the post is public, or becomes public without another decision. */
function isDraft({ post: { status }, targets }: PostRecord): boolean {
  const waits = status === 'DRAFT' || status === 'NEEDS_APPROVAL' || status === 'CANCELED';
  return waits && targets.every((target) => target.status !== 'PUBLISHED');
}
