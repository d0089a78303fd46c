import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts, publishAttempts, targets } from '../../db/schema/index.js';
import { derivePostStatus } from '../../domain/post-status.js';
import type { RequestContext, ServiceDeps } from '../context.js';
import { readPostView } from './get.js';
import { lockPostInReach, toPostView, type PostRecord } from './post-records.js';
import { cancelRuns, checkAction, oweCancellations } from './run-staging.js';
import type { PostView } from './types.js';

/**
 * Cancels a post. Under the row lock exactly one of cancel and publish wins for each target: what a commit is
 * under way for is finished and recorded, everything else will not be published. Repeating it changes nothing.
 */
export async function cancelPost(ctx: RequestContext, { postId }: { postId: string }): Promise<PostView> {
  const { record, changed } = await ctx.db.transaction(async (tx) => {
    const locked = await lockPostInReach(tx, ctx.reach, postId, 'writePosts');
    checkAction('cancel', locked.post);
    if (locked.post.status === 'CANCELED') return { record: locked, changed: false };
    await cancelInTransaction(tx, ctx, locked);
    return { record: locked, changed: true };
  });
  if (!changed) return toPostView(record);
  await cancelRuns(ctx, record);
  return readPostView(ctx, postId);
}

/** Closes every target that no commit is under way for, and gives the post the status that follows. */
export async function cancelInTransaction(tx: Tx, deps: ServiceDeps, record: PostRecord): Promise<void> {
  const now = deps.clock.now();
  const committing = await targetsUnderCommit(tx, record);
  const closing = record.targets.filter(
    (target) =>
      (target.status === 'SCHEDULED' || target.status === 'PUBLISHING' || target.status === 'DRAFT') &&
      !committing.has(target.id),
  );
  const closingIds = closing.map((target) => target.id);
  await tx
    .update(targets)
    .set({ status: 'CANCELED', scheduledFor: null, updatedAt: now })
    .where(inArray(targets.id, closingIds));
  const after = record.targets.map((target) => (closingIds.includes(target.id) ? 'CANCELED' : target.status));
  const status = derivePostStatus(after, { running: committing.size > 0 });
  // A run with a commit under way keeps its id: it alone may record the outcome.
  const ids = committing.size > 0 ? {} : { workflowId: null, pendingWorkflowId: null, pendingSince: null };
  await tx
    .update(posts)
    .set({ status, ...ids, updatedAt: now })
    .where(eq(posts.id, record.post.id));
  await oweCancellations(tx, record, now);
}

/** Targets for which a call is under way, or was made without a known outcome. */
async function targetsUnderCommit(tx: Tx, record: PostRecord): Promise<Set<string>> {
  const publishing = record.targets
    .filter((target) => target.status === 'PUBLISHING')
    .map((target) => target.id);
  const rows = await tx
    .select({ targetId: publishAttempts.targetId })
    .from(publishAttempts)
    .where(
      and(
        inArray(publishAttempts.targetId, publishing),
        eq(publishAttempts.step, 'POST'),
        eq(publishAttempts.generation, record.post.generation),
        or(isNull(publishAttempts.outcome), eq(publishAttempts.outcome, 'AMBIGUOUS')),
      ),
    );
  return new Set(rows.map((row) => row.targetId));
}
