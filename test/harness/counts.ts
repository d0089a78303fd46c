import { tier } from './tiers.js';

/** Set by `npm run test:long`, which is the only switch for longer runs. */
const isLong = process.env['TEST_LONG'] === '1';

/** Whether this is `npm test`, in which heavy tests have a small form. `npm run test:system` runs them in full. */
export const isSmall = tier === 'statements' && !isLong;

/**
 * Returns a count or size: `usual` for `npm run test:system`, `small` for `npm test` if the usual one is too much, and
 * `long` for `npm run test:long`. Smaller counts must test the same thing, only less often.
 */
export function count({ small, usual, long }: { small?: number; usual: number; long: number }): number {
  if (isLong) return long;
  return isSmall ? (small ?? usual) : usual;
}

/**
 * Returns the seed of generated values. The usual run always uses the same seed, so that only a change of the code
 * makes it fail. A long run uses a new seed each time. TEST_SEED, which the message of a failure contains, repeats it.
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
