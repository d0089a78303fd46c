import { BoundedMap } from '../../../concurrency/bounded-map.js';

/** The least time between two reads of an account. After a burst of pushes, one read returns all comments. */
const startEveryMs = 10_000;
const accountsMax = 10_000;

export interface StartGate {
  /** Returns whether a read of the account may start now. If so, the next one has to wait. */
  mayStart: (socialAccountId: string, nowMs: number) => boolean;
}

/** Creates a gate, which is kept in memory. If several processes start the same run, Temporal accepts only one. */
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
