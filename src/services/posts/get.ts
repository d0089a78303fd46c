import { notFound } from '../../domain/errors.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { expandPosts } from './expand.js';
import type { ExpandedPostView, PostExpansion } from './types.js';
import { readPost } from '../post-records/records.js';
import { toPostView } from '../post-records/view.js';
import type { PostView } from '../post-records/types.js';

export async function getPost(
  ctx: RequestContext,
  { postId, expand }: { postId: string; expand?: PostExpansion[] },
): Promise<ExpandedPostView> {
  const record = await readPost(ctx.db, postId);
  authorizeResource(ctx.reach, record?.post.workspaceId, 'read');
  const view = toPostView(record);
  const [expanded = view] = await expandPosts(ctx, [view], expand);
  return expanded;
}

/** Reads the post for an action that has already authorized the caller and changed it. */
export async function readPostView(ctx: RequestContext, postId: string): Promise<PostView> {
  const record = await readPost(ctx.db, postId);
  if (record === undefined) throw notFound();
  return toPostView(record);
}
