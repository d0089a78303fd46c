import type { Context } from 'hono';
import type { RateStanding } from '../../domain/rate-limits.js';
import type { RateVerdict } from '../../services/shared/limits/rate-limiter.js';

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Sets the headers that show what remains of the caller's limits: RateLimit and RateLimit-Policy of
 * draft-ietf-httpapi-ratelimit-headers-10, and the older X-RateLimit headers, which most clients read. The latter show
 * the limit that has refused the request (`refusing`) or, without one, the limit with the fewest remaining requests.
 * All of these headers are hints; callers should rely on Retry-After.
 */
export function setRateHeaders(
  c: Context,
  { standings: known, nowMs }: Pick<RateVerdict, 'standings' | 'nowMs'>,
  refusing?: RateStanding,
): void {
  const standings = known.map((standing) => (standing.policy === refusing?.policy ? refusing : standing));
  if (refusing !== undefined && !standings.includes(refusing)) standings.push(refusing);
  const nearest = refusing ?? nearestOf(standings);
  if (nearest === undefined) return;
  const policies = standings.map(
    ({ policy, limit, windowMs }) =>
      `"${policy}";q=${limit}${windowMs === null ? '' : `;w=${windowMs / 1000}`}`,
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

/** Sets the headers of a 429: the limit that has refused the request, and the time to wait for it. */
export function setRefusal(
  c: Context,
  refusing: RateStanding,
  known: Pick<RateVerdict, 'standings' | 'nowMs'>,
): void {
  setRateHeaders(c, known, refusing);
  c.header('Retry-After', String(seconds(refusing.resetMs)));
}

/** Returns the limit with the fewest remaining requests; of several, the one that resets last. */
function nearestOf(standings: readonly RateStanding[]): RateStanding | undefined {
  return standings.toSorted((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs)[0];
}
