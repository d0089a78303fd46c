/** The heights in the month view: the names of the weekdays, the date of a day, a tile, and the link to more tiles. */
const weekdaysPx = 26;
const datePx = 29;
const tilePx = 35;
const morePx = 26;

/**
 * Returns how many tiles a day of the month view shows. The calendar library could measure this itself, but with
 * thousands of posts that takes seconds.
 */
export function roomForTiles(
  heightPx: number,
  weeks: number,
): { dayMaxEvents: number } | { dayMaxEventRows: number } {
  const freePx = (heightPx - weekdaysPx) / weeks - datePx;
  const besideMore = Math.max(1, Math.floor((freePx - morePx) / tilePx));
  const alone = Math.floor(freePx / tilePx);
  // Where the last tile and the link to more tiles do not both fit, the link takes the place of the tile.
  return alone > besideMore ? { dayMaxEventRows: alone } : { dayMaxEvents: besideMore };
}
