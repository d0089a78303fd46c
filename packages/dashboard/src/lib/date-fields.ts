import { currentZone, formatInstant } from './dates.js';

/** A local date and time, `2027-03-28` and `09:30`, in the format of the browser's date and time fields. */
export interface WallClock {
  date: string;
  time: string;
}

const filledIn = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the instant of a local time in a zone, or null while a field is empty. An ambiguous time means the first
 * instant; a time that DST skips moves forward by the gap. `known` is the instant that the fields were filled from:
 * while they are unchanged, it is returned with its seconds.
 */
export function instantOf(
  { date, time }: WallClock,
  timeZone: string,
  known: string | null = null,
): string | null {
  if (known !== null) {
    const shown = wallClockOf(known, timeZone);
    if (shown.date === date && shown.time === time) return known;
  }
  const asUtcMs = asUtcMsOf({ date, time });
  if (Number.isNaN(asUtcMs)) return null;
  const [first = asUtcMs - offsetMsAt(asUtcMs - dayMs, timeZone)] = momentsOf(asUtcMs, timeZone);
  return new Date(first).toISOString();
}

/**
 * Reads the fields as UTC, in milliseconds. Browsers parse incomplete values to arbitrary instants, so the format is
 * checked first.
 */
const asUtcMsOf = ({ date, time }: WallClock): number =>
  filledIn.test(`${date}T${time}`) ? Date.parse(`${date}T${time.slice(0, 5)}:00Z`) : NaN;

/** Returns the instants that have this local time: usually one, two when clocks go back, none when DST skips it. */
function momentsOf(asUtcMs: number, timeZone: string): number[] {
  // The offsets a day before and a day after cover a change, because a zone changes at most once in two days.
  const offsets = [asUtcMs - dayMs, asUtcMs + dayMs].map((nearMs) => offsetMsAt(nearMs, timeZone));
  return [...new Set(offsets)]
    .map((offsetMs) => asUtcMs - offsetMs)
    .filter((instantMs) => instantMs + offsetMsAt(instantMs, timeZone) === asUtcMs)
    .sort((a, b) => a - b);
}

/** Returns a note if DST skips or repeats a local time, otherwise null. `at` is the instant that the fields mean. */
export function clockChangeNote(
  clock: WallClock,
  { at, timeZone, locale }: { at: string; timeZone: string; locale?: string },
): string | null {
  const told = formatInstant(at, { timeZone, ...(locale !== undefined && { locale }) });
  const [first, second] = momentsOf(asUtcMsOf(clock), timeZone);
  if (first === undefined) {
    return `This time does not exist because the clocks change. The post will be due on ${told}.`;
  }
  if (second === undefined) return null;
  const which = Date.parse(at) < second ? 'first' : 'second';
  return `This time comes twice because the clocks change. The post will be due the ${which} time, on ${told}.`;
}

export function wallClockOf(instant: string, timeZone: string): WallClock {
  const instantMs = Date.parse(instant);
  const shown = new Date(instantMs + offsetMsAt(instantMs, timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** Returns the zone's offset from UTC at an instant. */
function offsetMsAt(instantMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instantMs);
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const shownMs = Date.UTC(
    numberOf('year'),
    numberOf('month') - 1,
    numberOf('day'),
    numberOf('hour'),
    numberOf('minute'),
    numberOf('second'),
  );
  return shownMs - Math.floor(instantMs / 1000) * 1000;
}

/** Returns the names of all zones, including the given one even if the browser does not list it. */
export function zonesWith(timeZone: string): string[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentZone), timeZone]);
  return [...zones].sort((a, b) => a.localeCompare(b));
}
