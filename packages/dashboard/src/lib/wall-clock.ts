import { Temporal, type PlainDate } from './temporal.js';

/** Returns the local time of an instant, without a zone: `2027-03-24T09:00`. */
export function wallClockOf(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

/**
 * Returns the instant of a local time in a zone. A time that DST skips moves forward by the gap; an ambiguous time
 * means the first instant. `known` is the instant that the local time was read from: if it still matches, it is
 * returned with its seconds.
 */
export function instantOfWallClock(wallClock: string, timeZone: string, known?: string): string {
  if (known !== undefined && wallClockOf(known, timeZone) === wallClock) return known;
  const at = Temporal.PlainDateTime.from(wallClock).toZonedDateTime(timeZone, {
    disambiguation: 'compatible',
  });
  return new Date(at.epochMilliseconds).toISOString();
}

/** Returns both instants of an ambiguous local time, which occurs when clocks go back. Otherwise returns null. */
export function twoInstantsOf(wallClock: string, timeZone: string): { first: string; second: string } | null {
  const at = Temporal.PlainDateTime.from(wallClock);
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    new Date(at.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds).toISOString(),
  );
  if (first === undefined || second === undefined || first === second) return null;
  // If DST skips the time, neither of the two instants has this local time.
  const isShown = [first, second].every(
    (one) => wallClockOf(one, timeZone) === wallClockOf(second, timeZone),
  );
  return isShown ? { first, second } : null;
}

/** Returns the instant that is `days` calendar days later, at the same local time. `days` may be negative. */
export function daysLater(instant: string, timeZone: string, days: number): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return instantOfWallClock(at.add({ days }).toString(), timeZone);
}

/** Returns the number of days between the local dates of two instants in a zone. */
export function daysBetween(from: string, to: string, timeZone: string): number {
  const dateOf = (instant: string): PlainDate =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
  return dateOf(from).until(dateOf(to), { largestUnit: 'day' }).days;
}
