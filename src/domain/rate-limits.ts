/** The window of each limit (docs/contract.md#limits). The numbers of requests are configuration. */
export const rateWindowMs = { burst: 60_000, sustained: 15 * 60_000 } as const;
export type RatePolicy = keyof typeof rateWindowMs;
export const ratePolicies = ['burst', 'sustained'] as const satisfies readonly RatePolicy[];

/**
 * A window is counted in this many segments. Each expires with its last request, so a limit is never exceeded
 * in any window, and a caller at the limit waits at most a sixtieth of the window longer than with a full log
 * of requests.
 */
export const rateSegmentsPerWindow = 60;

/** The number of requests that may be made in each window. Null: no limit. */
export type RateLimits = Readonly<Record<RatePolicy, number | null>>;

/** The largest count that fits Postgres' int4. */
export const rateCountMax = 2_147_483_647;

export function multiplied({ burst, sustained }: RateLimits, times: number): RateLimits {
  return {
    burst: burst === null ? null : Math.min(rateCountMax, burst * times),
    sustained: sustained === null ? null : Math.min(rateCountMax, sustained * times),
  };
}

/** A group of requests close to each other: their number, and the time of the last one. */
export interface RateSegment {
  atMs: number;
  count: number;
}

export interface RateStanding {
  /** The limit's name in headers and errors. The names of limits that a user's keys share begin with `user-`. */
  policy: string;
  limit: number;
  /** Null: the limit is on requests that run or wait at the same time. */
  windowMs: number | null;
  remaining: number;
  /** The time until the oldest counted requests expire or, if nothing remains, until the next request is allowed. */
  resetMs: number;
}

/**
 * Returns the state of a limit after a request. Whether the request is allowed was decided in the database, which
 * counts under a lock.
 */
export function standingOf(
  policy: RatePolicy,
  limit: number,
  segments: readonly RateSegment[],
  nowMs: number,
): RateStanding {
  const live = liveSegments(segments, rateWindowMs[policy], nowMs);
  const used = live.reduce((sum, { count }) => sum + count, 0);
  const remaining = Math.max(0, limit - used);
  const firstAtMs = live[0]?.atMs ?? nowMs;
  // If nothing remains, callers need to know when the next request is allowed.
  const resetMs =
    remaining > 0
      ? firstAtMs + rateWindowMs[policy] - nowMs
      : waitOf(rateWindowMs[policy], limit, segments, nowMs);
  return { policy, limit, windowMs: rateWindowMs[policy], remaining, resetMs };
}

/** Returns the time until one more request is allowed. 0: it is allowed immediately. */
export function waitOf(
  windowMs: number,
  limit: number,
  segments: readonly RateSegment[],
  nowMs: number,
): number {
  const live = liveSegments(segments, windowMs, nowMs);
  let used = live.reduce((sum, { count }) => sum + count, 0);
  let waitMs = 0;
  for (const { atMs, count } of live) {
    if (used < limit) break;
    used -= count;
    waitMs = atMs + windowMs - nowMs;
  }
  return waitMs;
}

/** Returns the segments with a request at `nowMs` added and expired segments removed. */
export function withRequest(
  segments: readonly RateSegment[],
  windowMs: number,
  nowMs: number,
): RateSegment[] {
  const live = liveSegments(segments, windowMs, nowMs);
  const segmentOf = (atMs: number): number => Math.floor(atMs / (windowMs / rateSegmentsPerWindow));
  const last = live.at(-1);
  if (last === undefined || segmentOf(last.atMs) < segmentOf(nowMs)) {
    return [...live, { atMs: nowMs, count: 1 }];
  }
  return [...live.slice(0, -1), { atMs: Math.max(last.atMs, nowMs), count: last.count + 1 }];
}

function liveSegments(segments: readonly RateSegment[], windowMs: number, nowMs: number): RateSegment[] {
  return segments.filter(({ atMs }) => atMs > nowMs - windowMs);
}
