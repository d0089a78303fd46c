import { and, asc, eq, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { posts, targets, workflowCancellations } from '../../../db/schema/index.js';
import { publishDeadlineGraceMs, publishDeadlineMs } from '../../../domain/limits.js';
import { derivePostStatus, type PostStatus } from '../../../domain/post-status.js';
import type { DeliverWebhookStart } from '../../shared/workflow-starter.js';
import type { ServiceDeps } from '../../shared/context.js';
import { lockPost, type PostRecord } from '../../post-records/records.js';
import { readStatuses, settlePost } from '../../publishing/settle-post.js';
import { ago, isAfter, isDueForLook, pageRowsMax, sweepRows, type SweepRun } from './sweep-rows.js';
import { reconciler, recordEvents } from '../../timeline/record.js';
import { emitPostEvent } from '../../webhooks/emit-post-event.js';
import { startDeliveries } from '../../webhooks/stage.js';
import { endComment, endOverdueTargets } from './end-overdue.js';

/** A run ends by itself before that; one that has not is stuck, paused or lost. */
const endedAfterMs = publishDeadlineMs + publishDeadlineGraceMs;

/**
 * Ends posts whose run has not ended them: the bound of a day does not live in workflow code alone. What may have been
 * sent is called unconfirmed; the run is terminated, so that a stuck one does not wake up later.
 */
export function enforceDeadlines(run: SweepRun): Promise<number> {
  const { deps } = run;
  const cutoff = ago(deps, endedAfterMs);
  return sweepRows<{ id: string; scheduledAt: Date | null }>(run, {
    kind: 'DEADLINE',
    read: (after) =>
      deps.db
        .select({ id: posts.id, scheduledAt: posts.scheduledAt })
        .from(posts)
        .where(
          and(
            inArray(posts.status, ['SCHEDULED', 'PUBLISHING']),
            lt(posts.scheduledAt, cutoff),
            isNull(posts.deletedAt),
            not(isDueLater(deps, cutoff)),
            isAfter(posts.scheduledAt, posts.id, after),
            isDueForLook(deps, 'DEADLINE', posts.id),
          ),
        )
        .orderBy(asc(posts.scheduledAt), asc(posts.id))
        .limit(pageRowsMax),
    cursorOf: ({ scheduledAt, id }) => ({ at: scheduledAt ?? new Date(0), id }),
    debtIdOf: ({ id }) => id,
    look: async ({ id }) => ((await endPost(deps, id, cutoff)) ? 'DONE' : 'GOES_ON'),
  });
}

/** A retry is due at its own time, however long ago the post was. */
function isDueLater({ db }: ServiceDeps, cutoff: Date) {
  return sql`exists ${db
    .select({ one: sql`1` })
    .from(targets)
    .where(
      and(eq(targets.postId, posts.id), sql`${targets.scheduledFor} >= ${cutoff.toISOString()}::timestamptz`),
    )}`;
}

async function endPost(deps: ServiceDeps, postId: string, cutoff: Date): Promise<boolean> {
  const ended = await deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    return record !== undefined && isOver(record, cutoff) ? endRecord(tx, deps, record) : undefined;
  });
  if (ended === undefined) return false;
  deps.metrics.runFinished(ended.status);
  deps.log.error({ postId, status: ended.status }, 'a post was not ended by its run, and is ended now');
  await startDeliveries(deps, ended.starts);
  return true;
}

function isOver({ post, targets: rows }: PostRecord, cutoff: Date): boolean {
  if (post.status !== 'SCHEDULED' && post.status !== 'PUBLISHING') return false;
  const times = [post.scheduledAt, ...rows.map(({ scheduledFor }) => scheduledFor)];
  return times.every((time) => time === null || time < cutoff);
}

async function endRecord(
  tx: Tx,
  deps: ServiceDeps,
  record: PostRecord,
): Promise<{ status: PostStatus; starts: DeliverWebhookStart[] }> {
  const { id: postId, workspaceId, workflowId, pendingWorkflowId } = record.post;
  const entries = await endOverdueTargets(tx, deps, record);
  const status = derivePostStatus(await readStatuses(tx, postId), { running: false });
  const runId = workflowId ?? pendingWorkflowId ?? '';
  await settlePost(tx, deps, { postId, workflowId: runId, status });
  await oweTermination(tx, deps, [workflowId, pendingWorkflowId]);
  await recordEvents(tx, deps, postId, reconciler, [
    ...entries,
    { kind: 'FINISHED', detail: { status, workflowId: runId } },
  ]);
  return { status, starts: await emitPostEvent(tx, deps, { postId, workspaceId, status }) };
}

async function oweTermination(
  tx: Tx,
  { clock }: ServiceDeps,
  runs: readonly (string | null)[],
): Promise<void> {
  const requestedAt = clock.now();
  for (const workflowId of runs) {
    if (workflowId === null) continue;
    await tx
      .insert(workflowCancellations)
      .values({ workflowId, terminate: true, requestedAt })
      .onConflictDoUpdate({
        target: workflowCancellations.workflowId,
        set: { terminate: true, requestedAt },
      });
  }
}

interface CommentRun {
  targetId: string;
  postId: string;
  workflowId: string | null;
  since: Date | null;
}

/** The same for retries of first comments, which have runs of their own. */
export function enforceCommentDeadlines(run: SweepRun): Promise<number> {
  const { deps } = run;
  const cutoff = ago(deps, endedAfterMs);
  const { id: targetId, postId, commentRunId, commentRunSince } = targets;
  return sweepRows<CommentRun>(run, {
    kind: 'DEADLINE',
    read: (after) =>
      deps.db
        .select({ targetId, postId, workflowId: commentRunId, since: commentRunSince })
        .from(targets)
        .where(
          and(
            isNotNull(commentRunId),
            lt(commentRunSince, cutoff),
            isAfter(commentRunSince, targetId, after),
            isDueForLook(deps, 'DEADLINE', targetId),
          ),
        )
        .orderBy(asc(commentRunSince), asc(targetId))
        .limit(pageRowsMax),
    cursorOf: ({ since, targetId: id }) => ({ at: since ?? new Date(0), id }),
    debtIdOf: (row) => row.targetId,
    look: async (row) => ((await endCommentRun(deps, row)) ? 'DONE' : 'GOES_ON'),
  });
}

async function endCommentRun(
  deps: ServiceDeps,
  { targetId, postId, workflowId }: CommentRun,
): Promise<boolean> {
  if (workflowId === null) return false;
  return deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    const target = record?.targets.find(({ id }) => id === targetId);
    if (target !== undefined && target.commentRunId !== workflowId) return false;
    // Of a deleted post nothing is told any more, and its run ends all the same.
    const isDue = target?.firstCommentExternalId === null;
    const entries = isDue ? await endComment(tx, deps, target) : [];
    await tx
      .update(targets)
      .set({ commentRunId: null, commentRunSince: null })
      .where(eq(targets.id, targetId));
    await oweTermination(tx, deps, [workflowId]);
    await recordEvents(tx, deps, postId, reconciler, entries);
    return true;
  });
}
