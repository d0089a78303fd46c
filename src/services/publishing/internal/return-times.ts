import { BoundedMap } from '../../../concurrency/bounded-map.js';

/** Tells callers that find no slot when to come back, spaced for each key. */
export interface ReturnTimes {
  /** The time to wait: until `fromMs` at least, and `eachMs` longer than the previous caller. */
  waitMs: (key: string, times: { nowMs: number; fromMs: number; eachMs: number }) => number;
}

/** A key that is forgotten starts over, which only causes some extra returns. */
const keysMax = 10_000;

/** The times are estimates, so none is longer than `waitMsMax`. */
export function createReturnTimes(waitMsMax: number, random: () => number = Math.random): ReturnTimes {
  const lastMs = new BoundedMap<string, number>(keysMax);
  return {
    waitMs: (key, { nowMs, fromMs: wantedMs, eachMs }) => {
      const fromMs = Math.min(wantedMs, nowMs + waitMsMax);
      const atMs = Math.max(fromMs, (lastMs.get(key) ?? Number.NEGATIVE_INFINITY) + eachMs);
      if (atMs - nowMs > waitMsMax) {
        // Spread over half of the time, so that they do not all come at once.
        return Math.max(fromMs - nowMs, waitMsMax * (1 - random() / 2));
      }
      lastMs.set(key, atMs);
      return atMs - nowMs;
    },
  };
}
