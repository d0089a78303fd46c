import type { MetricName } from '../../../../../src/domain/metric-names.js';
import { groupBy } from '../../../../../src/domain/group-by.js';
import type { Result } from '../../api/results.js';
import { sumOfValues } from '../../lib/numbers.js';

type Measured = Pick<Result, 'publishedAt' | 'numbers'>;

/** A day with the posts that were published on it. */
export interface Day<Post> {
  begin: Date;
  posts: Post[];
  /** The sum of their numbers. Null if none of them has the number. */
  value: number | null;
}

/** Returns the last days in the reader's time zone, today last, each with a number of its posts. */
export function byDay<Post extends Measured>(
  results: readonly Post[],
  name: MetricName,
  { days, now }: { days: number; now: Date },
): Day<Post>[] {
  const groups = groupBy(results, ({ publishedAt }) => new Date(publishedAt).toDateString());
  return Array.from({ length: days }, (_, index) => {
    const begin = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1 + index);
    const posts = groups.get(begin.toDateString()) ?? [];
    return { begin, posts, value: sumOf(posts, name) };
  });
}

/** The sum of a number over posts. Null if none of them has it. */
export const sumOf = (results: readonly Measured[], name: MetricName): number | null =>
  sumOfValues(results.map(({ numbers }) => numbers.values))[name];

/** Returns the growth from `before` to `sum` as a share of `before`. Null if there is nothing to compare with. */
export const growthOf = (sum: number | null, before: number | null): number | null =>
  sum === null || before === null || before === 0 ? null : sum / before - 1;
