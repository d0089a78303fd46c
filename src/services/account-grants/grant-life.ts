import type { socialAccounts } from '../../db/schema/index.js';
import type { GrantLife } from '../../platforms/kit/connect.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The parts of a grant's remaining life after which a refresh is due, and after which it must have been made. The rest
 * is reserved for retries.
 */
const dueAfterPart = 2 / 3;
const latestAfterPart = 9 / 10;

/** The first and the longest wait after a failure. The wait doubles with each further failure. */
const firstRetryMs = 5 * minuteMs;
const retryMsMax = 6 * hourMs;
const doublingsMax = 16;
/** A wait takes at most this part of the remaining life, so that the grant does not end before the next try. */
const retryPartMax = 1 / 4;
/** The random part of a wait, which spreads the tries of accounts that failed at the same time. */
const spreadPart = 1 / 4;

/** The time of the next refresh, early enough that the grant does not expire unused. Null if no end is known. */
export function refreshDueAt(
  { refreshBy, refreshNotBefore }: Pick<GrantLife, 'refreshBy' | 'refreshNotBefore'>,
  now: Date,
): Date | null {
  if (refreshBy === null) return null;
  const leftMs = refreshBy.getTime() - now.getTime();
  if (leftMs <= 0) return now;
  const wantedMs = now.getTime() + leftMs * dueAfterPart;
  const latestMs = now.getTime() + leftMs * latestAfterPart;
  const earliestMs = refreshNotBefore?.getTime() ?? 0;
  if (earliestMs <= wantedMs) return new Date(wantedMs);
  if (earliestMs <= latestMs) return new Date(earliestMs);
  // If the platform leaves little time between the two limits, the middle is used. If it leaves none, the limits
  // contradict each other and the refresh is tried anyway.
  return new Date(earliestMs < refreshBy.getTime() ? (earliestMs + refreshBy.getTime()) / 2 : latestMs);
}

export interface FailedRefresh {
  /** The number of failures in a row, including this one. */
  failures: number;
  /** The time at which the grant dies unless it is refreshed; null if no such time is known. */
  refreshBy: Date | null;
  /** The wait that the platform requested; null if it requested none. */
  retryAfterMs: number | null;
}

/**
 * The time at which a failed refresh is tried again: later after each failure, but before the grant's end as long as
 * there is time left. A grant past its calculated end is still tried, because only its platform can confirm that it is
 * dead. `random` is between 0 and 1.
 */
export function retryRefreshAt(
  { failures, refreshBy, retryAfterMs }: FailedRefresh,
  now: Date,
  random: number,
): Date {
  const doublings = Math.min(Math.max(failures - 1, 0), doublingsMax);
  const growingMs = Math.min(firstRetryMs * 2 ** doublings, retryMsMax);
  const wantedMs = Math.max(growingMs * (1 + spreadPart * (2 * random - 1)), retryAfterMs ?? 0);
  const leftMs = refreshBy === null ? 0 : refreshBy.getTime() - now.getTime();
  const waitMs = leftMs > 0 ? Math.min(wantedMs, leftMs * retryPartMax) : wantedMs;
  return new Date(now.getTime() + waitMs);
}

type LifeColumns = Pick<
  typeof socialAccounts.$inferSelect,
  'tokenExpiresAt' | 'refreshBy' | 'refreshDueAt' | 'refreshFailures' | 'reconnectBy'
>;

/** The columns of an account's row for the life of a new grant. */
export function lifeColumns(life: GrantLife | undefined, now: Date): LifeColumns {
  const { tokenExpiresAt = null, refreshBy = null, refreshNotBefore = null, reconnectBy = null } = life ?? {};
  return {
    tokenExpiresAt,
    refreshBy,
    // If a grant cannot be refreshed, a refresh is still tried when it ends, because the platform's response shows
    // whether it is dead.
    refreshDueAt: earlier(refreshDueAt({ refreshBy, refreshNotBefore }, now), reconnectBy),
    refreshFailures: 0,
    reconnectBy,
  };
}

type Known = Pick<LifeColumns, 'tokenExpiresAt' | 'refreshBy' | 'refreshDueAt' | 'reconnectBy'>;

/** The columns that change if a platform reports, outside of a refresh, part of the life of the current grant. */
export function toldLifeColumns(known: Known, told: Partial<GrantLife>, now: Date): Partial<LifeColumns> {
  const { tokenExpiresAt, refreshBy, refreshNotBefore = null, reconnectBy } = { ...known, ...told };
  const same = { tokenExpiresAt, refreshBy, reconnectBy };
  if (told.refreshBy === undefined && told.reconnectBy === undefined) return same;
  const isMoved = refreshBy?.getTime() !== known.refreshBy?.getTime();
  const columns = lifeColumns({ ...same, refreshNotBefore }, now);
  // If the end has not changed, the time of the refresh stays, so that frequent reports do not postpone it again and
  // again.
  const dueAt =
    refreshBy === null || isMoved ? columns.refreshDueAt : earlier(known.refreshDueAt, columns.refreshDueAt);
  return { ...same, refreshDueAt: dueAt };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The minimum time between a successful refresh and the next one, unless the grant would be dead by then. */
const pauseMsMin = 6 * hourMs;

/**
 * The time at which a grant that was just refreshed is due again: after a minimum pause, even if the platform states an
 * early end.
 */
export function dueAfterRefresh(
  { refreshDueAt: dueAt, refreshBy }: Pick<LifeColumns, 'refreshDueAt' | 'refreshBy'>,
  now: Date,
): Date | null {
  if (dueAt === null) return null;
  const leftMs = refreshBy === null ? 0 : refreshBy.getTime() - now.getTime();
  const pauseMs = leftMs > 0 ? Math.min(pauseMsMin, leftMs * latestAfterPart) : pauseMsMin;
  return new Date(Math.max(dueAt.getTime(), now.getTime() + pauseMs));
}
