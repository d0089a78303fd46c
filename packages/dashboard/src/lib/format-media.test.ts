import { expect, it } from 'vitest';
import { formatBytes, formatDuration } from './format-media.js';

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_240, '1.2 kB'],
  [248_113, '248 kB'],
  [4_200_000_000, '4.2 GB'],
])('a size of %d bytes is formatted', (bytes, words) => {
  expect(formatBytes(bytes, 'en-US')).toBe(words);
});

it.each([
  [0, '0:00'],
  [64_600, '1:05'],
  [3_600_000, '60:00'],
])('a duration of %d ms is formatted', (durationMs, words) => {
  expect(formatDuration(durationMs)).toBe(words);
});
