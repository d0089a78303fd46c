import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { fixedStatement, rowSlots, slot } from '../../db/fixed-statement.js';
import { posts, targets } from '../../db/schema/index.js';
import type { PostStatus, TargetStatus } from '../../domain/post-status.js';
import type { ServiceDeps } from '../shared/context.js';

/**
 * Derives the status of a post, whose row the caller has locked, once no run works on it. The run's id stays for
 * reference, except on a canceled post.
 */
export async function settlePost(
  tx: Tx,
  deps: ServiceDeps,
  { postId, workflowId, status }: { postId: string; workflowId: string; status: PostStatus },
): Promise<void> {
  await settle(tx, {
    postId,
    ...settledFields.values({
      status,
      workflowId: status === 'CANCELED' ? null : workflowId,
      updatedAt: deps.clock.now(),
    }),
  });
}

const settledFields = rowSlots(posts, ['status', 'workflowId', 'updatedAt']);

const settle = fixedStatement('settle_post', (q) =>
  q
    .update(posts)
    .set({ ...settledFields.slots, pendingWorkflowId: null, pendingSince: null })
    .where(eq(posts.id, slot(posts.id, 'postId'))),
);

export async function readStatuses(tx: Tx, postId: string): Promise<TargetStatus[]> {
  const rows = await tx
    .select({ status: targets.status })
    .from(targets)
    .where(and(eq(targets.postId, postId), isNull(targets.removedAt)));
  return rows.map((row) => row.status);
}
