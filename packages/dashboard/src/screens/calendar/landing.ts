import { daysBetween, daysLater } from '../../lib/wall-clock.js';
import { startOfDay } from './range.js';
import type { Tile } from './tiles.js';

/**
 * Returns the new time of a post that is dropped on a day of the month view. The post keeps the local time of its own
 * zone: nine o'clock in Berlin stays nine o'clock there, even across a clock change.
 */
export function landingOn(
  day: string,
  { at, timeZone }: Pick<Tile, 'at' | 'timeZone'>,
  shownIn: string,
): string {
  return daysLater(at, timeZone ?? shownIn, daysBetween(at, startOfDay(day, shownIn), shownIn));
}
