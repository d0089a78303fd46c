import { isDeepStrictEqual } from 'node:util';
import { readPauseMs } from '../../../domain/comments.js';
import { nextMeasureAt, retryMeasureAt, type Measurement } from '../../../domain/metrics.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import type { PlatformMetrics } from '../../../platforms/kit/metrics.js';
import type { FeedEnd, LoadedFeed } from './feed.js';

/** The wait before an account is checked again that a user must reconnect first. */
const expiredWaitMs = 30 * 60_000;
const spreadMs = 60_000;

type Metrics = Pick<PlatformMetrics, 'measuredForMs'>;

const timeOf = ({ measuredForMs }: Metrics, { feed, post }: LoadedFeed) => {
  const endMs = measuredForMs?.(post.options) ?? null;
  return { publishedAt: feed.publishedAt, ...(endMs !== null && { measuredForMs: endMs }) };
};

/** Derives from new numbers when the target is read next. */
export function endOfReading(
  metrics: Metrics,
  loaded: LoadedFeed,
  { values, native }: Measurement,
  now: Date,
): FeedEnd {
  const { feed } = loaded;
  const hasChanged = !isDeepStrictEqual([feed.values, feed.native], [values, native]);
  const unchanged = hasChanged ? 0 : feed.unchanged + 1;
  return {
    feed,
    dueAt: nextMeasureAt({ ...timeOf(metrics, loaded), unchanged }, now, Math.random()),
    failures: 0,
    unchanged,
    permissionMissing: false,
    measured: { values, native, hasChanged },
  };
}

/** The end of a reading that failed, or whose answer lacks the post. */
export function endOfFailure(
  metrics: Metrics,
  loaded: LoadedFeed,
  failure: PlatformFailure | null,
  now: Date,
): FeedEnd {
  const { feed } = loaded;
  const pauseMs = failure === null ? null : pauseMsAfter(failure);
  // A rate limit says nothing about the post.
  if (pauseMs !== null) return { feed, dueAt: new Date(now.getTime() + pauseMs + spreadMs * Math.random()) };
  const failures = feed.failures + 1;
  return {
    feed,
    dueAt: retryMeasureAt(timeOf(metrics, loaded), failures, now, Math.random()),
    failures,
    permissionMissing: failure?.kind === 'rejected' && failure.code === 'PERMISSION_MISSING',
  };
}

/** How long nothing is read for the account after this failure. Null: it does not concern the whole account. */
export function pauseMsAfter(failure: PlatformFailure): number | null {
  if (failure.kind === 'rate-limited') return readPauseMs(failure.retryAfterMs);
  return failure.kind === 'auth-revoked' ? expiredWaitMs : null;
}
