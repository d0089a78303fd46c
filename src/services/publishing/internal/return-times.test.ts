import { describe, expect, it } from 'vitest';
import { createReturnTimes } from './return-times.js';

describe('the times at which held calls return', () => {
  it('follow one another for the same key, and are never before the given time', () => {
    const { waitMs } = createReturnTimes(60_000);
    const times = { nowMs: 1_000, fromMs: 3_000, eachMs: 100 };
    expect([waitMs('a', times), waitMs('a', times), waitMs('b', times)]).toEqual([2_000, 2_100, 2_000]);
    expect(waitMs('a', { nowMs: 9_000, fromMs: 9_500, eachMs: 100 })).toBe(500);
  });

  it('are never later than the longest wait, whatever is requested', () => {
    const { waitMs } = createReturnTimes(60_000);
    expect(waitMs('a', { nowMs: 0, fromMs: 600_000, eachMs: 100 })).toBe(60_000);
  });

  it('are spread over the second half of the longest wait if they would be later', () => {
    for (const [random, expected] of [
      [0, 60_000],
      [0.5, 45_000],
      [1, 30_000],
    ] as const) {
      const { waitMs } = createReturnTimes(60_000, () => random);
      const times = { nowMs: 0, fromMs: 1_000, eachMs: 59_500 };
      expect(waitMs('a', times)).toBe(1_000);
      expect(waitMs('a', times)).toBe(expected);
      expect(waitMs('a', times)).toBe(expected);
    }
  });
});
