import { sql } from 'drizzle-orm';
import { builtStatement } from '../../../db/built-query.js';
import type { Tx } from '../../../db/client.js';
import { posts, targets } from '../../../db/schema/index.js';
import type { CommitInput } from '../../../domain/workflow-contract.js';
import { readDueClockNowMs } from './due-clock-now.js';
import {
  dueTimeMs,
  isTargetOf,
  lockSubject,
  readTargets,
  type SubjectRecord,
  type TargetRow,
} from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { eventRows, insertEvents, publisher, type TimelineEntry } from '../../timeline/record.js';

const given = sql.placeholder;

/** Turns the post and its targets PUBLISHING, promotes the run's id and writes the timeline in one statement. */
const writeOpened = builtStatement(
  () => sql`
    with opened_post as (
      update ${posts}
      set status = 'PUBLISHING', workflow_id = ${given('workflowId')}, pending_workflow_id = null,
        pending_since = null, updated_at = ${given('now')}
      where id = ${given('postId')}
    ),
    opened_targets as (
      update ${targets} set status = 'PUBLISHING', updated_at = ${given('now')}
      where ${isTargetOf(given('postId'))} and status = 'SCHEDULED'
    )
    ${insertEvents(given('events'))}`,
);

/** Sets a SCHEDULED post and its waiting targets to PUBLISHING. Returns the targets with their new status. */
export async function openTargets(
  tx: Tx,
  deps: ServiceDeps,
  { post, targets: rows }: Pick<SubjectRecord, 'post' | 'targets'>,
  workflowId: string,
): Promise<TargetRow[]> {
  const begun: TimelineEntry = { kind: 'PUBLISHING_BEGUN', detail: { workflowId } };
  await writeOpened(tx, {
    postId: post.id,
    workflowId,
    now: deps.clock.now().toISOString(),
    events: insertEvents.json(eventRows(deps, post.id, publisher, [begun])),
  });
  return rows.map((target) =>
    target.status === 'SCHEDULED' ? { ...target, status: 'PUBLISHING' as const } : target,
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
    // The queries are sent together and executed in order, so the targets are read under the lock.
    const [post, rows] = await Promise.all([lockSubject(tx, postId), readTargets(tx, [postId])]);
    if (post?.workflowId !== workflowId || post.status !== 'SCHEDULED') return null;
    const dueMs = dueTimeMs({ post, targets: rows });
    if (dueMs > (await readDueClockNowMs(tx, deps, nowMs))) return dueMs;
    await openTargets(tx, deps, { post, targets: rows }, workflowId);
    return null;
  });
}
