import { localMsOf } from './local-time.js';

const dayMs = 24 * 60 * 60 * 1000;
/** The search for a time that fits a quota ends this far ahead. */
export const quotaAheadMsMax = 7 * dayMs;
/** The longest day in a time zone: 25 hours, when clocks are set back. */
export const quotaDayMsMax = 25 * 60 * 60 * 1000;
/** The search for a time that fits jumps past full days. It gives up after this many jumps. */
const jumpsMax = 1_000;

/** The publications that count: those of the last 24 hours, or those since midnight in a time zone (IANA). */
export type QuotaWindow = 'rolling-day' | { midnightIn: string };

export interface QuotaQuestion {
  window: QuotaWindow;
  max: number;
  /** The times at which other publications were or will be made, in ascending order. */
  othersMs: readonly number[];
  /** The time up to which all other publications are known. */
  knownUntilMs: number;
  wantedMs: number;
  /** The number of publications that are added at `wantedMs`. */
  adds: number;
}

export interface QuotaExceeded {
  /** The number of publications in the fullest day that contains the wanted time. */
  actual: number;
  /** The first later time that fits the quota. Null: no such time is known. */
  fitsAtMs: number | null;
}

/**
 * Returns how far a quota would be exceeded at the wanted time. Null if every day that contains the time has capacity.
 */
export function exceedsQuota(question: QuotaQuestion): QuotaExceeded | null {
  const { window, max, adds, wantedMs } = question;
  const judge = window === 'rolling-day' ? judgeRolling : judgeCalendar(window.midnightIn);
  const { others, nextMs } = judge(question, wantedMs);
  if (adds === 0 || others + adds <= max) return null;
  return { actual: others + adds, fitsAtMs: firstFit(question, judge, nextMs) };
}

interface Verdict {
  /** The number of other publications in the fullest day that contains the time. */
  others: number;
  /** The next candidate: no time between the judged time and this one fits. */
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
 * Counts the publications in each 24-hour span that contains the time and begins at a publication or at the time
 * itself, because one of these is always the fullest. If a span is full, the next candidate is its end.
 */
function judgeRolling({ othersMs, max, adds }: QuotaQuestion, atMs: number): Verdict {
  const from = countBefore(othersMs, atMs - dayMs + 1);
  const upTo = countBefore(othersMs, atMs + 1);
  const first = countBefore(othersMs, atMs);
  const countFrom = (startMs: number): number =>
    countBefore(othersMs, startMs + dayMs) - countBefore(othersMs, startMs);
  let others = countFrom(atMs);
  // If the span that begins at the time is full, no time fits until 24 hours after the span's first publication.
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

/** The number of times in an ascending list that are earlier than `beforeMs`. */
function countBefore(timesMs: readonly number[], beforeMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? 0) < beforeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The midnight at which the day that contains the time began in the time zone. */
function midnightBefore(atMs: number, timeZone: string): number {
  const local = localMsOf(atMs, timeZone);
  const localMidnight = local - (((local % dayMs) + dayMs) % dayMs);
  // The zone's offset at midnight may differ from its offset at the time, if clocks changed in between.
  const guessMs = localMidnight - (local - atMs);
  return guessMs - (localMsOf(guessMs, timeZone) - localMidnight);
}
