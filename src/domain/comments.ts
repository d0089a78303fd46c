const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How often the comments of a post are read, by its age. What is older is read when somebody asks for it. */
const readEvery = [
  { ageMsMax: hourMs, everyMs: 5 * minuteMs },
  { ageMsMax: dayMs, everyMs: 30 * minuteMs },
  { ageMsMax: 14 * dayMs, everyMs: 6 * hourMs },
] as const;

/** Posts that are older are not read by themselves. */
export const readPostAgeMsMax = 14 * dayMs;
/** What was published at the same time is not read at the same time. */
const jitterPart = 0.1;
/** Of the first interval: when a new post is looked at first, so that one with its sweep is within that interval. */
const firstReadPartMin = 0.4;
const firstReadPartMax = 0.8;

/** The same where a post takes no comments: they may be switched on again. */
const readClosedEvery = [
  { ageMsMax: dayMs, everyMs: 6 * hourMs },
  { ageMsMax: 14 * dayMs, everyMs: dayMs },
] as const;
/** A post is gone when its platform says so twice, at least this far apart: it may also not have been allowed to show it. */
const goneAgainAfterMs = hourMs;

/** All of a post's comments are read again after this long, which finds what was deleted. */
export const fullReadEveryMs = 6 * hourMs;

/** After a failure: the first wait, and the longest. It doubles in between. */
const firstRetryMs = 5 * minuteMs;
const retryMsMax = 6 * hourMs;
const doublingsMax = 16;

/** Where a platform asks for a pause without saying how long, and the bounds of what it may say. */
const pauseMsDefault = 15 * minuteMs;
const pauseMsMin = minuteMs;
const pauseMsMax = dayMs;

/** Until then an account whose comments were asked for is not asked again. */
export const commentRefreshIntervalMs = minuteMs;
/** Comments of a disconnected account are kept for this long. */
export const commentRetentionMs = 30 * dayMs;

export const commentTextCharsMax = 10_000;
export const commentNameCharsMax = 200;

/** `random` is between 0 and 1. */
const spread = (ms: number, random: number): number => ms * (1 + jitterPart * (2 * random - 1));

/** How often comments of a post of this age are read; null: not by themselves any more. */
export function readIntervalMs(ageMs: number): number | null {
  return readEvery.find(({ ageMsMax }) => ageMs < ageMsMax)?.everyMs ?? null;
}

/** When comments are read again that were read now. */
export function nextReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const everyMs = readIntervalMs(now.getTime() - publishedAt.getTime());
  return everyMs === null ? null : new Date(now.getTime() + spread(everyMs, random));
}

/** When a post is looked at again that takes no comments; null: not by itself any more. */
export function closedReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime();
  const everyMs = readClosedEvery.find(({ ageMsMax }) => ageMs < ageMsMax)?.everyMs;
  return everyMs === undefined ? null : new Date(now.getTime() + spread(everyMs, random));
}

/** When a post is looked at again of which its platform says that it is gone; null: it is. */
export function goneReadAt(publishedAt: Date, goneSince: Date, now: Date, random: number): Date | null {
  const isOld = now.getTime() - publishedAt.getTime() >= readPostAgeMsMax;
  const againMs = goneSince.getTime() + goneAgainAfterMs;
  return isOld || now.getTime() >= againMs
    ? null
    : new Date(againMs + goneAgainAfterMs * jitterPart * random);
}

/** When the comments of a post are read first. Those that come in thousands, because reading was just begun, are spread. */
export function firstReadAt(publishedAt: Date, now: Date, random: number): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime();
  const everyMs = readIntervalMs(ageMs);
  if (everyMs === null) return null;
  const [{ everyMs: firstMs }] = readEvery;
  const part = firstReadPartMin + (firstReadPartMax - firstReadPartMin) * random;
  const wantedMs = publishedAt.getTime() + firstMs * part;
  return new Date(wantedMs >= now.getTime() ? wantedMs : now.getTime() + everyMs * random);
}

/** When a read that has failed is tried again: later and later. */
export function retryReadAt(failures: number, now: Date, random: number): Date {
  const doublings = Math.min(Math.max(failures - 1, 0), doublingsMax);
  const waitMs = Math.min(firstRetryMs * 2 ** doublings, retryMsMax / (1 + jitterPart));
  return new Date(now.getTime() + spread(waitMs, random));
}

/** How long no comments of an account are read whose platform has asked for a pause. */
export function readPauseMs(retryAfterMs: number | null): number {
  return Math.min(Math.max(retryAfterMs ?? pauseMsDefault, pauseMsMin), pauseMsMax);
}

/** The month in which paid reads are counted. */
export function paidReadsMonthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}
