const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How often the comments of a post are read, by its age. Older posts are read only on request. */
const readEvery = [
  { ageMsMax: hourMs, everyMs: 5 * minuteMs },
  { ageMsMax: dayMs, everyMs: 30 * minuteMs },
  { ageMsMax: 14 * dayMs, everyMs: 6 * hourMs },
] as const;

/** The comments of older posts are read only on request. */
export const readPostAgeMsMax = 14 * dayMs;
/** The part of an interval that is random, which spreads the reads of posts that were published at the same time. */
const jitterPart = 0.1;
/**
 * The part of the first interval after which a new post is first read, so that this read and its sweep fit into
 * the interval.
 */
const firstReadPartMin = 0.4;
const firstReadPartMax = 0.8;

/** The interval for a post whose comments are closed. They may be opened again. */
const readClosedEvery = [
  { ageMsMax: dayMs, everyMs: 6 * hourMs },
  { ageMsMax: 14 * dayMs, everyMs: dayMs },
] as const;
/**
 * A post counts as deleted when its platform reports it as not found twice, at least this far apart. A single report
 * may be a temporary fault.
 */
const goneAgainAfterMs = hourMs;

/** The interval at which all comments of a post are read again, to find those that were deleted. */
export const fullReadEveryMs = 6 * hourMs;

/** The first and the longest wait after a failed read. The wait doubles with each failure. */
const firstRetryMs = 5 * minuteMs;
const retryMsMax = 6 * hourMs;
const doublingsMax = 16;

/** The pause if a platform requests one without a length, and the limits for one with a length. */
const pauseMsDefault = 15 * minuteMs;
const pauseMsMin = minuteMs;
const pauseMsMax = dayMs;

/** How long comments of a disconnected account are kept. */
export const commentRetentionMs = 30 * dayMs;

/**
 * The number of stored comments of one post. A hostile server could return an endless list; few real posts have that
 * many comments.
 */
export const commentsPerPostMax = 10_000;
export const commentTextCharsMax = 10_000;
export const commentNameCharsMax = 200;

/** The number of notes that a team may write about one comment, and the length of each. */
export const notesPerCommentMax = 100;
export const commentNoteCharsMax = 2_000;

export const savedRepliesPerWorkspaceMax = 200;
export const savedReplyNameCharsMax = 100;
export const savedReplyCharsMax = 5_000;

/** Lengthens or shortens a wait at random. `random` is from 0 to 1. */
const spread = (ms: number, random: number): number => ms * (1 + jitterPart * (2 * random - 1));

/** The interval between two reads for a post of this age. Null: it is read only on request. */
export function readIntervalMs(ageMs: number): number | null {
  return readEvery.find(({ ageMsMax }) => ageMs < ageMsMax)?.everyMs ?? null;
}

/** The next time to read a post whose comments were just read. Null: only on request. */
export function nextReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const everyMs = readIntervalMs(now.getTime() - publishedAt.getTime());
  return everyMs === null ? null : new Date(now.getTime() + spread(everyMs, random));
}

/** The next time to read a post whose comments are closed. Null: only on request. */
export function closedReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime();
  const everyMs = readClosedEvery.find(({ ageMsMax }) => ageMs < ageMsMax)?.everyMs;
  return everyMs === undefined ? null : new Date(now.getTime() + spread(everyMs, random));
}

/** The next time to check a post that its platform reports as not found. Null: the post counts as deleted. */
export function goneReadAt(publishedAt: Date, goneSince: Date, now: Date, random: number): Date | null {
  const isOld = now.getTime() - publishedAt.getTime() >= readPostAgeMsMax;
  const againMs = goneSince.getTime() + goneAgainAfterMs;
  return isOld || now.getTime() >= againMs
    ? null
    : new Date(againMs + goneAgainAfterMs * jitterPart * random);
}

/**
 * The time to first read the comments of a post. Times are spread, because thousands of posts may be due at once when
 * reading is turned on.
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

/** The time to retry a failed read. The wait doubles with each failure. */
export function retryReadAt(failures: number, now: Date, random: number): Date {
  const doublings = Math.min(Math.max(failures - 1, 0), doublingsMax);
  const waitMs = Math.min(firstRetryMs * 2 ** doublings, retryMsMax / (1 + jitterPart));
  return new Date(now.getTime() + spread(waitMs, random));
}

/** The pause in reading an account's comments that follows a platform's request to slow down. */
export function readPauseMs(retryAfterMs: number | null): number {
  return Math.min(Math.max(retryAfterMs ?? pauseMsDefault, pauseMsMin), pauseMsMax);
}

/** The month to which paid reads at this time are counted, such as `2026-03`. */
export function paidReadsMonthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** The comments that a platform lets us delete: those that the account wrote, or also those of others under its posts. */
export const deletableComments = ['OWN', 'ALL'] as const;
export type DeletableComments = (typeof deletableComments)[number];
