import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aheadMs,
  aheadMsMax,
  aheadMsMin,
  mayHaveBegun,
  mediaAheadMs,
  mediaAheadMsMax,
  startAt,
} from './ready-ahead.js';

const dueAt = new Date('2027-03-01T09:00:00Z');
const ids = Array.from({ length: 1_000 }, (_, index) => `post_${index.toString(36).padStart(24, 'x')}`);

describe('the lead time in which a post is prepared', () => {
  it('is three seconds for a text, and is spread evenly over one minute for a run that has waited', () => {
    expect(startAt({ dueAt, carriesMedia: false })).toEqual(new Date(dueAt.getTime() - 3_000));
    const waits = ids.map(aheadMs);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(aheadMsMin);
    expect(Math.max(...waits)).toBeLessThan(aheadMsMax);
    const quarters = [0, 0, 0, 0];
    for (const wait of waits) {
      const quarter = Math.floor(((wait - aheadMsMin) / (aheadMsMax - aheadMsMin)) * 4);
      quarters[quarter] = (quarters[quarter] ?? 0) + 1;
    }
    for (const count of quarters) expect(count).toBeGreaterThan(150);
  });

  it('grows with its media, up to a quarter of an hour', () => {
    const [id = ''] = ids;
    expect(mediaAheadMs(id, 200_000_000)).toBeGreaterThan(200_000);
    expect(mediaAheadMs(id, 1)).toBeLessThan(mediaAheadMs(id, 10_000_000));
    expect(mediaAheadMs(id, 5e9)).toBe(mediaAheadMsMax);
  });

  it('is never longer than the code for edits assumes', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.integer({ min: 0, max: 3_600_000 }), (carriesMedia, leftMs) => {
        const now = new Date(dueAt.getTime() - leftMs);
        const hasBegun = startAt({ dueAt, carriesMedia }) <= now;
        if (hasBegun) expect(mayHaveBegun({ dueAt, carriesMedia }, now)).toBe(true);
      }),
    );
    expect(mayHaveBegun({ dueAt, carriesMedia: false }, new Date(dueAt.getTime() - 120_000))).toBe(false);
  });
});
