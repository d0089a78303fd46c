/** Longer names are not compared: no field has such a name, and the comparison takes time. */
const comparedCharsMax = 64;
/** In shorter names only one letter may differ: with two, `id` would be close to `to`. */
const longNameCharsMin = 5;

export function isComparable(name: string): boolean {
  return name.length <= comparedCharsMax && plain(name) !== '';
}

/** Returns the known name from which another differs by a letter or two, if there is one. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (!isComparable(name)) return undefined;
  const asked = plain(name);
  const distanceMax = asked.length < longNameCharsMin ? 1 : 2;
  const close = known
    .map((one) => ({ one, distance: distanceOf(asked, plain(one)) }))
    .filter(({ distance }) => distance <= distanceMax)
    .sort((a, b) => a.distance - b.distance);
  return close[0]?.one;
}

/** Returns the letters and digits of a name, so that `scheduled_for` and `ScheduledFor` are equal. */
export const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The number of letters to add, remove or replace to turn one name into another. */
export function distanceOf(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
