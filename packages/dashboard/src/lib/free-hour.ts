import { wallClockOf, type WallClock } from './date-fields.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A suggested time is at least this far away, so that there is time left to write. */
const leadMs = 10 * minuteMs;
/** The number of hours in which a free one is searched for. */
export const soughtHours = 48;

/**
 * Returns the beginning of the next full hour in which no other post of the workspace is planned, or null if there is
 * none within `soughtHours`.
 */
export function nextFreeHour(nowMs: number, plannedAt: readonly string[], timeZone: string): string | null {
  const planned = plannedAt.map((at) => Date.parse(at));
  const isFree = (startMs: number): boolean =>
    !planned.some((atMs) => atMs >= startMs && atMs < startMs + hourMs);
  let startMs = fullHourAfter(nowMs + leadMs, timeZone);
  for (let hours = 0; hours < soughtHours; hours += 1, startMs += hourMs) {
    if (isFree(startMs)) return new Date(startMs).toISOString();
  }
  return null;
}

/** Returns the next free hour as a local time. If there is none, it is the next full hour. */
export function suggestedTime(nowMs: number, plannedAt: readonly string[], timeZone: string): WallClock {
  const free = nextFreeHour(nowMs, plannedAt, timeZone);
  return wallClockOf(free ?? new Date(fullHourAfter(nowMs + leadMs, timeZone)).toISOString(), timeZone);
}

/** In some time zones, hours do not begin when they do in UTC. */
function fullHourAfter(atMs: number, timeZone: string): number {
  const minuteStartMs = Math.ceil(atMs / minuteMs) * minuteMs;
  const { time } = wallClockOf(new Date(minuteStartMs).toISOString(), timeZone);
  const minutes = Number(time.slice('HH:'.length));
  return minutes === 0 ? minuteStartMs : minuteStartMs + (60 - minutes) * minuteMs;
}
