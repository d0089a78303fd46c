import { describe, expect, it } from 'vitest';
import { metricValues, type MetricValues } from '../../../../../src/domain/metrics.js';
import type { Post } from '../../api/posts.js';
import { byAccount, since, toResults, type Reading, type Result } from '../../api/results.js';
import { toCsv } from '../../lib/csv.js';
import type { Numbers } from '../../lib/numbers.js';
import { inOrder, toRows } from './results.js';

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
    scheduledAt: '2027-01-01T00:00:00Z',
    publishedAt: '2027-01-01T00:00:00Z',
    url: null,
    isRemoved: false,
    numbers: { status, measuredAt, nextAt: null, values: metricValues(values), native: {} },
    ...more,
  };
};
const idsOf = (results: readonly Result[]): string[] => results.map(({ targetId }) => targetId);

describe('the results', () => {
  it('are sorted by number, with 0 and then unknown numbers at the end', () => {
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
      result('removed', { status: 'OFF', isRemoved: true }),
      result('other', { accountId: 'x', place: 'X', platform: 'X', status: 'OFF' }),
    ];
    expect(byAccount(results)).toMatchObject([
      {
        accountId: 'a',
        posts: 4,
        measured: 2,
        status: 'OK',
        values: metricValues({ likes: 7, views: 0 }),
      },
      { accountId: 'x', posts: 1, measured: 0, status: 'OFF', values: metricValues({}) },
    ]);
  });

  it('are shown for a short period as soon as the earlier ones were read', () => {
    const results = ['05', '03', '01'].map((day) => result(day, { scheduledAt: `2027-01-${day}T00:00:00Z` }));
    const reading = (rest: Reading['rest']): Reading => ({
      results,
      posts: 3,
      readTo: '2027-01-01T00:00:00Z',
      rest,
    });
    const [within, beyond] = ['2027-01-03T00:00:00Z', '2026-12-01T00:00:00Z'];
    for (const rest of ['none', 'pending', 'left'] as const)
      expect(since(reading(rest), within)).toEqual({ results: results.slice(0, 2), cutAt: null });
    expect(since(reading('none'), beyond)).toEqual({ results, cutAt: null });
    expect(since(reading('pending'), beyond)).toBeUndefined();
    expect(since(reading('left'), beyond)).toEqual({ results, cutAt: 3 });
  });

  it('have the text that is public, and no URL once the post is removed', () => {
    const published = {
      ...{ id: 'tgt_1', platform: 'X', socialAccountId: 'acc_1', publishedAt: '2027-01-01T00:00:00Z' },
      ...{ externalUrl: 'https://x.com/1', captionOverride: 'Before', publishedCaption: 'Corrected' },
      ...{ removal: null, metrics: result('tgt_1').numbers },
    };
    const removal = { removedAt: '2027-01-02T00:00:00Z' };
    const targets = [published, { ...published, publishedCaption: null, removal }];
    const post = { id: 'post_1', caption: 'All', scheduledAt: null, targets } as unknown as Post;
    expect(toResults([post])).toMatchObject([
      { name: 'Corrected', text: 'Corrected', url: 'https://x.com/1', isRemoved: false },
      { name: 'Before', text: 'Before', url: null, isRemoved: true },
    ]);
  });

  it('are exported with empty cells for unreported metrics', () => {
    const [header = [], row = []] = toRows([result('=1', { values: { likes: 0 } })]);
    expect(header).toHaveLength(row.length);
    expect(row.at(header.indexOf('Likes'))).toBe(0);
    expect(row.at(header.indexOf('Views'))).toBeNull();
    const [, gone = []] = toRows([result('gone', { status: 'OFF', isRemoved: true })]);
    expect(gone.at(header.indexOf('Status'))).toBe('Removed');
    expect(toCsv([row])).toContain(",'=1,");
  });
});
