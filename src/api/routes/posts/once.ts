import type { Context } from 'hono';
import { getPost } from '../../../services/posts/get.js';
import type { PostView } from '../../../services/post-records/types.js';
import { once } from '../../http/once.js';
import type { ApiEnv } from '../../types.js';

/** Does what a request asks of a post, once for each Idempotency-Key. A repeat gets the post as it is now. */
export function oncePerPost(
  c: Context<ApiEnv>,
  postId: string,
  work: () => Promise<PostView>,
): Promise<PostView> {
  return once(c, work, () => getPost(c.var.ctx, { postId }));
}
