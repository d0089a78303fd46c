import { and, eq, inArray, ne, notInArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publications, workflowCancellations } from '../../db/schema/index.js';
import { mayHaveBegun, startAt } from '../../domain/ready-ahead.js';
import { publishPostWorkflowId } from '../../domain/workflow-contract.js';
import type { PublishPostStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import { noticePastState } from '../attempts/past-state.js';
import { recordEvents } from '../timeline/record.js';
import {
  carriesMedia,
  dueOf,
  dueTimeMs,
  isNotPublic,
  targetOf,
  updateSubject,
  type PostRecord,
  type PostRow,
  type PublicationRow,
  type SubjectRecord,
  type TargetRow,
} from '../post-records/records.js';
import { promoteRun } from './promote-run.js';
import { tryStart } from './try-start.js';

export interface StagedRun {
  dueAt: Date;
  scheduledAt: Date;
  picks: (target: TargetRow) => boolean;
  republishUnconfirmed?: boolean;
  /** Whether the run replaces a lost one without a new request. If so, requested cancels are kept. */
  isReplacement?: boolean;
}

/**
 * Stages a new publish run inside the caller's transaction: the post becomes SCHEDULED under a new generation, and
 * `pendingWorkflowId` records that the run must still be started. The end of any earlier run is recorded as well. For a
 * reply, its publication has these columns, and the run counts as started. `picks` selects the targets of the run;
 * `dueAt` is its due time. The caller calls `startStagedRun` after the commit.
 */
export async function stageRun(
  tx: Tx,
  deps: ServiceDeps,
  record: SubjectRecord,
  run: StagedRun,
): Promise<PublishPostStart> {
  const now = deps.clock.now();
  const generation = record.post.generation + 1;
  const workflowId = publishPostWorkflowId(record.post.id, generation);
  await requestReplacement(tx, record, now);
  await updateSubject(tx, record.post.id, {
    ofPost: {
      ...{ status: 'SCHEDULED', scheduledAt: run.scheduledAt, generation, workflowId: null },
      ...{ pendingWorkflowId: workflowId, pendingSince: now, updatedAt: now },
    },
    ofReply: { runs: generation, runId: workflowId, runSince: now },
  });
  const picked = record.targets.filter(run.picks);
  const opened = await tx
    .update(publications)
    .set({
      status: 'SCHEDULED',
      scheduledFor: run.dueAt,
      paceSlotAt: null,
      ...(run.republishUnconfirmed === undefined ? {} : { republishUnconfirmed: run.republishUnconfirmed }),
      ...(run.isReplacement === true ? {} : { cancelRequestedAt: null }),
      updatedAt: now,
    })
    .where(and(inArray(publications.id, dueIdsOf(picked)), isNotPublic))
    .returning({ id: publications.id, targetId: publications.targetId });
  await setDueTime(tx, opened, run.dueAt);
  if (run.isReplacement !== true) await openFollowing(tx, opened);
  return startOrder(record, picked, { workflowId, dueAt: run.dueAt });
}

/**
 * Sets the due time of all parts after the one with which a run continues. The target keeps the time at which it was
 * due.
 */
async function setDueTime(
  tx: Tx,
  opened: readonly Pick<PublicationRow, 'targetId'>[],
  scheduledFor: Date,
): Promise<void> {
  const ids = opened.flatMap(({ targetId }) => targetId ?? []);
  if (ids.length === 0) return;
  const { step, targetId } = publications;
  const isPart = and(inArray(targetId, ids), ne(step, 'FIRST_COMMENT'));
  await tx.update(publications).set({ scheduledFor }).where(and(isPart, isNotPublic));
}

/**
 * The ids of the publications with which these targets begin or continue: the target itself, or the first of its parts
 * that is not public.
 */
export const dueIdsOf = (picked: readonly TargetRow[]): string[] =>
  picked.flatMap((target) => dueOf(target)?.id ?? []);

/**
 * Lets the parts and comments that follow these publications wait again, because the publications are published again.
 */
export async function openFollowing(
  tx: Tx,
  opened: readonly Pick<PublicationRow, 'id' | 'targetId'>[],
): Promise<void> {
  const ids = opened.map(({ id }) => id);
  const isFollower = and(
    inArray(publications.targetId, opened.map(targetOf)),
    notInArray(publications.id, ids),
  );
  await tx
    .update(publications)
    .set({ status: 'SCHEDULED', cancelRequestedAt: null, errorCode: null, errorMessage: null })
    .where(and(isFollower, ne(publications.status, 'PUBLISHED')));
}

/** The request to Temporal to start a post's run for some of its targets. */
export function startOrder(
  { post, media }: Pick<SubjectRecord, 'post' | 'media'>,
  picked: readonly TargetRow[],
  { workflowId, dueAt }: { workflowId: string; dueAt: Date },
): PublishPostStart {
  return {
    workflowId,
    postId: post.id,
    targets: picked.map(({ id, platform }) => ({ id, platform })),
    workspaceId: post.workspaceId,
    socialAccountIds: picked.map((target) => target.socialAccountId),
    platforms: [...new Set(picked.map((target) => target.platform))],
    scheduledAt: dueAt,
    startAt: startAt({ dueAt, carriesMedia: carriesMedia({ media, targets: picked }) }),
    requestId: null,
  };
}

/**
 * Records that the runs of a waiting post should end, because another run replaces them or none is needed. A run that
 * may have begun is only checked, and the fence stops it: if the database is restored to an earlier state, the post
 * belongs to that run again, and a cancel would report a request that was then never made.
 */
export async function requestReplacement(tx: Tx, record: SubjectRecord, now: Date): Promise<void> {
  if (record.post.status !== 'SCHEDULED') return;
  await enqueueCancellations(tx, record, now, { onlyAsk: mayHaveBegunBy(record, now) });
}

function mayHaveBegunBy(record: SubjectRecord, now: Date): boolean {
  return mayHaveBegun({ dueAt: new Date(dueTimeMs(record)), carriesMedia: carriesMedia(record) }, now);
}

/** Ends the runs that `requestReplacement` has recorded. If that fails here, the reconciler does it. */
export async function endReplacedRuns(deps: ServiceDeps, record: PostRecord): Promise<void> {
  if (record.post.status !== 'SCHEDULED') return;
  await cancelRuns(deps, record, { onlyAsk: mayHaveBegunBy(record, deps.clock.now()) });
}

/** Records that a post's runs, started or about to start, must be canceled or, with `onlyAsk`, only checked. */
export async function enqueueCancellations(
  tx: Tx,
  { post }: SubjectRecord,
  now: Date,
  { onlyAsk = false } = {},
): Promise<void> {
  const ids = [post.workflowId, post.pendingWorkflowId].filter((id) => id !== null);
  if (ids.length === 0) return;
  await tx
    .insert(workflowCancellations)
    .values(ids.map((workflowId) => ({ workflowId, onlyAsk, requestedAt: now })))
    .onConflictDoNothing();
}

/**
 * Starts a staged run and promotes its id, after the transaction that staged it. If Temporal is away, the request still
 * succeeds: the id stays pending, and the reconciler starts the same run later. Returns the promoted post, or undefined
 * if the start is pending or another change was faster.
 */
export async function startStagedRun(
  deps: ServiceDeps,
  start: PublishPostStart,
): Promise<PostRow | undefined> {
  if (await tryStart(deps, start, () => deps.starter.startPublishPost(start))) return promoteRun(deps, start);
  // Only a request writes this timeline entry. The reconciler, which has no request, writes an entry when it has
  // started the run.
  if (start.requestId !== null) await recordDeferral(deps, start);
  return undefined;
}

/**
 * Records that the start is pending. The post is stored and the reconciler will start its run, so a missing timeline
 * entry must not fail the request.
 */
async function recordDeferral(deps: ServiceDeps, { postId, workflowId }: PublishPostStart): Promise<void> {
  try {
    const entry = { kind: 'START_DEFERRED', detail: { workflowId } } as const;
    await recordEvents(deps.db, deps, postId, { kind: 'system', part: 'api' }, [entry]);
  } catch (error) {
    deps.log.warn({ err: error, workflowId }, 'the deferral could not be written down');
  }
}

/** Cancels a post's runs. The reconciler repeats a cancel that fails here, because it stays recorded. */
export async function cancelRuns(
  deps: ServiceDeps,
  { post }: SubjectRecord,
  { onlyAsk = false } = {},
): Promise<void> {
  for (const workflowId of [post.workflowId, post.pendingWorkflowId]) {
    if (workflowId === null) continue;
    try {
      const answer = onlyAsk ? 'gone' : await deps.starter.cancel(workflowId);
      // While the id is pending, its start may still be on the way to Temporal, so "gone" is not final.
      if (answer === 'gone' && workflowId === post.pendingWorkflowId) continue;
      if (answer === 'gone') await noticePastState(deps, workflowId);
      await deps.db.delete(workflowCancellations).where(eq(workflowCancellations.workflowId, workflowId));
    } catch (error) {
      deps.log.warn({ err: error, workflowId }, 'workflow cancellation is pending');
    }
  }
}
