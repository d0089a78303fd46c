const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How often the comments of a post are read, by its age. Older posts are read only on request. */
const readEvery = [
  { ageMsMax: hourMs, everyMs: 5 * minuteMs },
  { ageMsMax: dayMs, everyMs: 30 * minuteMs },
  { ageMsMax: 14 * dayMs, everyMs: 6 * hourMs },
] as const;

/** Older posts are read only on request. */
export const readPostAgeMsMax = 14 * dayMs;
/** Spreads the reads of posts that were published at the same time. */
const jitterPart = 0.1;
/**
 * The part of the first interval after which a new post is first read, so that this read and its sweep fit into
 * the interval.
 */
const firstReadPartMin = 0.4;
const firstReadPartMax = 0.8;

/** The interval for a post that takes no comments. They may be switched on again. */
const readClosedEvery = [
  { ageMsMax: dayMs, everyMs: 6 * hourMs },
  { ageMsMax: 14 * dayMs, everyMs: dayMs },
] as const;
/**
 * A post is gone when its platform says so twice, at least this far apart. "Not found" may also mean that it
 * could not be shown just then.
 */
const goneAgainAfterMs = hourMs;

/** After this long, all comments of a post are read again, which finds deletions. */
export const fullReadEveryMs = 6 * hourMs;

/** The first and the longest wait after a failure. It doubles in between. */
const firstRetryMs = 5 * minuteMs;
const retryMsMax = 6 * hourMs;
const doublingsMax = 16;

/** The pause if a platform asks for one without a length, and the limits of what it may ask for. */
const pauseMsDefault = 15 * minuteMs;
const pauseMsMin = minuteMs;
const pauseMsMax = dayMs;

/** An account that was refreshed on request is not refreshed again before this long. */
export const commentRefreshIntervalMs = minuteMs;
/** How long comments of a disconnected account are kept. */
export const commentRetentionMs = 30 * dayMs;

/**
 * The number of stored comments of one post. A hostile server could return comments without end; few real posts have
 * so many.
 */
export const commentsPerPostMax = 10_000;
export const commentTextCharsMax = 10_000;
export const commentNameCharsMax = 200;

/** `random` is between 0 and 1. */
const spread = (ms: number, random: number): number => ms * (1 + jitterPart * (2 * random - 1));

/** The interval between two reads for a post of this age. Null: it is read only on request. */
export function readIntervalMs(ageMs: number): number | null {
  return readEvery.find(({ ageMsMax }) => ageMs < ageMsMax)?.everyMs ?? null;
}

/** When comments that were read now are read again. */
export function nextReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const everyMs = readIntervalMs(now.getTime() - publishedAt.getTime());
  return everyMs === null ? null : new Date(now.getTime() + spread(everyMs, random));
}

/** When a post that takes no comments is checked again. Null: only on request. */
export function closedReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime();
  const everyMs = readClosedEvery.find(({ ageMsMax }) => ageMs < ageMsMax)?.everyMs;
  return everyMs === undefined ? null : new Date(now.getTime() + spread(everyMs, random));
}

/** When a post is checked again that its platform reports as gone. Null: it is gone. */
export function goneReadAt(publishedAt: Date, goneSince: Date, now: Date, random: number): Date | null {
  const isOld = now.getTime() - publishedAt.getTime() >= readPostAgeMsMax;
  const againMs = goneSince.getTime() + goneAgainAfterMs;
  return isOld || now.getTime() >= againMs
    ? null
    : new Date(againMs + goneAgainAfterMs * jitterPart * random);
}

/**
 * When the comments of a post are first read. If reading has just begun, thousands of posts are due at once, so
 * they are spread.
 */
export function firstReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime();
  const everyMs = readIntervalMs(ageMs);
  if (everyMs === null) return null;
  const [{ everyMs: firstMs }] = readEvery;
  const part = firstReadPartMin + (firstReadPartMax - firstReadPartMin) * random;
  const wantedMs = publishedAt.getTime() + firstMs * part;
  return new Date(wantedMs >= now.getTime() ? wantedMs : now.getTime() + everyMs * random);
}

/** When a failed read is tried again: later each time. */
export function retryReadAt(failures: number, now: Date, random: number): Date {
  const doublings = Math.min(Math.max(failures - 1, 0), doublingsMax);
  const waitMs = Math.min(firstRetryMs * 2 ** doublings, retryMsMax / (1 + jitterPart));
  return new Date(now.getTime() + spread(waitMs, random));
}

/** How long an account's comments are not read after its platform asked for a pause. */
export function readPauseMs(retryAfterMs: number | null): number {
  return Math.min(Math.max(retryAfterMs ?? pauseMsDefault, pauseMsMin), pauseMsMax);
}

/** The month in which paid reads are counted. */
export function paidReadsMonthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}
