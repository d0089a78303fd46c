import { Temporal } from '../../lib/temporal.js';
import { startOfDay, type DayRange } from './range.js';
import type { Tile } from './tiles.js';

export interface Day {
  /** `2027-03-24` */
  date: string;
  tiles: readonly Tile[];
}

/**
 * Returns the days of a range with their tiles, which must be in the order of time. Only the starts of the days are
 * computed in the zone, because computing the day of each post takes long.
 */
export function daysWith(tiles: readonly Tile[], { first, end }: DayRange, zone: string): Day[] {
  const inMs = tiles.map(({ at }) => Date.parse(at));
  let index = 0;
  /** Returns the tiles up to the start of a day, without those of earlier calls. */
  const upTo = (date: string): readonly Tile[] => {
    const startMs = Date.parse(startOfDay(date, zone));
    const from = index;
    while ((inMs[index] ?? Infinity) < startMs) index += 1;
    return tiles.slice(from, index);
  };
  upTo(first);
  const days: Day[] = [];
  for (let date = first; date < end;) {
    const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
    days.push({ date, tiles: upTo(next) });
    date = next;
  }
  return days;
}
