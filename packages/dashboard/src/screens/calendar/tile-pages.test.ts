import { expect, it } from 'vitest';
import { spansAfter } from './tile-pages.js';

const at = (hour: number): string => new Date(Date.UTC(2027, 2, 1, hour)).toISOString();
const pageOf = (times: readonly string[], nextCursor: string | null = 'more') => ({
  data: times.map((scheduledAt) => ({ scheduledAt })),
  nextCursor,
});
const hoursOf = (times: readonly string[], until: number): number[][] =>
  spansAfter(pageOf(times), at(until)).map((span) =>
    [span.from, span.until].map((one) => (Date.parse(one) - Date.parse(at(0))) / 3_600_000),
  );

it('the time after a page is divided so that each span has about a page, from the last post to the end', () => {
  // As much again three times, with some to spare.
  expect(hoursOf([at(0), at(5), at(10)], 40)).toEqual([
    [10, 17.5],
    [17.5, 25],
    [25, 32.5],
    [32.5, 40],
  ]);
  expect(hoursOf([at(0), at(10)], 11)).toEqual([[10, 11]]);
});

it('the time after a page is divided into a limited number of spans, also where all posts have one time', () => {
  expect(hoursOf([at(0), at(1)], 401)).toHaveLength(8);
  expect(hoursOf([at(1), at(1)], 9)).toHaveLength(8);
  expect(hoursOf([at(1), at(1)], 9)[0]).toEqual([1, 2]);
});

it('nothing is read after the last page', () => {
  expect(spansAfter(pageOf([at(0), at(1)], null), at(9))).toEqual([]);
});
