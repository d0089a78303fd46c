import { BoundedMap } from '../../../concurrency/bounded-map.js';

/** A burst of comments causes a burst of pushes, but one read of the account returns them all. */
const startEveryMs = 10_000;
const accountsMax = 10_000;

export interface StartGate {
  /** Whether a read of the account may be started. If so, the next one has to wait. */
  mayStart: (socialAccountId: string, nowMs: number) => boolean;
}

/** The gate is kept in memory. If several processes start the same run, Temporal keeps one of them. */
export function createStartGate(): StartGate {
  const startedAtMs = new BoundedMap<string, number>(accountsMax);
  return {
    mayStart: (socialAccountId, nowMs) => {
      if (nowMs - (startedAtMs.get(socialAccountId) ?? -Infinity) < startEveryMs) return false;
      startedAtMs.set(socialAccountId, nowMs);
      return true;
    },
  };
}
