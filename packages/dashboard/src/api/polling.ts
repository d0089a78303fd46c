import { ApiError } from './errors.js';

const afterErrorMs = 10_000;
/** Error statuses for which polling stops: they are permanent, or last until the user acts, for instance signs in. */
const lastingStatuses: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Returns the delay until the next poll, or false to stop. After a temporary error, the delay is at least ten seconds,
 * or longer if the service asks for that.
 */
export function nextReadMs(error: unknown, usualMs: number | false): number | false {
  if (usualMs === false || error === null) return usualMs;
  if (!(error instanceof ApiError)) return afterErrorMs;
  return lastingStatuses.has(error.status) ? false : Math.max(afterErrorMs, error.retryAfterMs ?? 0);
}
