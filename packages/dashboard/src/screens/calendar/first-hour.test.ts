import { expect, it } from 'vitest';
import { firstUncut } from './first-hour.js';

it.each([
  ['no posts', 7, [], 7],
  ['a post that ends before', 7, ['06:00'], 7],
  ['a post across the hour', 7, ['06:30', '18:00'], 6],
  ['a post across the hour before, too', 7, ['06:15', '05:45'], 5],
  ['a post across another hour only', 7, ['04:30'], 7],
  ['midnight', 0, ['00:30'], 0],
])('the hours begin where they cut no tile: %s', (_, hour, times, first) => {
  expect(firstUncut(hour, times)).toBe(first);
});
