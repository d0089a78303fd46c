import { isDbUnavailable } from '../../db/errors.js';
import { DeadlineError } from '../../db/deadline.js';
import type { RateLimits } from '../../domain/rate-limits.js';
import type { Logger } from '../../log.js';
import type { Metrics } from '../../observability/metrics.js';

/** How long a request may wait to be counted before it goes on uncounted. */
export const countTimeoutMs = 1_000;
/** After a fault, requests go on uncounted for this long; then one of them tries again. */
const pauseMsDefault = 5_000;

/** Keeps the limiter's own faults away from callers: a request that cannot be counted is let through. */
export interface RateLimiter {
  /** Null where both limits are off. */
  limits: RateLimits | null;
  /** Runs what counts; undefined where it failed, or where it has failed a moment ago. */
  attempt: <T>(count: () => Promise<T>) => Promise<T | undefined>;
}

interface RateLimiterOptions {
  limits: RateLimits;
  metrics: Metrics;
  log: Logger;
  pauseMs?: number;
}

export function createRateLimiter({
  limits,
  metrics,
  log,
  pauseMs = pauseMsDefault,
}: RateLimiterOptions): RateLimiter {
  let pausedUntilMs = 0;
  return {
    limits: limits.burst === null && limits.sustained === null ? null : limits,
    attempt: async (count) => {
      const nowMs = performance.now();
      if (nowMs < pausedUntilMs) {
        metrics.rateLimiterFault('PAUSED');
        return undefined;
      }
      // Whoever comes while this one tries anew goes on uncounted, so that a table that is locked holds up one request.
      const isProbe = pausedUntilMs > 0;
      if (isProbe) pausedUntilMs = nowMs + countTimeoutMs + pauseMs;
      try {
        const counted = await count();
        if (isProbe) pausedUntilMs = 0;
        return counted;
      } catch (error) {
        // Without the database there is nothing to let the request through to.
        if (isDbUnavailable(error)) throw error;
        pausedUntilMs = performance.now() + pauseMs;
        metrics.rateLimiterFault(error instanceof DeadlineError ? 'TIMEOUT' : 'ERROR');
        log.error({ err: error }, 'requests are not counted: the rate limiter is at fault');
        return undefined;
      }
    },
  };
}
