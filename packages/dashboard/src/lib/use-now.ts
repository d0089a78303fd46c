import { useEffect, useState } from 'react';

const minuteMs = 60_000;
/** The longest wait before the time is checked again. Browsers fire timers of more than 24 days immediately. */
const lookAgainMs = 3_600_000;

/** Returns the current time, which is brought up to date every minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Whether an instant has passed. The component is rendered again when it passes. */
export function useHasPassed(instant: string | null): boolean {
  const [nowMs, setNowMs] = useState(Date.now);
  const leftMs = instant === null ? null : Date.parse(instant) - nowMs;
  const isAhead = leftMs !== null && leftMs > 0;
  useEffect(() => {
    if (!isAhead) return undefined;
    const timer = setTimeout(
      () => setNowMs(Date.now()),
      // Uses the current clock, because the instant may have changed since the last check.
      Math.min(Math.max(0, Date.parse(instant ?? '') - Date.now()), lookAgainMs),
    );
    return () => clearTimeout(timer);
  }, [isAhead, instant, nowMs]);
  return leftMs !== null && leftMs <= 0;
}
