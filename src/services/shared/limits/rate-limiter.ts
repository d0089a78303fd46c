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

/**
 * Limits requests. It hides its own failures from callers: requests that the database cannot count are counted in this
 * process.
 */
export interface RateLimiter {
  /** The limits of one key. Null if both are off. */
  limits: RateLimits | null;
  /** The limits of all sessions of a user together. Null if both are off. */
  sessionLimits: RateLimits | null;
  /** The limits of all keys of a user together. Null if there are none. */
  userLimits: RateLimits | null;
  /**
   * Runs the counting statement. Returns undefined if it failed, now or a moment ago; the caller then counts `locally`.
   */
  attempt: <T>(count: () => Cancellable<T>) => Promise<T[] | undefined>;
  locally: LocalCounter;
}

/** Counts a subject's requests like `countRequest`, but only those of this process. */
export type LocalCounter = (subject: string, limits: RateLimits, nowMs: number) => RateVerdict;
