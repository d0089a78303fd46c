import { BoundedMap } from '../../../concurrency/bounded-map.js';
import {
  ratePolicies,
  rateWindowMs,
  waitOf,
  withRequest,
  type RatePolicy,
  type RateSegment,
} from '../../../domain/rate-limits.js';
import { verdictFrom } from '../verdict.js';
import type { LocalCounter } from '../../shared/limits/rate-limiter.js';

/** The number of subjects in memory. If there are more, the one used longest ago is dropped. */
const subjectsMaxDefault = 10_000;

type Held = Record<RatePolicy, readonly RateSegment[]>;
const nothing: Held = { burst: [], sustained: [] };

export function createLocalCounter(subjectsMax = subjectsMaxDefault): LocalCounter {
  const heldBySubject = new BoundedMap<string, Held>(subjectsMax);
  return (subject, limits, nowMs) => {
    const held = heldBySubject.get(subject) ?? nothing;
    const allowed = ratePolicies.every((policy) => {
      const limit = limits[policy];
      return limit === null || waitOf(rateWindowMs[policy], limit, held[policy], nowMs) === 0;
    });
    const next = allowed
      ? {
          burst: withRequest(held.burst, rateWindowMs.burst, nowMs),
          sustained: withRequest(held.sustained, rateWindowMs.sustained, nowMs),
        }
      : held;
    heldBySubject.set(subject, next);
    return verdictFrom({ allowed, nowMs, segmentsOf: (policy) => next[policy] }, limits);
  };
}
