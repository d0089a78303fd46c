import type { Cancellable } from '../../../db/deadline.js';
import type { RateLimits, RatePolicy, RateStanding } from '../../../domain/rate-limits.js';

/** The verdict of the limits on a request that was counted or refused. */
export interface RateVerdict {
  allowed: boolean;
  standings: RateStanding[];
  /** How long the caller must wait. 0 if the request is allowed. */
  retryAfterMs: number;
  /** The limits that refuse the request. */
  refusedBy: RatePolicy[];
  nowMs: number;
}

/** Hides the limiter's own failures from callers: requests that the database cannot count are counted here. */
export interface RateLimiter {
  /** For a key. Null if both limits are off. */
  limits: RateLimits | null;
  /** For all sessions of a user together. Null if both limits are off. */
  sessionLimits: RateLimits | null;
  /** For all keys of a user together. Null if there is no such limit. */
  userLimits: RateLimits | null;
  /** Runs the counting statement. Undefined if it failed, now or a moment ago; then count `locally`. */
  attempt: <T>(count: () => Cancellable<T>) => Promise<T[] | undefined>;
  locally: LocalCounter;
}

/** Counts a subject's requests in this process only, as `countRequest` does across all. */
export type LocalCounter = (subject: string, limits: RateLimits, nowMs: number) => RateVerdict;
