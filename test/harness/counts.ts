/** `npm run test:long` sets it. Nothing else in the tests asks for a longer run. */
const isLong = process.env['TEST_LONG'] === '1';

/**
 * How often, how many or how large: what `npm test` takes, and what `npm run test:long` takes instead. The smaller
 * count must test the same thing, only less often.
 */
export function count({ usual, long }: { usual: number; long: number }): number {
  return isLong ? long : usual;
}

/**
 * The seed of what is generated. The usual run repeats itself, so that a change is what makes it fail; a long one
 * looks elsewhere each time. TEST_SEED, which a failure names, finds the same again.
 */
export function seedOr(usual: number): number {
  const given = process.env['TEST_SEED'];
  if (given !== undefined) return Number(given);
  return isLong ? Math.floor(Math.random() * 2 ** 31) : usual;
}
