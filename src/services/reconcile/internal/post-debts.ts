import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { posts, workflowCancellations } from '../../../db/schema/index.js';
import { goesOn, type PublishPostStart, type RunState } from '../../shared/workflow-starter.js';
import type { ServiceDeps } from '../../shared/context.js';
import {
  asSubject,
  asTarget,
  dueOf,
  lockRecord,
  statusOf,
  withParts,
  type PostRecord,
  type PublicationRow,
  type SubjectRecord,
  type TargetRow,
} from '../../post-records/records.js';
import { promoteRun } from '../../post-runs/promote-run.js';
import { stageRun, startOrder, startStagedRun } from '../../post-runs/stage-run.js';
import { isTargetWaiting } from '../../attempts/followers.js';
import { lookBeforeCalls, noticePastState } from '../../attempts/past-state.js';
import { reconciler, recordEvents } from '../../timeline/record.js';
import { oweTermination } from './end-overdue.js';
import { mayLackCalls } from './lost-runs.js';
import {
  ago,
  isAfter,
  isDueForLook,
  pageRowsMax,
  sweepDuePosts,
  sweepRows,
  type Overdue,
  type SweepRun,
} from './sweep-rows.js';

/** How long after a cancel request a run that Temporal does not know may still be started. */
const cancellationGraceMs = 120_000;
/** How long a post may be overdue before its run is checked. */
const overdueMsMin = 60_000;

/** Starts publish runs whose start has not reached Temporal. */
export function startPending(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRows<PostRecord>(run, {
    kind: 'START',
    read: async (after) => {
      const rows = await deps.db
        .select()
        .from(posts)
        .where(
          and(
            isNotNull(posts.pendingWorkflowId),
            isNull(posts.deletedAt),
            lt(posts.pendingSince, ago(deps, run.pendingAgeMsMin)),
            isAfter(posts.pendingSince, posts.id, after),
            isDueForLook(deps, 'START', posts.pendingWorkflowId),
          ),
        )
        .orderBy(asc(posts.pendingSince), asc(posts.id))
        .limit(pageRowsMax);
      return withParts(deps.db, rows);
    },
    cursorOf: ({ post }) => ({ at: post.pendingSince ?? new Date(0), id: post.id }),
    debtIdOf: ({ post }) => post.pendingWorkflowId ?? '',
    look: async (record) => {
      const start = pendingStart(record);
      await deps.starter.startPublishPost(start);
      if ((await promoteRun(deps, start)) !== undefined) await tellStart(deps, start);
      return 'DONE';
    },
  });
}

function pendingStart({ post, media, targets: rows }: Omit<SubjectRecord, 'changes'>): PublishPostStart {
  const waiting = rows.filter((target) => statusOf(target) === 'SCHEDULED');
  return startOrder({ post, media }, waiting, {
    workflowId: post.pendingWorkflowId ?? post.workflowId ?? '',
    dueAt: dueTime(waiting) ?? new Date(0),
  });
}

function tellStart(deps: ServiceDeps, { postId, workflowId }: PublishPostStart): Promise<void> {
  const entry = { kind: 'START_DELIVERED', detail: { workflowId } } as const;
  return recordEvents(deps.db, deps, postId, reconciler, [entry]);
}

