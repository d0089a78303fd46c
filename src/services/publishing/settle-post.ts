import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts, targets } from '../../db/schema/index.js';
import { derivePostStatus, type PostStatus, type TargetStatus } from '../../domain/post-status.js';
import type { ServiceDeps } from '../context.js';

/**
 * Gives a post, whose row the caller has locked, the status that follows from its targets once nothing works
 * on it any more. The run's id stays for whoever looks it up, except on a post that ended cancelled.
 * `known`: the targets' statuses, if the caller has read them under that lock and changed none since.
 */
export async function settlePost(
  tx: Tx,
  deps: ServiceDeps,
  postId: string,
  workflowId: string,
  known?: readonly TargetStatus[],
): Promise<PostStatus> {
  const status = derivePostStatus(known ?? (await readStatuses(tx, postId)), { running: false });
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
  return status;
}

async function readStatuses(tx: Tx, postId: string): Promise<TargetStatus[]> {
  const rows = await tx.select({ status: targets.status }).from(targets).where(eq(targets.postId, postId));
  return rows.map((row) => row.status);
}
