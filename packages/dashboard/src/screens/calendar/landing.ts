import { daysBetween, daysLater } from '../../lib/wall-clock.js';
import type { Tile } from './tiles.js';

/**
 * When a post is due that was dropped. Carried to another day, it keeps the wall clock of its own zone: nine o'clock in
 * Berlin stays nine o'clock there, whatever the clocks of either place do in between. Carried to another hour, it is
 * due at the hour where it was dropped.
 */
export function landingOf(
  { at, timeZone }: Pick<Tile, 'at' | 'timeZone'>,
  droppedAt: string,
  { shownIn, wholeDays }: { shownIn: string; wholeDays: boolean },
): string {
  if (!wholeDays) return new Date(droppedAt).toISOString();
  return daysLater(at, timeZone ?? shownIn, daysBetween(at, droppedAt, shownIn));
}
