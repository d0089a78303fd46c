import type { ReconcileResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { sweepConnectSessions } from '../connect-sessions/sweep.js';
import { correctLateSuccesses } from '../publishing/correct-late-successes.js';
import { sweepReleases } from '../plan-limits/release-workspaces.js';
import { sweepRateLimits } from '../rate-limits/sweep.js';
import { sweepOldRows } from '../retention/sweep.js';
import { sweepChangeRuns } from './internal/change-runs.js';
import { sweepCommentRuns, sweepLeftFollowers } from './internal/comment-runs.js';
import { reviveDeliveries, startPendingDeliveries } from './internal/delivery-runs.js';
import { deliverCancellations, sweepReconnections } from './internal/owed.js';
import { enforceDeadlines, reviveOverdue, startPending, sweepReplyRuns } from './internal/post-runs.js';
import { forgetDebts, type SweepRun } from './internal/sweep-rows.js';
import { reconcileSweep, withLease } from './lease.js';

/** The minimum age of a row. The process that created a younger row is still working on it. */
const pendingAgeMsMin = 5_000;

const nothingDone: ReconcileResult = {
  started: 0,
  cancelled: 0,
  revived: 0,
  ended: 0,
  deliveriesStarted: 0,
  deliveriesRevived: 0,
};

interface Part {
  name: string;
  counts?: keyof ReconcileResult;
  /** Set if the part does not ask Temporal, so that it also runs while Temporal is away. */
  isLocal?: true;
  /** Set if no request waits for the part: the sweep counts as complete even if it fails. */
  isOptional?: true;
  sweep: (run: SweepRun) => Promise<unknown>;
}

const optional = { isLocal: true, isOptional: true } as const;

/**
 * The parts in order. Posts past their deadline end before lost runs and first comments are started again, and the part
 * that waits for the payment processor comes last.
 */
const parts: readonly Part[] = [
  { name: 'owed starts', counts: 'started', sweep: startPending },
  { name: 'deadlines', counts: 'ended', sweep: enforceDeadlines },
  { name: 'cancellations', counts: 'cancelled', sweep: deliverCancellations },
  { name: 'lost runs', counts: 'revived', sweep: reviveOverdue },
  { name: 'replies', counts: 'started', sweep: sweepReplyRuns },
  { name: 'first comments', counts: 'started', sweep: sweepCommentRuns },
  { name: 'changes', counts: 'started', sweep: sweepChangeRuns },
  { name: 'left comments', sweep: sweepLeftFollowers },
  { name: 'reconnections', counts: 'started', sweep: sweepReconnections },
  { name: 'owed deliveries', counts: 'deliveriesStarted', sweep: startPendingDeliveries },
  { name: 'lost deliveries', counts: 'deliveriesRevived', sweep: reviveDeliveries },
  { name: 'late successes', ...optional, sweep: ({ deps }) => correctLateSuccesses(deps) },
  { name: 'connect sessions', ...optional, sweep: ({ deps }) => sweepConnectSessions(deps) },
  { name: 'rate limits', ...optional, sweep: ({ deps }) => sweepRateLimits(deps) },
  { name: 'put-off rows', isLocal: true, sweep: ({ deps }) => forgetDebts(deps) },
  { name: 'old rows', isLocal: true, sweep: ({ deps, signal }) => sweepOldRows(deps, signal) },
  { name: 'released workspaces', ...optional, sweep: ({ deps }) => sweepReleases(deps) },
];

/**
 * Sweeps everything that a crash may have left behind: starts and cancellations that Temporal did not receive, waiting
 * posts whose run is gone, and overdue posts that their run did not end. All of it may be repeated. Only one sweep runs
 * at a time across all processes; a second one does nothing.
 */
export async function reconcile(
  deps: ServiceDeps,
  { includeYoung, signal }: { includeYoung: boolean; signal?: AbortSignal },
): Promise<ReconcileResult> {
  const ageMsMin = includeYoung ? 0 : pendingAgeMsMin;
  try {
    const swept = await withLease(deps, reconcileSweep, (lost) => {
      const until = signal === undefined ? lost : AbortSignal.any([lost, signal]);
      return sweepParts({ deps, signal: until, pendingAgeMsMin: ageMsMin });
    });
    if (swept === undefined) return nothingDone;
    if (swept.failed.length > 0) throw new Error(`Parts of the sweep failed: ${swept.failed.join(', ')}.`);
    deps.metrics.reconciled(swept.result);
    return swept.result;
  } catch (error) {
    deps.metrics.reconciled('failed');
    throw error;
  }
}

/** Runs all parts. A part that fails as a whole does not stop the others. */
async function sweepParts(
  run: SweepRun,
): Promise<{ complete: boolean; result: ReconcileResult; failed: string[] }> {
  const { deps } = run;
  const result = { ...nothingDone };
  const failed: string[] = [];
  const { reachable } = await deps.starter.health();
  for (const { name, counts, isLocal, isOptional, sweep } of parts) {
    if (run.signal.aborted) break;
    if (isLocal === undefined && !reachable) continue;
    try {
      const done = await sweep(run);
      if (counts !== undefined && typeof done === 'number') result[counts] += done;
    } catch (error) {
      deps.log.error({ err: error, part: name }, 'a part of the sweep failed');
      if (isOptional === undefined) failed.push(name);
    }
  }
  return { complete: reachable && failed.length === 0 && !run.signal.aborted, result, failed };
}
