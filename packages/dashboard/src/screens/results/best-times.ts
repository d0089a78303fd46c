import type { MetricName } from '../../../../../src/domain/metric-names.js';
import type { Result } from '../../api/results.js';

/** With fewer posts than this, no best times are calculated. */
export const basisMin = 10;
/** An hour of the week is compared only if it has at least this many posts. */
const slotPostsMin = 2;
const slotsMax = 5;
/** Numbers grow most on the first day, so younger posts would look worse than they are. */
const ageMsMin = 24 * 60 * 60_000;

/** An hour of the week, with the average of the posts that were published in it. */
export interface Slot {
  /** 0 is Sunday, and 6 is Saturday. */
  weekday: number;
  hour: number;
  posts: number;
  average: number;
}

export interface BestTimes {
  /** The number of posts that the times are calculated from. */
  basis: number;
  /** The best hours, the best one first. The list is empty if there are too few posts. */
  slots: Slot[];
}

type Measured = Pick<Result, 'publishedAt' | 'numbers'>;

/** Returns the hours of the week in which an account's posts have the highest average of a number. */
export function bestTimes(
  results: readonly Measured[],
  name: MetricName,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): BestTimes {
  const partsOf = hourOfWeekIn(timeZone);
  const slots = new Map<string, { weekday: number; hour: number; values: number[] }>();
  let basis = 0;
  for (const { publishedAt, numbers } of results) {
    const value = numbers.values[name];
    if (value === null || Date.parse(publishedAt) > nowMs - ageMsMin) continue;
    basis += 1;
    const { weekday, hour } = partsOf(publishedAt);
    const key = `${weekday} ${hour}`;
    const slot = slots.get(key) ?? { weekday, hour, values: [] };
    slot.values.push(value);
    slots.set(key, slot);
  }
  if (basis < basisMin) return { basis, slots: [] };
  const compared = [...slots.values()]
    .filter(({ values }) => values.length >= slotPostsMin)
    .map(({ values, ...slot }) => ({
      ...slot,
      posts: values.length,
      average: values.reduce((sum, value) => sum + value, 0) / values.length,
    }))
    .sort((one, other) => other.average - one.average || other.posts - one.posts);
  return { basis, slots: compared.slice(0, slotsMax) };
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function hourOfWeekIn(timeZone: string): (instant: string) => { weekday: number; hour: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
    return { weekday: weekdays.indexOf(parts.get('weekday') ?? ''), hour: Number(parts.get('hour')) };
  };
}

/** The name of an hour of the week, such as "Tuesday at 9 AM". January 1, 2023 was a Sunday. */
export const nameOfSlot = ({ weekday, hour }: Pick<Slot, 'weekday' | 'hour'>, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 1 + weekday, hour),
  );
