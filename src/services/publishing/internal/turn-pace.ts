/** Measures the time between two calls of this process when many are due. */
interface TurnPace {
  /** Returns the estimated time that this process, the database and the platforms need for a call. */
  eachMs: () => number;
  /** Notes that a call begins. `isLast`: no other call is due, so the pause after it must not be measured. */
  note: (isLast: boolean) => void;
}

/** The minimum of the estimate, its maximum, and its first value. */
const paceMsMin = 5;
const paceMsFirst = 20;
const paceMsMax = 500;
/** The share of the latest measurement in the estimate. It is small, because calls begin in bursts. */
const paceShare = 0.02;

export function createTurnPace(): TurnPace {
  let eachMs = paceMsFirst;
  let lastMs: number | undefined;
  return {
    eachMs: () => eachMs,
    note: (isLast) => {
      const nowMs = performance.now();
      if (lastMs !== undefined) {
        const measured = eachMs + (nowMs - lastMs - eachMs) * paceShare;
        eachMs = Math.min(paceMsMax, Math.max(paceMsMin, measured));
      }
      lastMs = isLast ? undefined : nowMs;
    },
  };
}
