/** A tile is as high as an hour. */
const minutesOfTile = 60;

/**
 * Returns the given hour, or an earlier one at which no tile is cut off by the top edge. `times` are such as `06:30`.
 */
export function firstUncut(hour: number, times: readonly string[]): number {
  const begins = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
  const top = hour * 60;
  const cut = begins.filter((begin) => begin < top && top < begin + minutesOfTile);
  return cut.length === 0 ? hour : firstUncut(Math.floor(Math.min(...cut) / 60), times);
}
