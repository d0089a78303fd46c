import { Temporal } from './temporal.js';
import { userLocale } from './language.js';

const hoursOfHalfDay = 12;
const yearsOfCentury = 2_000;
/** Two digits of a year mean one of this century. */
const shortYearMax = 99;
const yearMax = 9_999;
/** Leap days are up to eight years apart. */
const yearsAheadMax = 8;

/** Formats a date, `2027-03-24`, as it is typed in the user's region: "24.03.2027". */
export const formatTypedDate = (date: string, locale = userLocale): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));

/** Formats a time, `09:00`, as it is typed in the user's region: "09:00 AM". */
export const formatTypedTime = (time: string, locale = userLocale): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(`2000-01-01T${time}:00Z`),
  );

/**
 * Parses a typed date, in the order of the user's region or as `2027-03-24`. A date without a year is the next such day,
 * counted from `today`. Returns `2027-03-24`, or null for any other text.
 */
export function parseTypedDate(typed: string, today: string, locale = userLocale): string | null {
  const numbers = [...typed.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (numbers.length < 2 || numbers.length > 3) return null;
  const order = /^\s*\d{4}/.test(typed) ? ['year', 'month', 'day'] : orderOf(locale, numbers.length);
  const given = Object.fromEntries(order.map((name, index) => [name, numbers[index]]));
  const { year, month = 0, day = 0 } = given;
  if (year !== undefined) return dateOf(year > shortYearMax ? year : year + yearsOfCentury, month, day);
  const first = Temporal.PlainDate.from(today).year;
  const dates = Array.from({ length: yearsAheadMax + 1 }, (_, ahead) => dateOf(first + ahead, month, day));
  return dates.find((date) => date !== null && date >= today) ?? null;
}

/** Returns `2027-03-24`, or null if there is no such day. */
function dateOf(year: number, month: number, day: number): string | null {
  if (year > yearMax) return null;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

function orderOf(locale: string, count: number): string[] {
  const names = new Intl.DateTimeFormat(locale)
    .formatToParts()
    .map(({ type }) => type)
    .filter((type) => ['year', 'month', 'day'].includes(type));
  return count === names.length ? names : names.filter((name) => name !== 'year');
}

/** Parses a typed time such as "9", "930", "14:30" or "2.30 pm". Returns `09:00`, or null for any other text. */
export function parseTypedTime(typed: string): string | null {
  const match = /^(\d{1,2})(?:[:.h\s]?([0-5]\d))?(?:\s*(?:(a|p)\.?\s?m?\.?|uhr))?$/iu.exec(typed.trim());
  if (match === null) return null;
  const [, hours = '', minutes = '00', half] = match;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > hoursOfHalfDay) return null;
    hour = (hour % hoursOfHalfDay) + (half.toLowerCase() === 'p' ? hoursOfHalfDay : 0);
  }
  return hour >= 2 * hoursOfHalfDay ? null : `${String(hour).padStart(2, '0')}:${minutes}`;
}
