import { tier } from './tiers.js';

/** Set by `npm run test:long`, which is the only switch for longer runs. */
const isLong = process.env['TEST_LONG'] === '1';

/** Whether this is `npm test`, in which heavy tests have a small form. `npm run test:system` runs them in full. */
export const isSmall = tier === 'statements' && !isLong;

/**
 * A count or size: for `npm run test:system`, for `npm test` if that is too
 * much, and for `npm run test:long`. Smaller counts must test the same thing, only less often.
 */
export function count({ small, usual, long }: { small?: number; usual: number; long: number }): number {
  if (isLong) return long;
  return isSmall ? (small ?? usual) : usual;
}

/**
 * The seed of generated values. The usual run always uses the same one, so that only a change makes it fail. A long one
 * uses a new one each time. TEST_SEED, which a failure names, repeats it.
 */
export function seedOr(usual: number): number {
  const given = process.env['TEST_SEED'];
  if (given !== undefined) return Number(given);
  return isLong ? Math.floor(Math.random() * 2 ** 31) : usual;
}

/** Returns all items, or in `npm test` every fourth of them, including the first. */
export function sampleOf<T>(all: readonly T[]): readonly T[] {
  return isSmall ? all.filter((_, index) => index % 4 === 0) : all;
}
