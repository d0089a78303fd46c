import { describe, expect, it } from 'vitest';
import { addViews, countersOf } from './counters.js';
import { SandboxStore } from './store.js';

const publishedAt = '2030-01-01T09:00:00.000Z';
const post = { platform: 'X', externalPostId: 'post-1', earlierIds: [], publishedAt };
const after = (hours: number) => {
  const now = new Date(Date.parse(publishedAt) + hours * 60 * 60_000);
  return countersOf(new SandboxStore(null, () => now), post);
};

describe('the counters of simulated posts', () => {
  it('begin at zero and grow with the age of the post', () => {
    expect(Object.values(after(0))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(after(1).views).toBeGreaterThan(0);
    expect(after(24).views).toBeGreaterThan(after(1).views);
    expect(after(24).likes).toBeGreaterThan(0);
  });

  it('grow with the views that are added, also under the id that an edit gives to the post', () => {
    const store = new SandboxStore(null, () => new Date(publishedAt));
    addViews(store, post, 100);
    addViews(store, post, 20);
    const edited = { ...post, externalPostId: 'post-2', earlierIds: ['post-1'] };
    expect(countersOf(store, edited)).toMatchObject({ views: 120, likes: 10, shares: 2 });
    expect(countersOf(store, { ...post, platform: 'THREADS' }).views).toBe(0);
  });

  it('are the same for the same post at the same time', () => {
    expect(after(10)).toEqual(after(10));
  });
});
