import { metricNames, type MetricName } from '../../../../../src/domain/metric-names.js';
import type { Result } from '../../api/results.js';
import type { CsvValue } from '../../lib/csv.js';
import { nameOfNumber, numbersStateOf } from '../../lib/numbers.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/results.js';

export type Order = MetricName | 'published';

/**
 * Puts the largest number first, and rows without a number last. Rows with equal numbers keep their order, newest
 * first.
 */
export function inOrder(results: readonly Result[], order: Order): Result[] {
  if (order === 'published')
    return results.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
  const rank = ({ numbers }: Result): number => numbers.values[order] ?? -1;
  return results.toSorted((one, other) => rank(other) - rank(one));
}

/** Returns the rows of a CSV file, its header first. */
export function toRows(results: readonly Result[]): CsvValue[][] {
  const header = [
    t('column.postId'),
    t('column.text'),
    t('column.platform'),
    t('column.account'),
    t('column.publishedAt'),
    t('column.url'),
    t('column.status'),
    t('column.measuredAt'),
    ...metricNames.map(nameOfNumber),
  ];
  const rows = results.map((result) => [
    result.postId,
    result.text,
    platformNames[result.platform],
    result.account?.handle ?? '',
    result.publishedAt,
    result.url,
    numbersStateOf(result).label,
    result.numbers.measuredAt,
    ...metricNames.map((name) => result.numbers.values[name]),
  ]);
  return [header, ...rows];
}
