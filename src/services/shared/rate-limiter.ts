import type { Cancellable } from '../../db/deadline.js';
import type { RateLimits, RatePolicy, RateStanding } from '../../domain/rate-limits.js';

/** What the limits say of a request that was counted, or refused. */
export interface RateVerdict {
  allowed: boolean;
  standings: RateStanding[];
  /** How long the caller has to wait; 0 where the request is allowed. */
  retryAfterMs: number;
  /** The limits that refuse it. */
  refusedBy: RatePolicy[];
  nowMs: number;
}

/** Keeps the limiter's own faults away from callers: what the database cannot count is counted here. */
export interface RateLimiter {
  /** Of a key, or of a user at the dashboard; null where both limits are off. */
  limits: RateLimits | null;
  /** Of all keys of a user together; null where there is no such limit. */
  userLimits: RateLimits | null;
  /** Runs what counts; undefined where it failed, or where it has failed a moment ago: count `locally` then. */
  attempt: <T>(count: () => Cancellable<T>) => Promise<T[] | undefined>;
  locally: LocalCounter;
}

/** Counts a subject's requests in this process alone, as `countRequest` does among all. */
export type LocalCounter = (subject: string, limits: RateLimits, nowMs: number) => RateVerdict;
