import { ApiError } from './errors.js';

const afterErrorMs = 10_000;
/** These statuses last until the user acts, for instance by signing in, or for good. */
const lastingStatuses: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * The delay until the next read. After a passing error it is at least ten seconds, or as long as the service asks
 * for; false stops polling.
 */
export function nextReadMs(error: unknown, usualMs: number | false): number | false {
  if (usualMs === false || error === null) return usualMs;
  if (!(error instanceof ApiError)) return afterErrorMs;
  return lastingStatuses.has(error.status) ? false : Math.max(afterErrorMs, error.retryAfterMs ?? 0);
}
