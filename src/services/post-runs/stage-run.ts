import { eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts, targets, workflowCancellations } from '../../db/schema/index.js';
import { publishPostWorkflowId } from '../../domain/workflow-contract.js';
import type { PublishPostStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import { noticePastState } from '../attempts/past-state.js';
import { recordEvents } from '../timeline/record.js';
import type { PostRecord, PostRow, TargetRow } from '../post-records/records.js';
import { promoteRun } from './promote-run.js';

export interface StagedRun {
  dueAt: Date;
  scheduledAt: Date;
  picks: (target: TargetRow) => boolean;
  republishUnconfirmed?: boolean;
  /** The run takes the place of one that is gone, and nobody has asked for it anew: cancels that were asked for stay. */
  isReplacement?: boolean;
}

/**
 * Stages a new publish run inside the caller's transaction: the post becomes SCHEDULED under a new generation,
 * with `pendingWorkflowId` as the record that a start is owed. Any earlier run is to be cancelled.
 *
 * `picks` tells which targets the run is for; `dueAt` is when. Follow it with `startStagedRun` after the commit.
 */
export async function stageRun(
  tx: Tx,
  deps: ServiceDeps,
  record: PostRecord,
  run: StagedRun,
): Promise<PublishPostStart> {
  const now = deps.clock.now();
  const generation = record.post.generation + 1;
  const workflowId = publishPostWorkflowId(record.post.id, generation);
  if (record.post.status === 'SCHEDULED') await oweCancellations(tx, record, now);
  await tx
    .update(posts)
    .set({
      status: 'SCHEDULED',
      scheduledAt: run.scheduledAt,
      generation,
      workflowId: null,
      pendingWorkflowId: workflowId,
      pendingSince: now,
      updatedAt: now,
    })
    .where(eq(posts.id, record.post.id));
  const picked = record.targets.filter(run.picks);
  await tx
    .update(targets)
    .set({
      status: 'SCHEDULED',
      scheduledFor: run.dueAt,
      paceSlotAt: null,
      ...(run.republishUnconfirmed === undefined ? {} : { republishUnconfirmed: run.republishUnconfirmed }),
      ...(run.isReplacement === true ? {} : { cancelRequestedAt: null, firstCommentError: null }),
      updatedAt: now,
    })
    .where(
      inArray(
        targets.id,
        picked.map((target) => target.id),
      ),
    );
  return startOrder(record.post, picked, { workflowId, dueAt: run.dueAt });
}

/** What Temporal is asked for: a run of a post, for some of its targets. */
export function startOrder(
  post: PostRow,
  picked: readonly TargetRow[],
  { workflowId, dueAt }: { workflowId: string; dueAt: Date },
): PublishPostStart {
  return {
    workflowId,
    postId: post.id,
    workspaceId: post.workspaceId,
    socialAccountIds: picked.map((target) => target.socialAccountId),
    platforms: [...new Set(picked.map((target) => target.platform))],
    scheduledAt: dueAt,
    requestId: null,
  };
}

/** Writes down that the runs of a post, started or about to be, must be cancelled. */
export async function oweCancellations(tx: Tx, { post }: PostRecord, now: Date): Promise<void> {
  const ids = [post.workflowId, post.pendingWorkflowId].filter((id) => id !== null);
  if (ids.length === 0) return;
  await tx
    .insert(workflowCancellations)
    .values(ids.map((workflowId) => ({ workflowId, requestedAt: now })))
    .onConflictDoNothing();
}

/**
 * Starts a staged run and promotes its id, after the transaction that staged it. Temporal being away is no
 * failure of the request: the id stays pending, and the reconciler issues the same start later.
 * Gives the post as promoted; undefined where the start is pending, or another change was quicker.
 */
export async function startStagedRun(
  deps: ServiceDeps,
  start: PublishPostStart,
): Promise<PostRow | undefined> {
  try {
    await deps.starter.startPublishPost(start);
  } catch (error) {
    deps.log.warn(
      { err: error, workflowId: start.workflowId, requestId: start.requestId },
      'workflow start is pending',
    );
    // A request tells of it once; the reconciler, which comes without one, tells when it has delivered.
    if (start.requestId !== null) await recordDeferral(deps, start);
    return undefined;
  }
  return promoteRun(deps, start);
}

/** The post is stored and owed already: that its timeline lacks a line must not fail the request. */
async function recordDeferral(deps: ServiceDeps, { postId, workflowId }: PublishPostStart): Promise<void> {
  try {
    const entry = { kind: 'START_DEFERRED', detail: { workflowId } } as const;
    await recordEvents(deps.db, deps, postId, { kind: 'system', part: 'api' }, [entry]);
  } catch (error) {
    deps.log.warn({ err: error, workflowId }, 'the deferral could not be written down');
  }
}

/** Delivers the cancellations that a change of this post owes; what cannot be delivered now, the reconciler does. */
export async function cancelRuns(deps: ServiceDeps, { post }: PostRecord): Promise<void> {
  for (const workflowId of [post.workflowId, post.pendingWorkflowId]) {
    if (workflowId === null) continue;
    try {
      const answer = await deps.starter.cancel(workflowId);
      // A start may still be on its way to Temporal while the id is pending: "gone" is not final then.
      if (answer === 'gone' && workflowId === post.pendingWorkflowId) continue;
      if (answer === 'gone') await noticePastState(deps, workflowId);
      await deps.db.delete(workflowCancellations).where(eq(workflowCancellations.workflowId, workflowId));
    } catch (error) {
      deps.log.warn({ err: error, workflowId }, 'workflow cancellation is pending');
    }
  }
}
