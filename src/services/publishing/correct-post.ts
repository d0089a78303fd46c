import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/index.js';
import { derivePostStatus, type PostStatus } from '../../domain/post-status.js';
import type { Tx } from '../../db/client.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import { lockPostRow, readTargets, type PostRow } from '../post-records/records.js';
import { publisher, recordEvents } from '../timeline/record.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { endStep, leavesComment } from './end-target.js';
import { commentNotSent, readLastAttempts } from './last-attempts.js';

/** Whether no run works on a post of this status, and none is staged. */
export function isOver(status: PostStatus): boolean {
  return status !== 'SCHEDULED' && status !== 'PUBLISHING';
}

/**
 * Puts right what a post says whose run had ended before the last of its outcomes was known, and sends the event of
 * what it is now. A post that a run still works on is left to that run.
 */
export async function correctPost(
  deps: ServiceDeps,
  postId: string,
  known: { targetChanged?: boolean } = {},
): Promise<void> {
  const starts = await deps.db.transaction(async (tx) => {
    const post = await lockPostRow(tx, postId);
    return post === undefined ? [] : correctInTransaction(tx, deps, post, known);
  });
  await startDeliveries(deps, starts);
}

/** A target may have changed although the post's status has not. The deliveries are to be started after the commit. */
async function correctInTransaction(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRow,
  { targetChanged = false } = {},
): Promise<DeliverWebhookStart[]> {
  if (!isOver(post.status)) return [];
  const rows = await readTargets(tx, { postIds: [post.id] });
  const derived = derivePostStatus(
    rows.map((target) => target.status),
    { running: false },
  );
  // A post that waits for a person stays what it is as long as anything of it does.
  const status = derived === 'DRAFT' ? post.status : derived;
  if (status === post.status && !targetChanged) return [];
  const last = await readLastAttempts(tx, post.id, 'FIRST_COMMENT');
  const entries = [];
  for (const target of rows) {
    // Nobody is left to send it.
    if (!leavesComment(target)) continue;
    const open = { target, last: last.get(target.id) };
    entries.push(...(await endStep(tx, deps, 'FIRST_COMMENT', open, commentNotSent)).entries);
  }
  await tx.update(posts).set({ status, updatedAt: deps.clock.now() }).where(eq(posts.id, post.id));
  await recordEvents(tx, deps, post.id, publisher, [...entries, { kind: 'FINISHED', detail: { status } }]);
  return emitPostEvent(tx, deps, { postId: post.id, workspaceId: post.workspaceId, status });
}
