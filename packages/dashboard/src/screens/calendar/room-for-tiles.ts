/** The heights in the month view: the names of the weekdays, the date of a day, a tile, and the link to more tiles. */
const weekdaysPx = 26;
const datePx = 29;
const tilePx = 35;
const morePx = 26;

/** The number of tiles for which a day of the month view has room. */
export interface Room {
  /** The number of tiles that fit if the day has no others. */
  alone: number;
  /** The number of tiles that fit beside the link to more tiles. */
  besideMore: number;
}

/** The least height of a month: each day has room for a tile and the link to more. */
export const monthPxMin = (weeks: number): number => weekdaysPx + weeks * (datePx + tilePx + morePx);

/** Returns the room from the height of the month. Measuring each tile would take much longer. */
export function roomForTiles(heightPx: number, weeks: number): Room {
  const freePx = (heightPx - weekdaysPx) / weeks - datePx;
  const besideMore = Math.max(1, Math.floor((freePx - morePx) / tilePx));
  return { alone: Math.max(besideMore, Math.floor(freePx / tilePx)), besideMore };
}
