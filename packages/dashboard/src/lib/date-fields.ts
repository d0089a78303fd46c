import { currentZone, formatInstant } from './dates.js';

/** A time as it stands on a clock somewhere: `2027-03-28` and `09:30`, as the browser's own fields give them. */
export interface WallClock {
  date: string;
  time: string;
}

const filledIn = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * The instant at which clocks in the zone show it. Where they show it twice, the first; where they skip it, as much
 * later as the clocks are put forward. Null where the fields are not filled in. `known`: the instant that they were
 * filled in from. While they show it, that is the answer, to the second.
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

/** The fields as if they were of UTC. Browsers make some instant or other of what is half filled in. */
const asUtcMsOf = ({ date, time }: WallClock): number =>
  filledIn.test(`${date}T${time}`) ? Date.parse(`${date}T${time.slice(0, 5)}:00Z`) : NaN;

/** When clocks in the zone show it: once as a rule, twice where they go back, never where they skip it. */
function momentsOf(asUtcMs: number, timeZone: string): number[] {
  // Zones change their offset at most once in two days.
  const offsets = [asUtcMs - dayMs, asUtcMs + dayMs].map((nearMs) => offsetMsAt(nearMs, timeZone));
  return [...new Set(offsets)]
    .map((offsetMs) => asUtcMs - offsetMs)
    .filter((instantMs) => instantMs + offsetMsAt(instantMs, timeZone) === asUtcMs)
    .sort((a, b) => a - b);
}

/** What to say of a time that clocks in the zone skip, or show twice. `at`: the instant that it is taken for. */
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

/** How far clocks in the zone are ahead of UTC then. */
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

/** Zones by name, with the one that is meant among them whatever the browser lists. */
export function zonesWith(timeZone: string): string[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentZone), timeZone]);
  return [...zones].sort((a, b) => a.localeCompare(b));
}
