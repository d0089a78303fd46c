import { expect, it } from 'vitest';
import { daysWith } from './days.js';
import type { Tile } from './tiles.js';

const tileAt = (at: string): Tile => ({ id: at, at }) as Tile;
const range = { first: '2027-03-27', end: '2027-03-30' };
const times = [
  '2027-03-26T22:59:59.999Z',
  '2027-03-26T23:00:00.000Z',
  '2027-03-27T22:59:00.000Z',
  // The day on which the clocks of Berlin go forward has 23 hours.
  '2027-03-27T23:00:00.000Z',
  '2027-03-28T21:59:59.000Z',
  '2027-03-28T22:00:00.000Z',
  '2027-03-29T22:00:00.000Z',
];

it('the days of a range have the posts of their hours, and posts outside of the range are left out', () => {
  const days = daysWith(times.map(tileAt), range, 'Europe/Berlin');
  expect(days.map(({ date, tiles }) => [date, tiles.map(({ at }) => at)])).toEqual([
    ['2027-03-27', [times[1], times[2]]],
    ['2027-03-28', [times[3], times[4]]],
    ['2027-03-29', [times[5]]],
  ]);
});

it('days without posts are included', () => {
  expect(daysWith([], range, 'UTC').map(({ date, tiles }) => [date, tiles.length])).toEqual([
    ['2027-03-27', 0],
    ['2027-03-28', 0],
    ['2027-03-29', 0],
  ]);
});
