import type { Context } from 'hono';
import { getPost } from '../../../services/posts/get.js';
import type { PostView } from '../../../services/post-records/types.js';
import { once } from '../../http/once.js';
import type { ApiEnv } from '../../types.js';

/** Runs an action on a post once for each Idempotency-Key. A repeat returns the current post. */
export function oncePerPost(
  c: Context<ApiEnv>,
  postId: string,
  work: () => Promise<PostView>,
): Promise<PostView> {
  return once(c, work, () => getPost(c.var.ctx, { postId }));
}
