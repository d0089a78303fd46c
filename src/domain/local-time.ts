const dayMs = 24 * 60 * 60 * 1000;

/** The local time in the time zone, in milliseconds as if it were UTC. */
export function localMsOf(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs);
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wholeMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wholeMs + (((atMs % 1_000) + 1_000) % 1_000);
}

/** By how much a time is moved. */
export interface TimeShift {
  days: number;
  minutes: number;
}

/**
 * Moves a time by whole days of the time zone and then by minutes. A day keeps the local time: nine o'clock stays nine
 * o'clock, even if clocks change in between. If a change of clocks skips a local time, the result is an hour later. If
 * a local time occurs twice, the first one is taken.
 */
export function shiftedTime(at: Date, { days, minutes }: TimeShift, timeZone: string): Date {
  const movedMs =
    days === 0 ? at.getTime() : instantMsOf(localMsOf(at.getTime(), timeZone) + days * dayMs, timeZone);
  return new Date(movedMs + minutes * 60_000);
}

/** Returns the instant of a local time. */
function instantMsOf(localMs: number, timeZone: string): number {
  const withOffsetAt = (nearMs: number): number => localMs - (localMsOf(nearMs, timeZone) - nearMs);
  // The offsets a day earlier and a day later are those before and after a change of clocks in between.
  const candidates = [withOffsetAt(localMs - dayMs), withOffsetAt(localMs + dayMs)] as const;
  return candidates.find((atMs) => localMsOf(atMs, timeZone) === localMs) ?? candidates[0];
}
