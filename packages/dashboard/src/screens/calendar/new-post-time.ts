import { instantOfWallClock, wallClockOf } from '../../lib/wall-clock.js';

/** The local time for a post that is created by a click on a day without an hour. */
const usualTime = '09:00';
const hourMs = 3_600_000;

/**
 * Returns the time for a post that is created by a click on the calendar: the clicked time, or the next full hour if
 * that time has passed or today was clicked without an hour. Null if the day has passed.
 */
export function newPostTime(
  { day, time }: { day: string; time?: string },
  timeZone: string,
  nowMs: number,
): string | null {
  const at = instantOfWallClock(`${day}T${time ?? usualTime}`, timeZone);
  const today = dayOf(new Date(nowMs).toISOString(), timeZone);
  if (day < today) return null;
  const isToday = time === undefined && day === today;
  return isToday || Date.parse(at) <= nowMs ? nextFullHour(nowMs) : at;
}

export const dayOf = (instant: string, timeZone: string): string =>
  wallClockOf(instant, timeZone).slice(0, 'YYYY-MM-DD'.length);

const nextFullHour = (nowMs: number): string =>
  new Date((Math.floor(nowMs / hourMs) + 1) * hourMs).toISOString();
