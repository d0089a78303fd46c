import { rateSegmentsPerWindow, waitOf, withRequest, type RateSegment } from '../../domain/rate-limits.js';

const windowMs = 60_000;
/** Networks that are remembered at once; the one seen longest ago makes room. */
const networksMaxDefault = 10_000;

export interface NetworkGate {
  /** Counts one for a network. Gives the wait where there were too many, and 0 otherwise. */
  note: (network: string, nowMs: number) => number;
}

/**
 * Limits requests that need no credential, for each client network. It counts in the memory of this process,
 * so that a flood costs no writes. Where a credential is needed, callers count only their 401 responses, so a
 * valid key is never blocked because it shares its network with a guesser.
 */
export function createNetworkGate(
  perMinuteMax: number | null,
  networksMax = networksMaxDefault,
): NetworkGate {
  const segmentsByNetwork = new Map<string, RateSegment[]>();
  return {
    note: (network, nowMs) => {
      if (perMinuteMax === null) return 0;
      const segments = segmentsByNetwork.get(network) ?? [];
      const waitMs = waitOf(windowMs, perMinuteMax, segments, nowMs);
      const next = waitMs > 0 ? segments : withRequest(segments, windowMs, nowMs);
      // Set anew, so that the order of the map is that of the last use.
      segmentsByNetwork.delete(network);
      segmentsByNetwork.set(network, next.slice(-rateSegmentsPerWindow - 1));
      const oldest = segmentsByNetwork.keys().next().value;
      if (segmentsByNetwork.size > networksMax && oldest !== undefined) segmentsByNetwork.delete(oldest);
      return waitMs;
    },
  };
}
