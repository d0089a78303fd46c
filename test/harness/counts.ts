import { tier } from './tiers.js';

/** `npm run test:long` sets it. Nothing else in the tests asks for a longer run. */
const isLong = process.env['TEST_LONG'] === '1';

/** Whether this is `npm test`, in which heavy tests have a small form. `npm run test:system` runs them in full. */
export const isSmall = tier === 'statements' && !isLong;

/**
 * How often, how many or how large: what `npm run test:system` takes, what `npm test` takes instead where that is too
 * much, and what `npm run test:long` takes. Smaller counts must test the same thing, only less often.
 */
export function count({ small, usual, long }: { small?: number; usual: number; long: number }): number {
  if (isLong) return long;
  return isSmall ? (small ?? usual) : usual;
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

/** All of these; in `npm test` every fourth of them, the first included. */
export function sampleOf<T>(all: readonly T[]): readonly T[] {
  return isSmall ? all.filter((_, index) => index % 4 === 0) : all;
}
