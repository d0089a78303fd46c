import { describe, expect, it } from 'vitest';
import { countersOf } from './counters.js';
import { SandboxStore } from './store.js';

const publishedAt = '2030-01-01T09:00:00.000Z';
const after = (hours: number) => {
  const now = new Date(Date.parse(publishedAt) + hours * 60 * 60_000);
  return countersOf(new SandboxStore(null, () => now), { externalPostId: 'post-1', publishedAt });
};

describe('the counters of simulated posts', () => {
  it('begin at zero and grow with the age of the post', () => {
    expect(Object.values(after(0))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(after(1).views).toBeGreaterThan(0);
    expect(after(24).views).toBeGreaterThan(after(1).views);
    expect(after(24).likes).toBeGreaterThan(0);
  });

  it('are the same for the same post at the same time', () => {
    expect(after(10)).toEqual(after(10));
  });
});
