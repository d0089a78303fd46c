import { Temporal } from 'temporal-polyfill';
import { instantOfWallClock } from '../../lib/wall-clock.js';

export const views = ['month', 'week', 'list'] as const;
export type View = (typeof views)[number];

/** A range of days, `2027-03-24`; `end` is exclusive. */
export interface DayRange {
  first: string;
  end: string;
}

const daysOfWeek = 7;

export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).year > 0;
  } catch {
    return false;
  }
}

/** Returns the days that a view shows. The month view includes whole weeks, the list only the month. */
export function rangeOf(view: View, day: string, firstDayOfWeek: number): DayRange {
  const at = Temporal.PlainDate.from(day);
  const weekOf = (date: Temporal.PlainDate): Temporal.PlainDate =>
    date.subtract({ days: (date.dayOfWeek - firstDayOfWeek + daysOfWeek) % daysOfWeek });
  if (view === 'week') return textOf(weekOf(at), weekOf(at).add({ weeks: 1 }));
  const first = at.with({ day: 1 });
  const next = first.add({ months: 1 });
  if (view === 'list') return textOf(first, next);
  return textOf(weekOf(first), weekOf(next.subtract({ days: 1 })).add({ weeks: 1 }));
}

const textOf = (first: Temporal.PlainDate, end: Temporal.PlainDate): DayRange => ({
  first: first.toString(),
  end: end.toString(),
});

/** Returns a day in the next range (1) or in the previous one (-1). */
export function steppedDay(view: View, day: string, by: 1 | -1): string {
  const at = Temporal.PlainDate.from(day);
  return (view === 'week' ? at.add({ weeks: by }) : at.with({ day: 1 }).add({ months: by })).toString();
}

export const daysLaterOf = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

export const startOfDay = (day: string, timeZone: string): string =>
  instantOfWallClock(`${day}T00:00`, timeZone);

export const todayIn = (timeZone: string): string => Temporal.Now.plainDateISO(timeZone).toString();

/** Returns the title of a range: "March 2027", or "March 22 – 28, 2027". */
export function titleOf(view: View, day: string, range: DayRange, locale?: string): string {
  const dateOf = (text: string): Date => new Date(`${text}T00:00:00Z`);
  if (view !== 'week') {
    return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      dateOf(day),
    );
  }
  const last = Temporal.PlainDate.from(range.end).subtract({ days: 1 }).toString();
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    dateOf(range.first),
    dateOf(last),
  );
}

/** Returns the first day of the week in the reader's region, from 1 for Monday to 7 for Sunday. */
export function firstDayOfWeek(locale: string): number {
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
  return known.getWeekInfo?.().firstDay ?? 1;
}
