/** A burst of comments is a burst of pushes, and one read of the account shows them all. */
const startEveryMs = 10_000;
const accountsMax = 10_000;

export interface StartGate {
  /** Whether reads of an account may be started now; if so, not again for a while. */
  mayStart: (socialAccountId: string, nowMs: number) => boolean;
}

/** In this process's memory: several processes start the same run, and Temporal has one of it. */
export function createStartGate(): StartGate {
  const startedAtMs = new Map<string, number>();
  return {
    mayStart: (socialAccountId, nowMs) => {
      if (nowMs - (startedAtMs.get(socialAccountId) ?? -Infinity) < startEveryMs) return false;
      // Set again, so that the map is in the order of the starts.
      startedAtMs.delete(socialAccountId);
      startedAtMs.set(socialAccountId, nowMs);
      const oldest = startedAtMs.keys().next().value;
      if (startedAtMs.size > accountsMax && oldest !== undefined) startedAtMs.delete(oldest);
      return true;
    },
  };
}
