import { Temporal } from 'temporal-polyfill';

/** A local time without a zone, `2027-03-24T09:00`. */
export function wallClockOf(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

/**
 * The instant of a local time in a zone. A local time skipped by DST moves forward by the gap; an ambiguous one means
 * the first. `known` is the instant that the local time was read from: if it still matches, it is returned, with its
 * seconds.
 */
export function instantOfWallClock(wallClock: string, timeZone: string, known?: string): string {
  if (known !== undefined && wallClockOf(known, timeZone) === wallClock) return known;
  const at = Temporal.PlainDateTime.from(wallClock).toZonedDateTime(timeZone, {
    disambiguation: 'compatible',
  });
  return new Date(at.epochMilliseconds).toISOString();
}

/** Both instants of an ambiguous local time, which occurs when clocks go back. Otherwise null. */
export function twoInstantsOf(wallClock: string, timeZone: string): { first: string; second: string } | null {
  const at = Temporal.PlainDateTime.from(wallClock);
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    new Date(at.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds).toISOString(),
  );
  if (first === undefined || second === undefined || first === second) return null;
  // For a time skipped by DST, neither instant shows it.
  const isShown = [first, second].every(
    (one) => wallClockOf(one, timeZone) === wallClockOf(second, timeZone),
  );
  return isShown ? { first, second } : null;
}

/** The instant that many calendar days later (or earlier), at the same local time. */
export function daysLater(instant: string, timeZone: string, days: number): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return instantOfWallClock(at.add({ days }).toString(), timeZone);
}

/** The number of days between the local dates of two instants in a zone. */
export function daysBetween(from: string, to: string, timeZone: string): number {
  const dateOf = (instant: string): Temporal.PlainDate =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
  return dateOf(from).until(dateOf(to), { largestUnit: 'day' }).days;
}
