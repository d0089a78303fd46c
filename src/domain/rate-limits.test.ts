import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  multiplied,
  rateSegmentsPerWindow,
  standingOf,
  waitOf,
  withRequest,
  type RateSegment,
} from './rate-limits.js';

const windowMs = 60_000;

/** Applies the limit to requests at these times, and returns the times of those that it admits. */
function admitted(timesMs: readonly number[], limit: number): number[] {
  let segments: RateSegment[] = [];
  return timesMs.filter((nowMs) => {
    if (waitOf(windowMs, limit, segments, nowMs) > 0) return false;
    segments = withRequest(segments, windowMs, nowMs);
    expect(segments.length).toBeLessThanOrEqual(rateSegmentsPerWindow + 1);
    return true;
  });
}

const times = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })), { minLength: 1, maxLength: 200 })
  .map((gapsMs) => {
    let nowMs = 1_800_000_000_000;
    return gapsMs.map((gapMs) => (nowMs += gapMs));
  });

describe('a rate limit', () => {
  it('never allows more than its number in any window, wherever the window begins', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 20 }), (timesMs, limit) => {
        const passed = admitted(timesMs, limit);
        passed.forEach((fromMs, index) => {
          const inWindow = passed.slice(index).filter((atMs) => atMs < fromMs + windowMs);
          expect(inWindow.length).toBeLessThanOrEqual(limit);
        });
      }),
    );
  });

  it('allows a request after the wait that it returns, which is at most one window', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 20 }), (timesMs, limit) => {
        let segments: RateSegment[] = [];
        for (const nowMs of timesMs) {
          const waitMs = waitOf(windowMs, limit, segments, nowMs);
          expect(waitMs).toBeLessThanOrEqual(windowMs);
          expect(waitOf(windowMs, limit, segments, nowMs + waitMs)).toBe(0);
          if (waitMs > 1) expect(waitOf(windowMs, limit, segments, nowMs + waitMs - 1)).toBeGreaterThan(0);
          if (waitMs === 0) segments = withRequest(segments, windowMs, nowMs);
        }
      }),
    );
  });

  it('allows a steady client its full number of requests in each window', () => {
    const everySecond = Array.from({ length: 600 }, (_, second) => 1_800_000_000_000 + second * 1_000);
    expect(admitted(everySecond, 60)).toHaveLength(600);
    const fiveASecond = Array.from({ length: 900 }, (_, index) => 1_800_000_000_000 + index * 200);
    const passed = admitted(fiveASecond, 60).length;
    expect(passed).toBeGreaterThanOrEqual(0.95 * 180);
    expect(passed).toBeLessThanOrEqual(180);
  });

  it('reports how many requests are left, and when there will be more', () => {
    const segments = [
      { atMs: 10_000, count: 3 },
      { atMs: 40_000, count: 2 },
    ];
    expect(standingOf('burst', 10, segments, 50_000)).toEqual({
      policy: 'burst',
      limit: 10,
      windowMs: 60_000,
      remaining: 5,
      resetMs: 20_000,
    });
    expect(standingOf('burst', 5, segments, 50_000)).toMatchObject({ remaining: 0, resetMs: 20_000 });
    // The limit was lowered: the first segment's end is not enough.
    expect(standingOf('burst', 2, segments, 50_000)).toMatchObject({ remaining: 0, resetMs: 50_000 });
  });
});

it('a multiplied limit is at most the largest number that the database can store', () => {
  expect(multiplied({ burst: 60, sustained: null }, 5)).toEqual({ burst: 300, sustained: null });
  expect(multiplied({ burst: 999_999_999, sustained: 1 }, 5)).toEqual({ burst: 2_147_483_647, sustained: 5 });
});
