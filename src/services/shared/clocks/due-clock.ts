import { performance } from 'node:perf_hooks';
import type { Clock } from '../../../clock.js';

/**
 * The clock that says whether a post is due. Nothing is published before it says so.
 */
export interface DueClock {
  /** The time now, never ahead of the clock that decides. `workflowNowMs` is the run's time. */
  nowMs: (workflowNowMs: number) => number;
  /** The time that a statement compares with. Null: the database's own clock. */
  dueNow: (workflowNowMs: number) => Date | null;
  /** Each response of the database with its time improves the estimate. */
  note: (databaseNowMs: number) => void;
}

/** After this many responses the estimate starts again, so that it follows a clock that was set back. */
const answersPerEstimateMax = 200;

/**
 * Follows the database's clock, whatever the workers' clocks say. A response arrives some time after the
 * database has read its clock, so each one gives a time that is too early. The latest of the recent estimates
 * is the best.
 */
export function createDatabaseClock(monotonicMs: () => number = () => performance.now()): DueClock {
  let aheadMs: number | undefined;
  let nextMs: number | undefined;
  let answers = 0;
  return {
    nowMs: () => (aheadMs === undefined ? Number.NEGATIVE_INFINITY : monotonicMs() + aheadMs),
    dueNow: () => null,
    note: (databaseNowMs) => {
      const sampleMs = databaseNowMs - monotonicMs();
      aheadMs = Math.max(aheadMs ?? sampleMs, sampleMs);
      nextMs = Math.max(nextMs ?? sampleMs, sampleMs);
      answers += 1;
      if (answers < answersPerEstimateMax) return;
      [aheadMs, nextMs, answers] = [nextMs, undefined, 0];
    },
  };
}

/** Follows the service's clock and, if time is skipped, the run's. For tests, which move both. */
export function createServiceClock(clock: Clock): DueClock {
  const nowMs = (workflowNowMs: number): number => Math.max(workflowNowMs, clock.now().getTime());
  return { nowMs, dueNow: (workflowNowMs) => new Date(nowMs(workflowNowMs)), note: () => undefined };
}
