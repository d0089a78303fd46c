import { useEffect, useState } from 'react';

/** Timers of more than some weeks go off at once. */
const lookAgainMs = 3_600_000;

/** Whether an instant is over: it may pass while somebody looks. */
export function useHasPassed(instant: string | null): boolean {
  const [nowMs, setNowMs] = useState(Date.now);
  const leftMs = instant === null ? null : Date.parse(instant) - nowMs;
  const isAhead = leftMs !== null && leftMs > 0;
  useEffect(() => {
    if (!isAhead) return undefined;
    const timer = setTimeout(
      () => {
        setNowMs(Date.now());
      },
      // By the clock of now: the time may have been changed since it was last looked at.
      Math.min(Math.max(0, Date.parse(instant ?? '') - Date.now()), lookAgainMs),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isAhead, instant, nowMs]);
  return leftMs !== null && leftMs <= 0;
}
