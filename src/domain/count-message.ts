/** Returns how many items are allowed, and how many there are: `Must have at most 50 items; it has 51.` */
export function countMessage(
  which: 'least' | 'most',
  bound: number,
  unit: string,
  actual: number | undefined,
): string {
  if (which === 'least' && bound === 1) return 'Must not be empty.';
  const has = actual === undefined ? '' : `; it has ${inEnglish(actual)}`;
  return `Must have at ${which} ${inEnglish(bound)} ${nounFor(unit, bound)}${has}.`;
}

export const inEnglish = (value: number): string => value.toLocaleString('en-US');

/** Returns the noun for a number of things, in the plural unless there is exactly one. */
export function nounFor(unit: string, count: number): string {
  if (count === 1) return unit;
  return unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}
