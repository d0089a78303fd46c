import type { Context } from 'hono';
import { rateWindowMs, type RateStanding } from '../../domain/rate-limits.js';
import type { RateVerdict } from '../../services/shared/rate-limiter.js';

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Tells callers what is left of their limits: RateLimit and RateLimit-Policy as in
 * draft-ietf-httpapi-ratelimit-headers-10, and the three older X-RateLimit headers, which most clients read.
 * All of them are hints; Retry-After is what counts.
 */
export function setRateHeaders(c: Context, { standings, nowMs }: RateVerdict): void {
  const nearest = standings.reduce<RateStanding | undefined>(
    (least, next) => (least === undefined || next.remaining < least.remaining ? next : least),
    undefined,
  );
  if (nearest === undefined) return;
  const policies = standings.map(
    ({ policy, limit }) => `"${policy}";q=${limit};w=${rateWindowMs[policy] / 1000}`,
  );
  const states = standings.map(
    ({ policy, remaining, resetMs }) => `"${policy}";r=${remaining};t=${seconds(resetMs)}`,
  );
  c.header('RateLimit-Policy', policies.join(', '));
  c.header('RateLimit', states.join(', '));
  c.header('X-RateLimit-Limit', String(nearest.limit));
  c.header('X-RateLimit-Remaining', String(nearest.remaining));
  c.header('X-RateLimit-Reset', String(Math.ceil((nowMs + nearest.resetMs) / 1000)));
}
