/** Tells callers that find no slot when to come back, spaced for each key. */
export interface ReturnTimes {
  /** The time to wait: until `fromMs` at least, and `eachMs` longer than the previous caller. */
  waitMs: (key: string, times: { nowMs: number; fromMs: number; eachMs: number }) => number;
}

const keysMax = 10_000;

/** The times are estimates, so none is longer than `waitMsMax`. */
export function createReturnTimes(waitMsMax: number, random: () => number = Math.random): ReturnTimes {
  const lastMs = new Map<string, number>();
  return {
    waitMs: (key, { nowMs, fromMs: wantedMs, eachMs }) => {
      const fromMs = Math.min(wantedMs, nowMs + waitMsMax);
      const atMs = Math.max(fromMs, (lastMs.get(key) ?? Number.NEGATIVE_INFINITY) + eachMs);
      if (atMs - nowMs > waitMsMax) {
        // Spread over half of the time, so that they do not all come at once.
        return Math.max(fromMs - nowMs, waitMsMax * (1 - random() / 2));
      }
      if (lastMs.size >= keysMax) forgetPast(lastMs, nowMs);
      lastMs.set(key, atMs);
      return atMs - nowMs;
    },
  };
}

/** Forgets past times, or all if none is past. Starting over only causes some extra returns. */
function forgetPast(lastMs: Map<string, number>, nowMs: number): void {
  for (const [key, atMs] of lastMs) if (atMs < nowMs) lastMs.delete(key);
  if (lastMs.size >= keysMax) lastMs.clear();
}
