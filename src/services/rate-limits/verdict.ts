import { AppError } from '../../domain/errors.js';
import {
  ratePolicies,
  rateWindowMs,
  standingOf,
  waitOf,
  type RateLimits,
  type RatePolicy,
  type RateSegment,
  type RateStanding,
} from '../../domain/rate-limits.js';
import type { Metrics } from '../../observability/metrics.js';
import type { RateVerdict } from '../shared/limits/rate-limiter.js';
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
    // If a limit frees up within the same millisecond, a refusal still asks the caller to wait a moment.
    retryAfterMs: allowed ? 0 : Math.max(1, ...waits.map(({ waitMs }) => waitMs)),
    refusedBy: waits.map(({ policy }) => policy),
    nowMs,
  };
}

/** Combines the verdicts of a key and of all keys of its user, and reports the standings of both. */
export function withUser(ofKey: RateVerdict, ofUser: RateVerdict | undefined): RateVerdict {
  if (ofUser === undefined) return ofKey;
  const decisive = ofKey.allowed ? ofUser : ofKey;
  return { ...decisive, standings: [...ofKey.standings, ...shared(ofUser.standings)] };
}

export const shared = (standings: readonly RateStanding[]): RateStanding[] =>
  standings.map((standing) => ({ ...standing, policy: `user-${standing.policy}` }));

export function segmentsOf(row: CountedRow, policy: RatePolicy): RateSegment[] {
  const [atMs, counts] =
    policy === 'burst' ? [row.burst_at_ms, row.burst_counts] : [row.sustained_at_ms, row.sustained_counts];
  return (atMs ?? []).map((at, index) => ({ atMs: Number(at), count: counts?.[index] ?? 0 }));
}

/** Throws RATE_LIMITED, and counts that in the metrics, if the limits do not allow a request. */
export function requireAllowed(
  { allowed, refusedBy, retryAfterMs, standings }: RateVerdict,
  metrics: Metrics,
): void {
  if (allowed) return;
  for (const policy of refusedBy) metrics.rateLimited(policy);
  throw rateLimited(retryAfterMs, standings);
}

/** The refusal by the limit with the fewest remaining requests and, among those, the latest reset. */
export function rateLimited(
  retryAfterMs: number,
  standings: readonly RateStanding[],
): AppError<'RATE_LIMITED'> {
  const [refusing] = standings.toSorted((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs);
  if (refusing === undefined) throw new Error('Nothing but a limit refuses.');
  const message = 'There were too many requests; wait for the seconds in Retry-After, then try again.';
  return new AppError('RATE_LIMITED', message, {
    retryAfterMs: Math.ceil(retryAfterMs),
    ...limitOf(refusing),
  });
}

const limitOf = ({ policy, limit, remaining, windowMs }: RateStanding) => ({
  policy,
  limit,
  remaining,
  windowMs,
});
