import type { Tx } from '../../../db/client.js';
import { workflowCancellations } from '../../../db/schema/index.js';
import { publishDeadlineGraceMs, publishDeadlineMs } from '../../../domain/limits.js';
import type { ServiceDeps } from '../../shared/context.js';
import { goesOn, type RunState } from '../../shared/workflow-starter.js';
import { ago, sweepRows, type RowSweep, type SweepRun } from './sweep-rows.js';

/** A run ends by itself before this time. One that has not is stuck, paused or lost. */
export const endedAfterMs = publishDeadlineMs + publishDeadlineGraceMs;

export const isOver = (deps: ServiceDeps, since: Date | null): boolean =>
  since !== null && since < ago(deps, endedAfterMs);

/** Rows that wait for a run, whose id is their id here. Each kind of run says only what differs. */
export interface RunSweep<Row> extends Omit<RowSweep<Row>, 'kind' | 'look'> {
  /**
   * Ends the row in place of its run, and records that the run must be terminated. Undefined if the time for that has not
   * come; false if the run has ended the row meanwhile.
   */
  end?: (row: Row, state: RunState) => Promise<boolean> | undefined;
  /** Starts a run that Temporal does not know. Returns false if another run must take its place. */
  start?: (row: Row) => Promise<boolean>;
  /** Starts another run in place of one that is gone, and returns its id. Undefined: the row waits for neither. */
  replace: (row: Row, state: RunState) => Promise<string | undefined>;
}

/**
 * Checks the runs of all rows of a kind. A run may only be slow, so Temporal is asked about it. It may be gone: lost with
 * Temporal's database, terminated by hand, or not to be replayed by the version that runs now.
 */
export function sweepRuns<Row>(run: SweepRun, kind: RunSweep<Row>): Promise<number> {
  return sweepRows(run, { kind: 'RUN', ...kind, look: (row, runId) => lookAtRun(run, kind, row, runId) });
}

async function lookAtRun<Row>(
  { deps: { starter, log } }: SweepRun,
  { end, start, replace }: RunSweep<Row>,
  row: Row,
  runId: string,
): Promise<boolean> {
  const state = await starter.describe(runId);
  const ended = end?.(row, state);
  if (ended !== undefined) return ended;
  if (state === 'paused') log.warn({ workflowId: runId }, 'a row waits for a run that somebody has paused');
  if (goesOn(state)) return false;
  if (state === 'missing' && (await start?.(row)) === true) return true;
  const workflowId = await replace(row, state);
  if (workflowId === undefined) return false;
  log.warn({ goneWorkflowId: runId, state, workflowId }, 'a run was gone and is replaced');
  return true;
}

/** Records that runs must be terminated, so that a stuck one does not continue later. */
export async function oweTermination(
  tx: Tx,
  { clock }: ServiceDeps,
  runs: readonly (string | null)[],
): Promise<void> {
  const terminated = { terminate: true, requestedAt: clock.now() };
  for (const workflowId of runs) {
    if (workflowId === null) continue;
    await tx
      .insert(workflowCancellations)
      .values({ workflowId, ...terminated })
      .onConflictDoUpdate({ target: workflowCancellations.workflowId, set: terminated });
  }
}
