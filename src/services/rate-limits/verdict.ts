import { AppError } from '../../domain/errors.js';
import {
  ratePolicies,
  rateWindowMs,
  standingOf,
  waitOf,
  type RateLimits,
  type RatePolicy,
  type RateSegment,
} from '../../domain/rate-limits.js';
import type { RateVerdict } from '../shared/rate-limiter.js';
import type { CountedRow } from './count-request.js';

export function verdictOf(row: CountedRow, limits: RateLimits): RateVerdict | undefined {
  if (row.allowed === null) return undefined;
  const counted = {
    allowed: row.allowed,
    nowMs: Number(row.checked_at_ms),
    segmentsOf: (policy: RatePolicy) => segmentsOf(row, policy),
  };
  return verdictFrom(counted, limits);
}

interface Counted {
  allowed: boolean;
  nowMs: number;
  segmentsOf: (policy: RatePolicy) => readonly RateSegment[];
}

export function verdictFrom({ allowed, nowMs, segmentsOf }: Counted, limits: RateLimits): RateVerdict {
  const on = ratePolicies.flatMap((policy) => {
    const limit = limits[policy];
    return limit === null ? [] : [{ policy, limit, segments: segmentsOf(policy) }];
  });
  const waits = allowed
    ? []
    : on
        .map(({ policy, limit, segments }) => ({
          policy,
          waitMs: waitOf(rateWindowMs[policy], limit, segments, nowMs),
        }))
        .filter(({ waitMs }) => waitMs > 0);
  return {
    allowed,
    standings: on.map(({ policy, limit, segments }) => standingOf(policy, limit, segments, nowMs)),
    // A refusal by a limit that frees itself within the same millisecond still asks for a moment.
    retryAfterMs: allowed ? 0 : Math.max(1, ...waits.map(({ waitMs }) => waitMs)),
    refusedBy: waits.map(({ policy }) => policy),
    nowMs,
  };
}

/** A refusal by what a user's keys share. The caller is still told how its own key stands. */
export function refusedByUser(ofKey: RateVerdict, ofUser: RateVerdict | undefined): RateVerdict {
  return ofUser === undefined || ofUser.allowed ? ofKey : { ...ofUser, standings: ofKey.standings };
}

export function segmentsOf(row: CountedRow, policy: RatePolicy): RateSegment[] {
  const [atMs, counts] =
    policy === 'burst' ? [row.burst_at_ms, row.burst_counts] : [row.sustained_at_ms, row.sustained_counts];
  return (atMs ?? []).map((at, index) => ({ atMs: Number(at), count: counts?.[index] ?? 0 }));
}

export function rateLimited(retryAfterMs: number): AppError<'RATE_LIMITED'> {
  return new AppError(
    'RATE_LIMITED',
    'Too many requests. Wait for the seconds in Retry-After, then try again.',
    {
      retryAfterMs: Math.ceil(retryAfterMs),
    },
  );
}
