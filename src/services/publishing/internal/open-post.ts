import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { postEvents, posts, targets } from '../../../db/schema/index.js';
import type { CommitInput } from '../../../domain/workflow-contract.js';
import { readDueClockNowMs } from './due-clock-now.js';
import {
  dueTimeMs,
  isTargetOf,
  lockRecord,
  type SubjectRecord,
  type TargetRow,
} from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { eventRows, publisher, type EventRow, type TimelineEntry } from '../../timeline/record.js';

/** Turns the post and its targets PUBLISHING, promotes the run's id and writes the timeline in one statement. */
async function writeOpened(tx: Tx, workflowId: string, updatedAt: Date, event: EventRow): Promise<void> {
  const postId = event.postId ?? event.publicationId ?? '';
  const openedPost = tx
    .$with('opened_post')
    .as(
      tx
        .update(posts)
        .set({ status: 'PUBLISHING', workflowId, pendingWorkflowId: null, pendingSince: null, updatedAt })
        .where(eq(posts.id, postId))
        .returning({ id: posts.id }),
    );
  const openedTargets = tx.$with('opened_targets').as(
    tx
      .update(targets)
      .set({ status: 'PUBLISHING', updatedAt })
      .where(and(isTargetOf(postId), eq(targets.status, 'SCHEDULED')))
      .returning({ id: targets.id }),
  );
  await tx.with(openedPost, openedTargets).insert(postEvents).values(event);
}

/** Turns a SCHEDULED post and its waiting targets PUBLISHING. Returns the targets with their new status. */
export async function openTargets(
  tx: Tx,
  deps: ServiceDeps,
  { post, targets: rows }: SubjectRecord,
  workflowId: string,
): Promise<TargetRow[]> {
  const now = deps.clock.now();
  const waiting = rows.filter((target) => target.status === 'SCHEDULED');
  const begun: TimelineEntry = { kind: 'PUBLISHING_BEGUN', detail: { workflowId } };
  const [event] = eventRows(deps, post.id, publisher, [begun]);
  if (event !== undefined) await writeOpened(tx, workflowId, now, event);
  const waitingIds = new Set(waiting.map((target) => target.id));
  return rows.map((target) =>
    waitingIds.has(target.id) ? { ...target, status: 'PUBLISHING' as const } : target,
  );
}

/**
 * Opens the post of a run that began before the due time, if no claim has opened it. If the post is still not due by
 * the clock that decides, changes nothing and returns the due time.
 */
export async function openPost(
  deps: ServiceDeps,
  { postId, workflowId, nowMs }: Pick<CommitInput, 'postId' | 'workflowId' | 'nowMs'>,
): Promise<number | null> {
  return deps.db.transaction(async (tx) => {
    const record = await lockRecord(tx, postId);
    if (record?.post.workflowId !== workflowId || record.post.status !== 'SCHEDULED') return null;
    const dueMs = dueTimeMs(record);
    if (dueMs > (await readDueClockNowMs(tx, deps, nowMs))) return dueMs;
    await openTargets(tx, deps, record, workflowId);
    return null;
  });
}
