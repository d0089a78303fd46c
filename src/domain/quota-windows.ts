const dayMs = 24 * 60 * 60 * 1000;
/** As far ahead as a time is looked for at which a post would fit. */
export const quotaAheadMsMax = 7 * dayMs;
/** A day of a time zone has 25 hours once a year. */
export const quotaDayMsMax = 25 * 60 * 60 * 1000;
/** A search that jumps from one full day to the next; more jumps than there are days come of crowded ones. */
const jumpsMax = 1_000;

/** Since when publications count: the last 24 hours, or midnight in a time zone (IANA). */
export type QuotaWindow = 'rolling-day' | { midnightIn: string };

export interface QuotaQuestion {
  window: QuotaWindow;
  max: number;
  /** When the others are public, or will be, in order. */
  othersMs: readonly number[];
  /** Up to when all others are known. */
  knownUntilMs: number;
  wantedMs: number;
  /** How many publications are added at that time. */
  adds: number;
}

export interface QuotaExceeded {
  /** How many there would be in the fullest day that holds the wanted time. */
  actual: number;
  /** The first time after it at which no day is too full; null: none that is known. */
  fitsAtMs: number | null;
}

/** What is wrong with adding publications at a time; null where every day that holds it has room. */
export function exceedsQuota(question: QuotaQuestion): QuotaExceeded | null {
  const { window, max, adds, wantedMs } = question;
  const judge = window === 'rolling-day' ? judgeRolling : judgeCalendar(window.midnightIn);
  const { others, nextMs } = judge(question, wantedMs);
  if (adds === 0 || others + adds <= max) return null;
  return { actual: others + adds, fitsAtMs: firstFit(question, judge, nextMs) };
}

interface Verdict {
  /** Publications of others in the fullest day that holds the time. */
  others: number;
  /** Before it no time can fit, where this one does not. */
  nextMs: number;
  /** The end of the last day that was looked at. */
  endMs: number;
}

type Judge = (question: QuotaQuestion, atMs: number) => Verdict;

function firstFit(question: QuotaQuestion, judge: Judge, fromMs: number): number | null {
  const { max, adds, wantedMs, knownUntilMs } = question;
  if (adds > max) return null;
  let atMs = fromMs;
  for (let jump = 0; jump < jumpsMax && atMs <= wantedMs + quotaAheadMsMax; jump += 1) {
    const { others, nextMs, endMs } = judge(question, atMs);
    if (endMs > knownUntilMs) return null;
    if (others + adds <= max) return atMs;
    atMs = nextMs;
  }
  return null;
}

/**
 * Of all spans of 24 hours that hold the time, only those that begin with a publication, or at the time itself, can be
 * the fullest. As long as such a span is full, no time in it fits: the next one is its end.
 */
function judgeRolling({ othersMs, max, adds }: QuotaQuestion, atMs: number): Verdict {
  const from = countBefore(othersMs, atMs - dayMs + 1);
  const upTo = countBefore(othersMs, atMs + 1);
  const first = countBefore(othersMs, atMs);
  const countFrom = (startMs: number): number =>
    countBefore(othersMs, startMs + dayMs) - countBefore(othersMs, startMs);
  let others = countFrom(atMs);
  // A span that begins at the time is full until the first of the others in it is out of it.
  let nextMs = others + adds > max ? (othersMs[first] ?? atMs) + dayMs : atMs;
  for (let index = from; index < upTo; index += 1) {
    const startMs = othersMs[index] ?? atMs;
    const count = countFrom(startMs);
    others = Math.max(others, count);
    if (count + adds > max) nextMs = Math.max(nextMs, startMs + dayMs);
  }
  return { others, nextMs, endMs: atMs + dayMs };
}

function judgeCalendar(timeZone: string): Judge {
  return ({ othersMs }, atMs) => {
    const startMs = midnightBefore(atMs, timeZone);
    const endMs = midnightBefore(startMs + dayMs + dayMs / 2, timeZone);
    return { others: countBefore(othersMs, endMs) - countBefore(othersMs, startMs), nextMs: endMs, endMs };
  };
}

/** How many of the times, which are in order, are earlier. */
function countBefore(timesMs: readonly number[], beforeMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? 0) < beforeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The midnight with which the day of that time began there. */
function midnightBefore(atMs: number, timeZone: string): number {
  const local = localMsOf(atMs, timeZone);
  const localMidnight = local - (((local % dayMs) + dayMs) % dayMs);
  // The offset at midnight may differ from the one at the time: the clocks are changed in between.
  const guessMs = localMidnight - (local - atMs);
  return guessMs - (localMsOf(guessMs, timeZone) - localMidnight);
}

/** The time as clocks show it there, counted as if they showed UTC. */
function localMsOf(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs);
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wholeMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wholeMs + (((atMs % 1_000) + 1_000) % 1_000);
}
