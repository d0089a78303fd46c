import type { Context } from 'hono';
import { getPost } from '../../../services/posts/get.js';
import type { PostView } from '../../../services/post-records/types.js';
import type { ApiEnv } from '../../types.js';

/**
 * Does what a request asks of a post, unless an earlier request with the same Idempotency-Key has done it and could not
 * respond. Then it gives the post as it is now.
 */
export function once(c: Context<ApiEnv>, postId: string, work: () => Promise<PostView>): Promise<PostView> {
  if (c.var.isDone !== true) return work();
  c.header('Idempotent-Replayed', 'true');
  return getPost(c.var.ctx, { postId });
}
