import { ApiError } from './errors.js';

const afterErrorMs = 10_000;
/** They go by something that a person does: a sign-in, another role. What is gone stays so. */
const lastingStatuses: ReadonlySet<number> = new Set([401, 403, 404]);

/** When something on the screen is read again. After an error, once that may be over; false: not by itself. */
export function nextReadMs(error: unknown, usualMs: number | false): number | false {
  if (usualMs === false || error === null) return usualMs;
  if (!(error instanceof ApiError)) return afterErrorMs;
  return lastingStatuses.has(error.status) ? false : Math.max(afterErrorMs, error.retryAfterMs ?? 0);
}
