import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { AppError } from '../../domain/errors.js';
import {
  rateSegmentsPerWindow,
  waitOf,
  withRequest,
  type RateSegment,
  type RateStanding,
} from '../../domain/rate-limits.js';
import type { Metrics } from '../../observability/metrics.js';
import { rateLimited } from '../../services/rate-limits/verdict.js';

const windowMs = 60_000;
/** How many networks are remembered. A new one replaces the one that was seen longest ago. */
const networksMaxDefault = 10_000;

export interface NetworkGate {
  /** Counts a request of a network. Returns how long to wait if there were too many, otherwise 0. */
  note: (network: string, nowMs: number) => number;
  /** Returns the time that a network has to wait, without counting a request. */
  waitMs: (network: string, nowMs: number) => number;
  /** Returns the state of the limit of a network that has to wait this long, for the rate limit headers. */
  full: (waitMs: number) => RateStanding;
}

/**
 * Limits the requests of each client network. Counts in the memory of this process, so that a flood causes no writes.
 * For requests that need a credential, only 401 responses are counted, so that an attacker does not block valid keys in
 * the same network.
 */
export function createNetworkGate(
  perMinuteMax: number | null,
  networksMax = networksMaxDefault,
): NetworkGate {
  const segmentsByNetwork = new BoundedMap<string, RateSegment[]>(networksMax);
  return {
    waitMs: (network, nowMs) =>
      perMinuteMax === null ? 0 : waitOf(windowMs, perMinuteMax, segmentsByNetwork.get(network) ?? [], nowMs),
    full: (resetMs) => ({ policy: 'network', limit: perMinuteMax ?? 0, windowMs, remaining: 0, resetMs }),
    note: (network, nowMs) => {
      if (perMinuteMax === null) return 0;
      const segments = segmentsByNetwork.get(network) ?? [];
      const waitMs = waitOf(windowMs, perMinuteMax, segments, nowMs);
      const next = waitMs > 0 ? segments : withRequest(segments, windowMs, nowMs);
      segmentsByNetwork.set(network, next.slice(-rateSegmentsPerWindow - 1));
      return waitMs;
    },
  };
}

/** The refusal of a request whose network has to wait. It is counted in the metrics. */
export function tooManyOf(gate: NetworkGate, waitMs: number, metrics: Metrics): AppError<'RATE_LIMITED'> {
  metrics.rateLimited('unauthorized');
  return rateLimited(waitMs, [gate.full(waitMs)]);
}
