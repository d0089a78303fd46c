import type { Clock } from '../../src/clock.js';

/** A clock that follows real time, shifted by what a test adds. */
export interface ShiftedClock extends Clock {
  shiftMs: number;
}

export function createShiftedClock(): ShiftedClock {
  const clock: ShiftedClock = { shiftMs: 0, now: () => new Date(Date.now() + clock.shiftMs) };
  return clock;
}
