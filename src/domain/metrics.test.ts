import { describe, expect, it } from 'vitest';
import {
  measuredAgeMsMax,
  measureIntervalMs,
  metricStatusOf,
  metricValues,
  nextMeasureAt,
  retryMeasureAt,
  storyMeasuredMs,
} from './metrics.js';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const publishedAt = new Date('2030-01-01T09:00:00.000Z');
const after = (ms: number): Date => new Date(publishedAt.getTime() + ms);

/** The ages at which a post is measured, if its numbers change at each reading, or never. */
function agesOf(changes: boolean, measuredForMs = measuredAgeMsMax): number[] {
  const ages: number[] = [];
  let at = nextMeasureAt({ publishedAt, unchanged: 0, measuredForMs }, publishedAt, 0.5);
  while (at !== null && ages.length < 1_000) {
    ages.push(at.getTime() - publishedAt.getTime());
    const unchanged = changes ? 0 : ages.length - 1;
    at = nextMeasureAt({ publishedAt, unchanged, measuredForMs }, at, 0.5);
  }
  return ages;
}

describe('the schedule of readings', () => {
  it('is hourly at first, then every 3 and 12 hours, then daily', () => {
    expect(measureIntervalMs(0)).toBe(hourMs);
    expect(measureIntervalMs(6 * hourMs)).toBe(3 * hourMs);
    expect(measureIntervalMs(dayMs)).toBe(12 * hourMs);
    expect(measureIntervalMs(3 * dayMs)).toBe(dayMs);
    expect(measureIntervalMs(30 * dayMs - 1)).toBe(dayMs);
    expect(measureIntervalMs(30 * dayMs)).toBeNull();
  });

  it('reads a busy post fewer than fifty times, and ends on day 30', () => {
    const ages = agesOf(true);
    expect(ages.length).toBeGreaterThan(40);
    expect(ages.length).toBeLessThan(50);
    expect(ages.at(-1)).toBe(30 * dayMs);
  });

  it('reads a post without changes much less often', () => {
    const ages = agesOf(false);
    expect(ages.length).toBeLessThan(20);
    expect(ages.at(-1)).toBe(30 * dayMs);
  });

  it('never waits longer than four days', () => {
    expect(measureIntervalMs(10 * dayMs, 9)).toBe(4 * dayMs);
  });

  it('reads a story for the last time before its end', () => {
    const ages = agesOf(true, storyMeasuredMs);
    expect(ages.at(-1)).toBe(storyMeasuredMs);
    expect(Math.max(...ages)).toBeLessThan(dayMs);
  });

  it('spreads posts that were published together', () => {
    const state = { publishedAt, unchanged: 0 };
    expect(nextMeasureAt(state, publishedAt, 0)).toEqual(after(0.9 * hourMs));
    expect(nextMeasureAt(state, publishedAt, 1)).toEqual(after(1.1 * hourMs));
  });

  it('treats a publication in the future as a new one', () => {
    expect(nextMeasureAt({ publishedAt, unchanged: 0 }, after(-hourMs), 0.5)).toEqual(after(0));
  });
});

describe('a failed reading', () => {
  it('is repeated after waits that double, up to a day', () => {
    expect(retryMeasureAt({ publishedAt }, 1, publishedAt, 0.5)).toEqual(after(hourMs / 4));
    expect(retryMeasureAt({ publishedAt }, 3, publishedAt, 0.5)).toEqual(after(hourMs));
    expect(retryMeasureAt({ publishedAt }, 50, publishedAt, 0.5)).toEqual(after(dayMs));
  });

  it('is not repeated once the post is too old to be measured', () => {
    expect(retryMeasureAt({ publishedAt }, 1, after(30 * dayMs), 0.5)).toBeNull();
    const story = { publishedAt, measuredForMs: storyMeasuredMs };
    expect(retryMeasureAt(story, 1, after(storyMeasuredMs), 0.5)).toBeNull();
  });
});

describe('values', () => {
  it('keep zero, and are null if a metric is not reported', () => {
    expect(metricValues({ likes: 0, views: undefined, shares: 3 })).toEqual({
      views: null,
      impressions: null,
      reach: null,
      likes: 0,
      comments: null,
      shares: 3,
      saves: null,
      clicks: null,
    });
  });
});

describe('the status', () => {
  const measured = {
    isSupported: true,
    isOn: true,
    isRemoved: false,
    lacksPermission: false,
    failures: 0,
    measuredAt: publishedAt,
  };

  it.each([
    ['OK', {}],
    ['PENDING', { measuredAt: null }],
    ['FAILED', { failures: 1 }],
    ['PERMISSION_MISSING', { lacksPermission: true, failures: 1 }],
    ['OFF', { isOn: false, lacksPermission: true }],
    ['OFF', { isRemoved: true, measuredAt: null }],
    ['UNSUPPORTED', { isSupported: false, isOn: false }],
  ] as const)('is %s', (status, change) => {
    expect(metricStatusOf({ ...measured, ...change })).toBe(status);
  });
});
