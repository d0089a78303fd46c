import { daysBetween, daysLater } from '../../lib/wall-clock.js';
import type { Tile } from './tiles.js';

/**
 * Returns the new time of a dropped post. In the week view, this is the time that it was dropped on. In the month view
 * (`wholeDays`), the post keeps the local time of its own zone: nine o'clock in Berlin stays nine o'clock there, even
 * across a clock change.
 */
export function landingOf(
  { at, timeZone }: Pick<Tile, 'at' | 'timeZone'>,
  droppedAt: string,
  { shownIn, wholeDays }: { shownIn: string; wholeDays: boolean },
): string {
  if (!wholeDays) return new Date(droppedAt).toISOString();
  return daysLater(at, timeZone ?? shownIn, daysBetween(at, droppedAt, shownIn));
}
