import { daysBetween, daysLater } from '../../lib/wall-clock.js';
import type { Tile } from './tiles.js';

/**
 * The new time of a dropped post. On another day, it keeps the local time of its own zone: nine o'clock in Berlin
 * stays nine o'clock there, even across a clock change. At another hour, it gets the hour where it was dropped.
 */
export function landingOf(
  { at, timeZone }: Pick<Tile, 'at' | 'timeZone'>,
  droppedAt: string,
  { shownIn, wholeDays }: { shownIn: string; wholeDays: boolean },
): string {
  if (!wholeDays) return new Date(droppedAt).toISOString();
  return daysLater(at, timeZone ?? shownIn, daysBetween(at, droppedAt, shownIn));
}
