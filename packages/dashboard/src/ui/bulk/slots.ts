import { parseTypedTime } from '../../lib/typed-dates.js';
import { daysLater, instantOfWallClock, wallClockOf } from '../../lib/wall-clock.js';

/** Posting times, such as `09:00`, from a day on. */
export interface Slots {
  day: string;
  times: readonly string[];
}

const hourMs = 3_600_000;
/** A slot must be at least this far ahead, so that a post can still be moved to it. */
const leadMs = 60_000;
const daysMax = 400;
const timesMax = 24;

/**
 * Parses times that are separated by commas or semicolons. Null if one of them is not a time, or if there are none or
 * too many.
 */
export function parseTimes(typed: string): string[] | null {
  const times = typed
    .split(/[,;]/)
    .filter((part) => part.trim() !== '')
    .map(parseTypedTime);
  const known = times.filter((time) => time !== null);
  if (known.length < times.length || known.length === 0 || known.length > timesMax) return null;
  return [...new Set(known)].toSorted();
}

/** Returns how far ahead to look for other posts: far enough for `count` slots if half of all slots are taken. */
export function endOfSearch({ day, times }: Slots, count: number, zone: string): string {
  const days = Math.min(daysMax, 2 * Math.ceil(count / times.length) + 1);
  return daysLater(instantOfWallClock(`${day}T00:00`, zone), zone, days);
}

/**
 * Returns the next `count` slots, or fewer if there are not enough, that have not passed and in whose hour no other
 * post is planned.
 */
export function freeSlots(
  { day, times }: Slots,
  count: number,
  { zone, takenAt, nowMs }: { zone: string; takenAt: readonly string[]; nowMs: number },
): string[] {
  const taken = takenAt.map((at) => Date.parse(at));
  const isFree = (slot: string): boolean => {
    const atMs = Date.parse(slot);
    return atMs > nowMs + leadMs && !taken.some((one) => one >= atMs && one < atMs + hourMs);
  };
  const found: string[] = [];
  const first = instantOfWallClock(`${day}T12:00`, zone);
  for (let days = 0; days < daysMax && found.length < count; days += 1) {
    const [date = ''] = wallClockOf(daysLater(first, zone, days), zone).split('T');
    found.push(...times.map((time) => instantOfWallClock(`${date}T${time}`, zone)).filter(isFree));
  }
  return found.slice(0, count);
}
