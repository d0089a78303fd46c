import { and, eq, exists, gte, inArray, not, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../db/client.js';
import { posts, publications, targets } from '../../../db/schema/index.js';
import { publishDeadlineGraceMs, publishDeadlineMs } from '../../../domain/limits.js';
import { derivePostStatus, type PostStatus } from '../../../domain/post-status.js';
import type { DeliverWebhookStart } from '../../shared/workflow-starter.js';
import type { ServiceDeps } from '../../shared/context.js';
import { lookBeforeCalls } from '../../attempts/past-state.js';
import {
  asSubject,
  dueTimeMs,
  lockRecord,
  readTargets,
  statusesOf,
  type PublicationRow,
  type SubjectRecord,
} from '../../post-records/records.js';
import { settlePost } from '../../publishing/settle-post.js';
import { ago, openStatuses, sweepDuePosts, type Overdue, type SweepRun } from './sweep-rows.js';
import { reconciler } from '../../timeline/record.js';
import { startDeliveries } from '../../webhooks/stage.js';
import { mayLackCalls } from './lost-runs.js';
import { endOverdueTargets, oweTermination } from './end-overdue.js';

/** A run ends by itself before this time. A run that has not is stuck, paused or lost. */
const endedAfterMs = publishDeadlineMs + publishDeadlineGraceMs;

/**
 * Ends posts that their run has not ended in time, because the limit of a day must not depend on workflow code alone.
 * Steps that may have been sent become unconfirmed; Temporal is asked whether calls may be missing in the database. The
 * run is terminated, so that a stuck one does not continue later.
 */
export function enforceDeadlines(run: SweepRun): Promise<number> {
  const { deps } = run;
  const cutoff = ago(deps, endedAfterMs);
  return sweepDuePosts(run, {
    ...{ kind: 'DEADLINE', debt: 'id', before: cutoff, only: not(isDueLater(deps, cutoff)) },
    look: async (row) => ((await endPost(deps, row, cutoff)) ? 'DONE' : 'GOES_ON'),
  });
}

/**
 * Whether a target of the post, or a part of one, is due later than the cutoff. A retry has its own due time, however
 * old the post is.
 */
function isDueLater({ db }: ServiceDeps, cutoff: Date) {
  const later = alias(publications, 'later');
  return exists(
    db
      .select({ id: targets.id })
      .from(targets)
      .innerJoin(later, or(eq(later.id, targets.id), eq(later.targetId, targets.id)))
      .where(
        and(
          eq(targets.postId, posts.id),
          inArray(later.status, openStatuses),
          gte(later.scheduledFor, cutoff),
        ),
      ),
  );
}

/** Ends a reply that its run has not ended in time, in the same way. Returns whether it did. */
export async function endIfOver(deps: ServiceDeps, reply: PublicationRow): Promise<boolean> {
  const cutoff = ago(deps, endedAfterMs);
  const isOverdue = reply.scheduledFor !== null && reply.scheduledFor < cutoff;
  return isOverdue && endPost(deps, asSubject(reply), cutoff);
}

async function endPost(deps: ServiceDeps, row: Overdue, cutoff: Date): Promise<boolean> {
  const { id: postId, workflowId } = row;
  const ownRun = workflowId === null ? 'missing' : await deps.starter.describe(workflowId);
  const lookFirst = await mayLackCalls(deps.starter, row, ownRun);
  const ended = await deps.db.transaction(async (tx) => {
    const record = await lockRecord(tx, postId);
    if (record === undefined || !isOver(record, cutoff)) return undefined;
    if (!lookFirst) return endRecord(tx, deps, record);
    await lookBeforeCalls(tx, postId, record.post.scheduledAt ?? cutoff);
    return endRecord(tx, deps, (await lockRecord(tx, postId)) ?? record);
  });
  if (ended === undefined) return false;
  deps.metrics.runFinished(ended.status);
  deps.log.error({ postId, status: ended.status }, 'a post was not ended by its run, and is ended now');
  await startDeliveries(deps, ended.starts);
  return true;
}

function isOver(record: SubjectRecord, cutoff: Date): boolean {
  const { post } = record;
  if (post.status !== 'SCHEDULED' && post.status !== 'PUBLISHING') return false;
  const isPast = post.scheduledAt === null || post.scheduledAt < cutoff;
  return isPast && dueTimeMs(record) < cutoff.getTime();
}

async function endRecord(
  tx: Tx,
  deps: ServiceDeps,
  record: SubjectRecord,
): Promise<{ status: PostStatus; starts: DeliverWebhookStart[] }> {
  const { id: postId, workflowId, pendingWorkflowId } = record.post;
  const entries = await endOverdueTargets(tx, deps, record);
  const status = derivePostStatus(statusesOf(await readTargets(tx, [postId])), { running: false });
  const runId = workflowId ?? pendingWorkflowId ?? '';
  await oweTermination(tx, deps, [workflowId, pendingWorkflowId]);
  const end = { workflowId: runId, status, by: reconciler, entries };
  return { status, starts: await settlePost(tx, deps, record.post, end) };
}
