import { ApiError } from './errors.js';

const afterErrorMs = 10_000;
/** The polling interval, while the stream is away, for data whose changes the stream reports. */
const awayMs = 15_000;
/** Lists with signed URLs of media are read again before these expire, which takes at least ten minutes. */
export const signedUrlsMs = 5 * 60_000;
/** Error statuses for which polling stops: they are permanent, or last until the user acts, for instance signs in. */
const lastingStatuses: ReadonlySet<number> = new Set([401, 403, 404]);

/** `closed` means that the page has no session. */
type StreamState = 'closed' | 'open' | 'away';
let stream: StreamState = 'closed';

export function noteStream(state: StreamState): void {
  stream = state;
}

/** Whether the page follows changes. It then reads everything again when it becomes visible. */
export const isFollowed = (): boolean => stream !== 'closed';

/**
 * Returns the delay until the next poll, or false to stop. After a temporary error, the delay is at least ten seconds,
 * or longer if the service asks for that.
 */
export function nextReadMs(error: unknown, usualMs: number | false): number | false {
  if (usualMs === false || error === null) return usualMs;
  if (!(error instanceof ApiError)) return afterErrorMs;
  return lastingStatuses.has(error.status) ? false : Math.max(afterErrorMs, error.retryAfterMs ?? 0);
}

/**
 * Like `nextReadMs`, for data whose changes the stream reports: they are polled only while it is away, and after an
 * error.
 */
export const nextStreamedReadMs = (error: unknown): number | false =>
  nextReadMs(error, error !== null || stream === 'away' ? awayMs : false);
