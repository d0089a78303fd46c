import { describe, expect, it } from 'vitest';
import { metricValues } from '../../../../../src/domain/metrics.js';
import { bestTimes, nameOfSlot } from './best-times.js';

const nowMs = Date.parse('2027-03-31T12:00:00Z');
const inUtc = { nowMs, timeZone: 'UTC' };

const post = (publishedAt: string, likes: number | null) => ({
  publishedAt,
  numbers: {
    status: 'OK' as const,
    measuredAt: publishedAt,
    nextAt: null,
    values: metricValues({ likes }),
    native: {},
  },
});
/** Mondays in March 2027, at nine and at eighteen o'clock. */
const mondays = ['01', '08', '15', '22', '29'];
const posts = mondays.flatMap((day, index) => [
  post(`2027-03-${day}T09:30:00Z`, 10),
  post(`2027-03-${day}T18:10:00Z`, 20 + index),
]);

describe('the best times', () => {
  it('are the hours of the week with the highest averages, each with its posts', () => {
    expect(bestTimes(posts, 'likes', inUtc)).toEqual({
      basis: 10,
      slots: [
        { weekday: 1, hour: 18, posts: 5, average: 22 },
        { weekday: 1, hour: 9, posts: 5, average: 10 },
      ],
    });
  });

  it('are those of the reader’s zone', () => {
    const { slots } = bestTimes(posts, 'likes', { nowMs, timeZone: 'Asia/Tokyo' });
    expect(slots.map(({ weekday, hour }) => [weekday, hour])).toEqual([
      [2, 3],
      [1, 18],
    ]);
  });

  it('leave out unreported metrics, and the last day', () => {
    const more = [post('2027-03-31T09:00:00Z', 99), post('2027-03-24T09:00:00Z', null)];
    expect(bestTimes([...posts, ...more], 'likes', inUtc).basis).toBe(10);
    expect(bestTimes(posts, 'views', inUtc)).toEqual({ basis: 0, slots: [] });
  });

  it('need enough posts overall, and two in an hour', () => {
    expect(bestTimes(posts.slice(1), 'likes', inUtc)).toEqual({ basis: 9, slots: [] });
    const alone = post('2027-03-24T07:00:00Z', 1_000);
    expect(bestTimes([...posts, alone], 'likes', inUtc)).toMatchObject({
      basis: 11,
      slots: [{ hour: 18 }, { hour: 9 }],
    });
  });

  it('have names in the reader’s language', () => {
    expect(nameOfSlot({ weekday: 2, hour: 9 }, 'en-US')).toMatch(/^Tuesday.*9.AM$/u);
    expect(nameOfSlot({ weekday: 0, hour: 18 }, 'de-DE')).toMatch(/^Sonntag.*18.Uhr$/u);
  });
});
