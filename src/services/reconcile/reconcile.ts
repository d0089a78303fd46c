import { and, asc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { posts, workflowCancellations } from '../../db/schema/index.js';
import type { ReconcileResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../context.js';
import { sweepReleases } from '../quotas/release-workspaces.js';
import { sweepRateLimits } from '../rate-limits/sweep.js';
import { sweepIdempotencyKeys } from '../idempotency/sweep.js';
import { sweepIdentity } from '../sessions/sweep.js';
import { sweepCommentRuns } from './comment-debts.js';
import { sweepWebhooks } from './webhook-debts.js';
import { sweepReconnections } from '../social-accounts/retry-failed.js';
import { lockPost, withParts, type PostRecord, type TargetRow } from '../posts/post-records.js';
import { stageRun, startOrder, startStagedRun } from '../posts/run-staging.js';
import { reconciler, recordEvents } from '../timeline/record.js';

/** What one sweep may take on; the rest waits for the next one. */
const sweepRowsMax = 500;
/** Younger debts are still being paid by whoever made them. */
const pendingAgeMsMin = 5_000;
/** How long a cancelled run that Temporal does not know may still turn up. */
const cancellationGraceMs = 120_000;
/** How long past its time a post may wait before its run is looked at. */
const overdueMsMin = 60_000;

/**
 * Pays what is owed to Temporal: starts that never arrived, cancellations that were not delivered, and posts
 * whose run is gone although they still wait. Everything it does is safe to repeat, and safe beside a twin.
 */
export async function reconcile(
  deps: ServiceDeps,
  options: { includeYoung: boolean },
): Promise<ReconcileResult> {
  try {
    const result = await sweep(deps, options);
    deps.metrics.reconciled(result);
    return result;
  } catch (error) {
    deps.metrics.reconciled('failed');
    throw error;
  }
}

async function sweep(
  deps: ServiceDeps,
  { includeYoung }: { includeYoung: boolean },
): Promise<ReconcileResult> {
  const started = await startPending(deps, includeYoung ? 0 : pendingAgeMsMin);
  const cancelled = await deliverCancellations(deps);
  const revived = await reviveOverdue(deps);
  const comments = await sweepCommentRuns(deps);
  const retried = await sweepReconnections(deps);
  const webhooks = await sweepWebhooks(deps, includeYoung ? 0 : pendingAgeMsMin);
  await sweepIdempotencyKeys(deps);
  await sweepIdentity(deps);
  await forgetRates(deps);
  await releaseRoom(deps);
  return { started: started + comments + retried, cancelled, revived, ...webhooks };
}

/** Whatever is wrong with the limiter's table must not keep a post from being published. */
async function forgetRates(deps: ServiceDeps): Promise<void> {
  try {
    await sweepRateLimits(deps);
  } catch (error) {
    deps.log.warn({ err: error }, 'old rate limits could not be swept');
  }
}

/** Last, because it waits for the payment processor. */
async function releaseRoom(deps: ServiceDeps): Promise<void> {
  try {
    await sweepReleases(deps);
  } catch (error) {
    deps.log.error({ err: error }, 'the payment processor could not be told of workspaces that are gone');
  }
}

function ago(deps: ServiceDeps, ms: number): Date {
  return new Date(deps.clock.now().getTime() - ms);
}

async function startPending(deps: ServiceDeps, ageMsMin: number): Promise<number> {
  const rows = await deps.db
    .select()
    .from(posts)
    .where(
      and(
        isNotNull(posts.pendingWorkflowId),
        isNull(posts.deletedAt),
        lt(posts.pendingSince, ago(deps, ageMsMin)),
      ),
    )
    .orderBy(asc(posts.pendingSince))
    .limit(sweepRowsMax);
  let started = 0;
  for (const record of await withParts(deps.db, rows)) {
    if ((await startAgain(deps, record)) === undefined) continue;
    started += 1;
    await recordEvents(deps.db, deps, record.post.id, reconciler, [
      { kind: 'START_DELIVERED', detail: { workflowId: record.post.pendingWorkflowId ?? '' } },
    ]);
  }
  return started;
}

async function startAgain(deps: ServiceDeps, { post, targets: rows }: PostRecord): Promise<unknown> {
  const waiting = rows.filter((target) => target.status === 'SCHEDULED');
  const run = { workflowId: post.pendingWorkflowId ?? '', dueAt: dueTime(waiting) ?? new Date(0) };
  return startStagedRun(deps, startOrder(post, waiting, run));
}

/** When these targets are due, which after a retry is later than the post's own time. */
function dueTime(waiting: readonly TargetRow[]): Date | undefined {
  const times = waiting.flatMap(({ scheduledFor }) =>
    scheduledFor === null ? [] : [scheduledFor.getTime()],
  );
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

async function deliverCancellations(deps: ServiceDeps): Promise<number> {
  const rows = await deps.db
    .select()
    .from(workflowCancellations)
    .orderBy(asc(workflowCancellations.requestedAt))
    .limit(sweepRowsMax);
  let delivered = 0;
  for (const row of rows) {
    const answer = await deps.starter.cancel(row.workflowId);
    const final = answer === 'requested' || row.requestedAt < ago(deps, cancellationGraceMs);
    if (!final) continue;
    await deps.db.delete(workflowCancellations).where(eq(workflowCancellations.workflowId, row.workflowId));
    delivered += 1;
  }
  return delivered;
}

/**
 * Posts that should have been taken up a while ago. Their run may only be slow, so Temporal is asked; a run that
 * is gone (terminated by hand, or lost with Temporal's database) is replaced by a new one under a new id.
 */
async function reviveOverdue(deps: ServiceDeps): Promise<number> {
  const rows = await deps.db
    .select({ id: posts.id, workflowId: posts.workflowId })
    .from(posts)
    .where(
      and(
        inArray(posts.status, ['SCHEDULED', 'PUBLISHING']),
        lt(posts.scheduledAt, ago(deps, overdueMsMin)),
        lt(posts.updatedAt, ago(deps, overdueMsMin)),
        isNotNull(posts.workflowId),
        isNull(posts.deletedAt),
      ),
    )
    .orderBy(asc(posts.scheduledAt))
    .limit(sweepRowsMax);
  let revived = 0;
  for (const { id, workflowId } of rows) {
    if (workflowId === null || (await deps.starter.isRunning(workflowId))) continue;
    if (await replaceRun(deps, id, workflowId)) revived += 1;
  }
  return revived;
}

async function replaceRun(deps: ServiceDeps, postId: string, goneWorkflowId: string): Promise<boolean> {
  const start = await deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    if (record?.post.workflowId !== goneWorkflowId) return undefined;
    if (record.post.status !== 'SCHEDULED' && record.post.status !== 'PUBLISHING') return undefined;
    const scheduledAt = record.post.scheduledAt ?? deps.clock.now();
    const picks = ({ status }: TargetRow): boolean => status === 'SCHEDULED' || status === 'PUBLISHING';
    const dueAt = dueTime(record.targets.filter(picks)) ?? scheduledAt;
    const staged = await stageRun(tx, deps, record, { dueAt, scheduledAt, picks, isReplacement: true });
    await recordEvents(tx, deps, postId, reconciler, [
      { kind: 'RUN_REPLACED', detail: { workflowId: staged.workflowId } },
    ]);
    return staged;
  });
  if (start === undefined) return false;
  deps.log.warn(
    { postId, goneWorkflowId, workflowId: start.workflowId },
    'a publish run was gone and is replaced',
  );
  await startStagedRun(deps, start);
  return true;
}
