import type { Clock } from '../../clock.js';

/** The readiness check reports a clock that differs from the database's by more than this. */
const clockSkewMsMax = 30_000;

export interface ClockState {
  clock: 'ok' | 'off' | 'unknown';
  /** How far this machine's clock is ahead of the database's; negative if it is behind. */
  clockAheadSeconds: number | null;
}

/** Whether this machine's clock is near the database's, which services use for their decisions. */
export function readClockState(clock: Clock): ClockState {
  const aheadMs = clock.aheadMs?.() ?? null;
  if (aheadMs === null) return { clock: 'unknown', clockAheadSeconds: null };
  return {
    clock: Math.abs(aheadMs) > clockSkewMsMax ? 'off' : 'ok',
    clockAheadSeconds: Math.round(aheadMs / 1000),
  };
}
