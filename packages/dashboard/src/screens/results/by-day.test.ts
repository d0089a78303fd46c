import { expect, it } from 'vitest';
import { metricValues } from '../../../../../src/domain/metrics.js';
import { byDay, growthOf, sumOf } from './by-day.js';

const now = new Date(2027, 2, 29, 10);
const post = (publishedAt: Date, views: number | null) => ({
  publishedAt: publishedAt.toISOString(),
  numbers: {
    ...{ status: 'OK' as const, measuredAt: now.toISOString(), nextAt: null, native: {} },
    values: metricValues(views === null ? {} : { views }),
  },
});

it('each day has the sum of its posts, 0 differs from an unreported number, and clocks may change', () => {
  const posts = [
    post(new Date(2027, 2, 29, 0, 0), 3),
    post(new Date(2027, 2, 29, 9, 59), 4),
    post(new Date(2027, 2, 28, 23, 59), 0),
    post(new Date(2027, 2, 27, 12, 0), null),
    post(new Date(2027, 2, 25, 23, 59), 9),
  ];
  const days = byDay(posts, 'views', { days: 4, now });
  expect(days.map(({ begin }) => begin.getDate())).toEqual([26, 27, 28, 29]);
  expect(days.map((day) => day.posts.length)).toEqual([0, 1, 1, 2]);
  expect(days.map(({ value }) => value)).toEqual([null, null, 0, 7]);
  expect(sumOf(posts, 'views')).toBe(16);
});

it.each([
  [112, 100, 0.12],
  [50, 100, -0.5],
  [0, 100, -1],
  [7, 0, null],
  [7, null, null],
  [null, 7, null],
])('%s after %s is a growth of %s', (sum, before, growth) => {
  const found = growthOf(sum, before);
  expect(found === null ? null : Math.round(found * 100) / 100).toBe(growth);
});
