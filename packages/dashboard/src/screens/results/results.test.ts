import { describe, expect, it } from 'vitest';
import { metricValues, type MetricValues } from '../../../../../src/domain/metrics.js';
import { toCsv } from '../../lib/csv.js';
import type { Numbers } from '../../lib/numbers.js';
import { byAccount, inOrder, toRows, type Result } from './results.js';

const result = (
  targetId: string,
  given: Partial<Result> & { values?: Partial<MetricValues>; status?: Numbers['status'] } = {},
): Result => {
  const { values = {}, status = 'OK', ...more } = given;
  const measuredAt = status === 'OK' ? '2027-01-02T00:00:00Z' : null;
  return {
    targetId,
    postId: `post ${targetId}`,
    name: targetId,
    text: targetId,
    accountId: 'a',
    platform: 'BLUESKY',
    account: null,
    place: 'Bluesky',
    publishedAt: '2027-01-01T00:00:00Z',
    url: null,
    numbers: { status, measuredAt, nextAt: null, values: metricValues(values), native: {} },
    ...more,
  };
};
const idsOf = (results: readonly Result[]): string[] => results.map(({ targetId }) => targetId);

describe('the results', () => {
  it('begin with the largest number, then 0, then what is not known', () => {
    const results = [
      result('unknown'),
      result('none', { values: { likes: 0 } }),
      result('some', { values: { likes: 3 } }),
    ];
    expect(idsOf(inOrder(results, 'likes'))).toEqual(['some', 'none', 'unknown']);
  });

  it('are summed up for each account, with the number of posts that were measured', () => {
    const results = [
      result('one', { values: { likes: 3, views: 0 } }),
      result('two', { values: { likes: 4 } }),
      result('new', { status: 'PENDING' }),
      result('other', { accountId: 'x', place: 'X', platform: 'X', status: 'OFF' }),
    ];
    expect(byAccount(results)).toMatchObject([
      {
        accountId: 'a',
        posts: 3,
        measured: 2,
        status: 'OK',
        values: metricValues({ likes: 7, views: 0 }),
      },
      { accountId: 'x', posts: 1, measured: 0, status: 'OFF', values: metricValues({}) },
    ]);
  });

  it('are exported with empty cells for what is not reported', () => {
    const [header = [], row = []] = toRows([result('=1', { values: { likes: 0 } })]);
    expect(header).toHaveLength(row.length);
    expect(row.at(header.indexOf('Likes'))).toBe(0);
    expect(row.at(header.indexOf('Views'))).toBeNull();
    expect(toCsv([row])).toContain(",'=1,");
  });
});