/** The latest due time of these targets. After a retry it is later than the post's own time. */
function dueTime(waiting: readonly TargetRow[]): Date | undefined {
  const times = waiting.flatMap((target) => dueOf(target)?.scheduledFor?.getTime() ?? []);
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

/** Repeats the recorded cancellations and terminations that Temporal may not have received. */
export function deliverCancellations(run: SweepRun): Promise<number> {
  const { deps } = run;
  const { workflowId, requestedAt } = workflowCancellations;
  return sweepRows<typeof workflowCancellations.$inferSelect>(run, {
    kind: 'CANCELLATION',
    read: (after) =>
      deps.db
        .select()
        .from(workflowCancellations)
        .where(and(isAfter(requestedAt, workflowId, after), isDueForLook(deps, 'CANCELLATION', workflowId)))
        .orderBy(asc(requestedAt), asc(workflowId))
        .limit(pageRowsMax),
    cursorOf: (row) => ({ at: row.requestedAt, id: row.workflowId }),
    debtIdOf: (row) => row.workflowId,
    look: async (row) => {
      const answer = await endRun(deps, row);
      if (answer === 'gone' && !row.terminate) await noticePastState(deps, row.workflowId);
      const isFinal = answer === 'requested' || row.requestedAt < ago(deps, cancellationGraceMs);
      if (!isFinal) return 'GOES_ON';
      await deps.db.delete(workflowCancellations).where(eq(workflowId, row.workflowId));
      return 'DONE';
    },
  });
}

function endRun(
  { starter }: ServiceDeps,
  { workflowId, terminate, onlyAsk }: typeof workflowCancellations.$inferSelect,
): Promise<'requested' | 'gone'> | 'gone' {
  if (terminate) return starter.terminate(workflowId, 'The post has been ended without it.');
  return onlyAsk ? 'gone' : starter.cancel(workflowId);
}

/**
 * Checks the runs of posts that should have begun or finished a while ago. A run may only be slow, so Temporal is
 * asked. If it is gone (terminated by hand, lost with Temporal's database, or not to be replayed by the version that runs now), a
 * new run under a new id replaces it.
 */
export function reviveOverdue(run: SweepRun): Promise<number> {
  const { deps } = run;
  const before = ago(deps, overdueMsMin);
  return sweepDuePosts(run, {
    ...{ kind: 'RUN', debt: 'workflowId', before },
    only: and(isNotNull(posts.workflowId), lt(posts.updatedAt, before)),
    look: async (row) => reviveOne(deps, row, await deps.starter.describe(row.workflowId ?? '')),
  });
}

/** Starts the run of a reply that Temporal does not know. If the run is gone, another one takes its place. */
export async function reviveReply(deps: ServiceDeps, reply: PublicationRow): Promise<'DONE' | 'GOES_ON'> {
  const post = asSubject(reply);
  const state = await deps.starter.describe(post.workflowId ?? '');
  if (state !== 'missing' || reply.status !== 'SCHEDULED') return reviveOne(deps, post, state);
  const start = pendingStart({ post, media: [], targets: [asTarget(reply)] });
  await deps.starter.startPublishPost(start);
  await tellStart(deps, start);
  return 'DONE';
}

/** Replaces the run of a post or reply if it is gone. */
async function reviveOne(
  deps: ServiceDeps,
  row: Omit<Overdue, 'scheduledAt'>,
  state: RunState,
): Promise<'DONE' | 'GOES_ON'> {
  const { id: postId } = row;
  const workflowId = row.workflowId ?? '';
  if (state === 'paused')
    deps.log.warn({ postId, workflowId }, 'a post waits for a run that somebody has paused');
  if (goesOn(state)) return 'GOES_ON';
  const lookFirst = await mayLackCalls(deps.starter, row, state);
  const replaced = await replaceRun(deps, postId, workflowId, { lookFirst, state });
  return replaced ? 'DONE' : 'GOES_ON';
}

async function replaceRun(
  deps: ServiceDeps,
  postId: string,
  goneWorkflowId: string,
  { lookFirst, state }: { lookFirst: boolean; state: RunState },
): Promise<boolean> {
  const start = await deps.db.transaction(async (tx) => {
    const record = await lockRecord(tx, postId);
    if (record?.post.workflowId !== goneWorkflowId) return undefined;
    if (record.post.status !== 'SCHEDULED' && record.post.status !== 'PUBLISHING') return undefined;
    const scheduledAt = record.post.scheduledAt ?? deps.clock.now();
    const picked = record.targets.filter(isTargetWaiting);
    const dueAt = dueTime(picked) ?? scheduledAt;
    const staged = await stageRun(tx, deps, record, {
      dueAt,
      scheduledAt,
      picks: isTargetWaiting,
      isReplacement: true,
    });
    if (lookFirst) await lookBeforeCalls(tx, postId, scheduledAt);
    if (state === 'stuck') await oweTermination(tx, deps, [goneWorkflowId]);
    await recordEvents(tx, deps, postId, reconciler, [
      { kind: 'RUN_REPLACED', detail: { workflowId: staged.workflowId } },
    ]);
    return staged;
  });
  if (start === undefined) return false;
  deps.log.warn(
    { postId, goneWorkflowId, state, workflowId: start.workflowId, lookFirst },
    'a publish run was gone and is replaced',
  );
  await startStagedRun(deps, start);
  return true;
}
