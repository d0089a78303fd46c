import { Temporal } from 'temporal-polyfill';

/** What a clock on the wall shows: `2027-03-24T09:00`, without a zone. */
export function wallClockOf(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

/**
 * When the clock shows it there. A time that the clocks leave out is as much later; one that comes twice is the first
 * of the two. `known`: what the clock was read from. While it shows the same, that is the answer, to the second.
 */
export function instantOfWallClock(wallClock: string, timeZone: string, known?: string): string {
  if (known !== undefined && wallClockOf(known, timeZone) === wallClock) return known;
  const at = Temporal.PlainDateTime.from(wallClock).toZonedDateTime(timeZone, {
    disambiguation: 'compatible',
  });
  return new Date(at.epochMilliseconds).toISOString();
}

/** Both times at which the clock shows it there, where it does so twice because the clocks go back. Else null. */
export function twoInstantsOf(wallClock: string, timeZone: string): { first: string; second: string } | null {
  const at = Temporal.PlainDateTime.from(wallClock);
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    new Date(at.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds).toISOString(),
  );
  if (first === undefined || second === undefined || first === second) return null;
  // Where the clocks leave it out, either would be at another time.
  const isShown = [first, second].every(
    (one) => wallClockOf(one, timeZone) === wallClockOf(second, timeZone),
  );
  return isShown ? { first, second } : null;
}

/** As many days later (or, below 0, earlier) by the calendar, at the same time by the wall clock. */
export function daysLater(instant: string, timeZone: string, days: number): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return instantOfWallClock(at.add({ days }).toString(), timeZone);
}

/** Whole days between the dates that two instants have in a zone. */
export function daysBetween(from: string, to: string, timeZone: string): number {
  const dateOf = (instant: string): Temporal.PlainDate =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
  return dateOf(from).until(dateOf(to), { largestUnit: 'day' }).days;
}
