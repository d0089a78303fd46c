import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts } from '../../db/schema/index.js';
import type { PostStatus } from '../../domain/post-status.js';
import type { ServiceDeps } from '../shared/context.js';

/**
 * Stores the final status of a post when no run works on it. The caller has locked the post's row. The run's id is kept
 * for reference, except on a canceled post.
 */
export async function settlePost(
  tx: Tx,
  deps: ServiceDeps,
  { postId, workflowId, status }: { postId: string; workflowId: string; status: PostStatus },
): Promise<void> {
  await tx
    .update(posts)
    .set({
      status,
      workflowId: status === 'CANCELED' ? null : workflowId,
      pendingWorkflowId: null,
      pendingSince: null,
      updatedAt: deps.clock.now(),
    })
    .where(eq(posts.id, postId));
}
