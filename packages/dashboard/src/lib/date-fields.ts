import { t } from '../messages/clock-changes.js';
import { currentZone, formatInstant } from './dates.js';
import { instantOfWallClock, twoInstantsOf, wallClockOf as textOf } from './wall-clock.js';

/** A local date and time, `2027-03-28` and `09:30`, in the format of the browser's date and time fields. */
export interface WallClock {
  date: string;
  time: string;
}

const filledIn = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const separatorAt = 'YYYY-MM-DD'.length;

/** Returns the instant of a local time, as `instantOfWallClock` does, or null while a field is empty. */
export function instantOf(
  { date, time }: WallClock,
  timeZone: string,
  known: string | null = null,
): string | null {
  // Browsers keep incomplete values, so the format is checked first.
  const [wallClock] = filledIn.exec(`${date}T${time}`) ?? [];
  return wallClock === undefined ? null : instantOfWallClock(wallClock, timeZone, known ?? undefined);
}

/** Returns a note if DST skips or repeats a local time, otherwise null. `at` is the instant that the fields mean. */
export function clockChangeNote(
  { date, time }: WallClock,
  { at, timeZone, locale }: { at: string; timeZone: string; locale?: string },
): string | null {
  const due = formatInstant(at, { timeZone, ...(locale !== undefined && { locale }) });
  const [wallClock = ''] = filledIn.exec(`${date}T${time}`) ?? [];
  if (textOf(at, timeZone) !== wallClock) return t('skipped', { time: due });
  const two = twoInstantsOf(wallClock, timeZone);
  if (two === null) return null;
  const which = Date.parse(at) < Date.parse(two.second) ? 'first' : 'second';
  return t('twice', { which, time: due });
}

export function wallClockOf(instant: string, timeZone: string): WallClock {
  const wallClock = textOf(instant, timeZone);
  return { date: wallClock.slice(0, separatorAt), time: wallClock.slice(separatorAt + 1) };
}

/** Returns the names of all zones, including the given one even if the browser does not list it. */
export function zonesWith(timeZone: string): string[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentZone), timeZone]);
  return [...zones].sort((a, b) => a.localeCompare(b));
}
