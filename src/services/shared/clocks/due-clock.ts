import { performance } from 'node:perf_hooks';
import type { Clock } from '../../../clock.js';

/** The clock that decides whether a post is due. Nothing is published before its due time on this clock. */
export interface DueClock {
  /** The current time, never ahead of the deciding clock. `workflowNowMs` is the run's time. */
  nowMs: (workflowNowMs: number) => number;
  /** The time that a statement compares due times with. Null: the database's own clock. */
  dueNow: (workflowNowMs: number) => Date | null;
  /** Improves the estimate with the time in a response of the database. */
  note: (databaseNowMs: number) => void;
}

/** After this many responses the estimate starts again, so that it follows a clock that was set back. */
const answersPerEstimateMax = 200;

/**
 * Follows the database's clock, independently of the workers' clocks. A response arrives some time after the database
 * has read its clock, so each estimate is a little too early, and the latest of the recent ones is the best.
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

/** Follows the service's clock, or the run's if that is ahead because a test skipped time. It is only for tests. */
export function createServiceClock(clock: Clock): DueClock {
  const nowMs = (workflowNowMs: number): number => Math.max(workflowNowMs, clock.now().getTime());
  return { nowMs, dueNow: (workflowNowMs) => new Date(nowMs(workflowNowMs)), note: () => undefined };
}
