const dayMs = 24 * 60 * 60 * 1000;
/** How far ahead a free time is searched. */
export const quotaAheadMsMax = 7 * dayMs;
/** A day in a time zone can have 25 hours. */
export const quotaDayMsMax = 25 * 60 * 60 * 1000;
/** The search jumps from one full day to the next. This many jumps mean that days are crowded. */
const jumpsMax = 1_000;

/** Which publications count: those of the last 24 hours, or those since midnight in a time zone (IANA). */
export type QuotaWindow = 'rolling-day' | { midnightIn: string };

export interface QuotaQuestion {
  window: QuotaWindow;
  max: number;
  /** When the others are or will be public, in order. */
  othersMs: readonly number[];
  /** All others up to this time are known. */
  knownUntilMs: number;
  wantedMs: number;
  /** How many publications are added at that time. */
  adds: number;
}

export interface QuotaExceeded {
  /** How many publications the fullest day would have that contains the wanted time. */
  actual: number;
  /** The first later time at which no day is too full. Null: none is known. */
  fitsAtMs: number | null;
}

/** The reason why publications cannot be added at a time. Null if every day that contains it has capacity. */
export function exceedsQuota(question: QuotaQuestion): QuotaExceeded | null {
  const { window, max, adds, wantedMs } = question;
  const judge = window === 'rolling-day' ? judgeRolling : judgeCalendar(window.midnightIn);
  const { others, nextMs } = judge(question, wantedMs);
  if (adds === 0 || others + adds <= max) return null;
  return { actual: others + adds, fitsAtMs: firstFit(question, judge, nextMs) };
}

interface Verdict {
  /** The other publications in the fullest day that contains the time. */
  others: number;
  /** If this time does not fit, no earlier one than this does. */
  nextMs: number;
  /** The end of the last day that was checked. */
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
 * Among all 24-hour spans that contain the time, only one that begins with a publication, or at the time itself, can
 * be the fullest. While such a span is full, no time in it fits; the next candidate is its end.
 */
function judgeRolling({ othersMs, max, adds }: QuotaQuestion, atMs: number): Verdict {
  const from = countBefore(othersMs, atMs - dayMs + 1);
  const upTo = countBefore(othersMs, atMs + 1);
  const first = countBefore(othersMs, atMs);
  const countFrom = (startMs: number): number =>
    countBefore(othersMs, startMs + dayMs) - countBefore(othersMs, startMs);
  let others = countFrom(atMs);
  // A span that begins at the time stays full until its first publication has left it.
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

/** How many of the ordered times are earlier. */
function countBefore(timesMs: readonly number[], beforeMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? 0) < beforeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The midnight at which the day of that time began in the zone. */
function midnightBefore(atMs: number, timeZone: string): number {
  const local = localMsOf(atMs, timeZone);
  const localMidnight = local - (((local % dayMs) + dayMs) % dayMs);
  // The offset at midnight may differ from the one at the time, because the clocks change in between.
  const guessMs = localMidnight - (local - atMs);
  return guessMs - (localMsOf(guessMs, timeZone) - localMidnight);
}

/** The local time in the zone, counted as if it were UTC. */
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
