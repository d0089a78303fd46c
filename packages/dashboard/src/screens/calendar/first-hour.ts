/** Each tile takes an hour. */
const minutesOfTile = 60;

/** Returns the given hour, or an earlier one with which the top of the hours cuts no tile. `times` are such as `06:30`. */
export function firstUncut(hour: number, times: readonly string[]): number {
  const begins = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
  const top = hour * 60;
  const cut = begins.filter((begin) => begin < top && top < begin + minutesOfTile);
  return cut.length === 0 ? hour : firstUncut(Math.floor(Math.min(...cut) / 60), times);
}
