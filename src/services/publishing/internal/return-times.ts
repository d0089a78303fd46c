import { BoundedMap } from '../../../concurrency/bounded-map.js';

/** Gives callers that find no slot a time to come back. The times of a key are spaced apart. */
export interface ReturnTimes {
  /** Returns how long to wait: at least until `fromMs`, and `eachMs` longer than the key's previous caller. */
  waitMs: (key: string, times: { nowMs: number; fromMs: number; eachMs: number }) => number;
}

/** The number of keys in memory. A forgotten key starts over, which only causes some extra returns. */
const keysMax = 10_000;

/** Creates return times that are at most `waitMsMax` away, because they are only estimates. */
export function createReturnTimes(waitMsMax: number, random: () => number = Math.random): ReturnTimes {
  const lastMs = new BoundedMap<string, number>(keysMax);
  return {
    waitMs: (key, { nowMs, fromMs: wantedMs, eachMs }) => {
      const fromMs = Math.min(wantedMs, nowMs + waitMsMax);
      const atMs = Math.max(fromMs, (lastMs.get(key) ?? Number.NEGATIVE_INFINITY) + eachMs);
      if (atMs - nowMs > waitMsMax) {
        // Beyond the maximum, the returns are spread over half of it, so that they do not all come at once.
        return Math.max(fromMs - nowMs, waitMsMax * (1 - random() / 2));
      }
      lastMs.set(key, atMs);
      return atMs - nowMs;
    },
  };
}
