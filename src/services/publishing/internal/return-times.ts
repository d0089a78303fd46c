/** Tells callers that find no room when to come back: for each key one after the other. */
export interface ReturnTimes {
  /** How long to wait: not before `fromMs`, and `eachMs` after whoever was told before it. */
  waitMs: (key: string, times: { nowMs: number; fromMs: number; eachMs: number }) => number;
}

const keysMax = 10_000;

/** What is told is a guess, so nobody waits longer than `waitMsMax`. */
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

/** All of them if none is past: the times start anew, which costs no more than some returns. */
function forgetPast(lastMs: Map<string, number>, nowMs: number): void {
  for (const [key, atMs] of lastMs) if (atMs < nowMs) lastMs.delete(key);
  if (lastMs.size >= keysMax) lastMs.clear();
}
