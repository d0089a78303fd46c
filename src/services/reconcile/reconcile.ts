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
  /** Whether the part asks Temporal about each row. If so, it is skipped while Temporal is away. */
  needsTemporal: boolean;
  counts?: keyof ReconcileResult;
  sweep: (run: SweepRun) => Promise<number>;
}

/** Adapts a function that returns no count to a part of the sweep. */
const onDeps =
  (sweep: (deps: ServiceDeps) => Promise<unknown>) =>
  async ({ deps }: SweepRun): Promise<number> => {
    await sweep(deps);
    return 0;
  };

/** Adapts a function that no request waits for. Its failure is logged, and the sweep still counts as complete. */
const quietly =
  (sweep: (deps: ServiceDeps) => Promise<unknown>) =>
  async ({ deps }: SweepRun): Promise<number> => {
    try {
      await sweep(deps);
    } catch (error) {
      deps.log.error({ err: error, part: sweep.name }, 'a non-critical sweep part failed');
    }
    return 0;
  };

async function sweepOld({ deps, signal }: SweepRun): Promise<number> {
  await sweepOldRows(deps, signal);
  return 0;
}

/**
 * The parts in order. Posts past their deadline end before lost runs and first comments are started again, and the part
 * that waits for the payment processor comes last.
 */
const parts: readonly Part[] = [
  { name: 'owed starts', needsTemporal: true, counts: 'started', sweep: startPending },
  { name: 'deadlines', needsTemporal: true, counts: 'ended', sweep: enforceDeadlines },
  { name: 'cancellations', needsTemporal: true, counts: 'cancelled', sweep: deliverCancellations },
  { name: 'lost runs', needsTemporal: true, counts: 'revived', sweep: reviveOverdue },
  { name: 'replies', needsTemporal: true, counts: 'started', sweep: sweepReplyRuns },
  { name: 'first comments', needsTemporal: true, counts: 'started', sweep: sweepCommentRuns },
  { name: 'changes', needsTemporal: true, counts: 'started', sweep: sweepChangeRuns },
  { name: 'left comments', needsTemporal: true, sweep: sweepLeftFollowers },
  { name: 'reconnections', needsTemporal: true, counts: 'started', sweep: sweepReconnections },
  {
    name: 'owed deliveries',
    needsTemporal: true,
    counts: 'deliveriesStarted',
    sweep: startPendingDeliveries,
  },
  { name: 'lost deliveries', needsTemporal: true, counts: 'deliveriesRevived', sweep: reviveDeliveries },
  { name: 'late successes', needsTemporal: false, sweep: quietly(correctLateSuccesses) },
  { name: 'connect sessions', needsTemporal: false, sweep: quietly(sweepConnectSessions) },
  { name: 'rate limits', needsTemporal: false, sweep: quietly(sweepRateLimits) },
  { name: 'put-off rows', needsTemporal: false, sweep: onDeps(forgetDebts) },
  { name: 'old rows', needsTemporal: false, sweep: sweepOld },
  { name: 'released workspaces', needsTemporal: false, sweep: quietly(sweepReleases) },
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
  for (const { name, needsTemporal, counts, sweep } of parts) {
    if (run.signal.aborted) break;
    if (needsTemporal && !reachable) continue;
    try {
      const done = await sweep(run);
      if (counts !== undefined) result[counts] += done;
    } catch (error) {
      deps.log.error({ err: error, part: name }, 'a part of the sweep failed');
      failed.push(name);
    }
  }
  return { complete: reachable && failed.length === 0 && !run.signal.aborted, result, failed };
}
