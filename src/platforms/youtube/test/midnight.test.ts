import { describe, expect, it } from 'vitest';
import { msUntilMidnight } from '../midnight.js';

const hourMs = 60 * 60 * 1000;
const until = (time: string): number => msUntilMidnight(new Date(time), 'America/Los_Angeles');

describe('midnight in Los Angeles', () => {
  it.each([
    ['in winter', '2026-11-22T07:59:59.000Z', 1_000],
    ['as the next midnight at midnight itself', '2026-11-22T08:00:00.000Z', 24 * hourMs],
    ['in summer', '2026-07-01T06:30:00.000Z', hourMs / 2],
    ['on the day with 23 hours', '2026-03-08T08:00:00.000Z', 23 * hourMs],
    ['on the day with 25 hours', '2026-11-01T07:00:00.000Z', 25 * hourMs],
    ['in the hour that comes twice', '2026-11-01T09:15:00.000Z', 22.75 * hourMs],
  ])('is computed %s', (_what, time, waitMs) => {
    expect(until(time)).toBe(waitMs);
  });
});
