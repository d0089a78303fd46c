import { Temporal, type PlainDate } from '../../lib/temporal.js';
import { userLocale } from '../../lib/language.js';
import { instantOfWallClock } from '../../lib/wall-clock.js';

export const views = ['month', 'week', 'day', 'list'] as const;
export type View = (typeof views)[number];

/** A range of days, `2027-03-24`; `end` is exclusive. */
export interface DayRange {
  first: string;
  end: string;
}

const daysOfWeek = 7;
/** The number of weeks in the month view that begins with this week. */
export const weeksFromNow = 5;

export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).year > 0;
  } catch {
    return false;
  }
}

/** The choice of days to show. */
export interface Period {
  view: View;
  day: string;
  /** Whether the user has chosen the day. Without a chosen day, the month view begins with this week. */
  isDayChosen: boolean;
}

export const beginsThisWeek = ({ view, isDayChosen }: Period): boolean => view === 'month' && !isDayChosen;

/** Returns the days that a view shows. The month view includes whole weeks, the list only the month. */
export function rangeOf(period: Period, firstDayOfWeek: number): DayRange {
  const { view, day } = period;
  const at = Temporal.PlainDate.from(day);
  const weekOf = (date: PlainDate): PlainDate =>
    date.subtract({ days: (date.dayOfWeek - firstDayOfWeek + daysOfWeek) % daysOfWeek });
  if (view === 'day') return textOf(at, at.add({ days: 1 }));
  if (view === 'week') return textOf(weekOf(at), weekOf(at).add({ weeks: 1 }));
  if (beginsThisWeek(period)) return textOf(weekOf(at), weekOf(at).add({ weeks: weeksFromNow }));
  const first = at.with({ day: 1 });
  const next = first.add({ months: 1 });
  if (view === 'list') return textOf(first, next);
  return textOf(weekOf(first), weekOf(next.subtract({ days: 1 })).add({ weeks: 1 }));
}

/** Returns the number of weeks in a range, at least one. */
export const weeksIn = ({ first, end }: DayRange): number =>
  Math.ceil(Temporal.PlainDate.from(first).until(end).days / daysOfWeek);

const textOf = (first: PlainDate, end: PlainDate): DayRange => ({
  first: first.toString(),
  end: end.toString(),
});

/**
 * Returns a day in the next range (1) or in the previous one (-1). The month view that begins with this week, for which
 * the text is empty, lies between the whole of this month and the next month.
 */
export function steppedDay(period: Period, by: 1 | -1, today: string): string {
  const { view, day } = period;
  const at = Temporal.PlainDate.from(day);
  if (beginsThisWeek(period) && by === -1) return at.with({ day: 1 }).toString();
  if (view === 'day') return at.add({ days: by }).toString();
  if (view === 'week') return at.add({ weeks: by }).toString();
  const month = at.with({ day: 1 }).add({ months: by });
  const isThisMonth = month.equals(Temporal.PlainDate.from(today).with({ day: 1 }));
  return view === 'month' && by === -1 && isThisMonth ? '' : month.toString();
}

export const daysLaterOf = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** Returns the end of a tile: an hour after its time, but on the same day, so that no post appears on two days. */
export function endOfTile(at: string, timeZone: string): string {
  const start = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  const midnight = start.startOfDay().add({ days: 1 });
  const end = start.add({ hours: 1 });
  return (Temporal.ZonedDateTime.compare(end, midnight) > 0 ? midnight : end).toInstant().toString();
}

export const startOfDay = (day: string, timeZone: string): string =>
  instantOfWallClock(`${day}T00:00`, timeZone);

export const todayIn = (timeZone: string): string => Temporal.Now.plainDateISO(timeZone).toString();

/** Returns the title of a range: "March 2027", "March 22 – 28, 2027", or "Wednesday, March 24, 2027". */
export function titleOf(period: Period, range: DayRange, locale = userLocale): string {
  const { view, day } = period;
  const dateOf = (text: string): Date => new Date(`${text}T00:00:00Z`);
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  if (view === 'day') {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(dateOf(day));
  }
  if (view !== 'week' && !beginsThisWeek(period)) return month.format(dateOf(day));
  const last = Temporal.PlainDate.from(range.end).subtract({ days: 1 }).toString();
  const format =
    view === 'month' ? month : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(dateOf(range.first), dateOf(last));
}
