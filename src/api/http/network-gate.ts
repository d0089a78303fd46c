import { rateSegmentsPerWindow, waitOf, withRequest, type RateSegment } from '../../domain/rate-limits.js';

const windowMs = 60_000;
/** Networks that are remembered at once; the one seen longest ago makes room. */
const networksMaxDefault = 10_000;

export interface NetworkGate {
  /** Counts one for a network. Gives the wait where there were too many, and 0 otherwise. */
  note: (network: string, nowMs: number) => number;
}

/**
 * Limits what needs no credential for each client network, in this process's memory: a flood must cost no writes. Of
 * 401s it counts the answers, so that it never stands in the way of a valid key that shares its address with a guesser.
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
