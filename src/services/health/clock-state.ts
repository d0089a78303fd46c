import type { Clock } from '../../clock.js';

/** A machine whose clock differs by more from the database's is named by its readiness. */
const clockSkewMsMax = 30_000;

export interface ClockState {
  clock: 'ok' | 'off' | 'unknown';
  /** How far this machine's clock is ahead of the database's; negative: behind. */
  clockAheadSeconds: number | null;
}

/** Whether this machine's clock is near the database's, which is the one that services decide by. */
export function readClockState(clock: Clock): ClockState {
  const aheadMs = clock.aheadMs?.() ?? null;
  if (aheadMs === null) return { clock: 'unknown', clockAheadSeconds: null };
  return {
    clock: Math.abs(aheadMs) > clockSkewMsMax ? 'off' : 'ok',
    clockAheadSeconds: Math.round(aheadMs / 1000),
  };
}
