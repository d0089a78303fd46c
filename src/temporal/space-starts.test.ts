import { describe, expect, it } from 'vitest';
import type { PublishPostStart } from '../services/shared/workflow-starter.js';
import { createStartSpacing } from './space-starts.js';

const dueAt = new Date('2026-11-01T09:00:00Z');
const secondMs = 1_000;

const startOf = (
  socialAccountIds: string[],
  scheduledAt: Date,
  aheadMs: number,
  workflowId = 'w',
): PublishPostStart => ({
  workflowId,
  postId: 'p',
  workspaceId: 'ws',
  socialAccountIds,
  platforms: ['X'],
  scheduledAt,
  startAt: new Date(scheduledAt.getTime() - aheadMs),
  targets: [],
  requestId: null,
});

function open({ aheadMs = 3 * secondMs } = {}) {
  const { space, started } = createStartSpacing();
  /** Returns how long before its time a run starts. */
  const aheadOf = (ids: string[], at = dueAt): number => {
    const start = startOf(ids, at, aheadMs);
    const { scheduledAt, startAt } = space(start);
    started(start);
    return scheduledAt.getTime() - startAt.getTime();
  };
  return {
    aheadOf,
    count: (times: number) => Array.from({ length: times }, () => aheadOf(['busy'])),
    fail: () => void space(startOf(['busy'], dueAt, aheadMs)),
  };
}

describe('the starts of posts of many accounts at the same time', () => {
  it('are each 12 ms earlier, up to a minute before their time', () => {
    const { aheadOf } = open();
    const aheads = Array.from({ length: 4_752 }, (_, account) => aheadOf([`account ${account}`]));
    expect(aheads.slice(0, 3)).toEqual([3_000, 3_012, 3_024]);
    expect(aheads.slice(-3)).toEqual([59_988, 3_000, 3_012]);
  });

  it('change nothing for posts with media, which start long before, and for those of another time', () => {
    const { space, started } = createStartSpacing();
    const text = startOf(['one'], dueAt, 3 * secondMs);
    for (let posts = 0; posts < 5; posts += 1) started(text);
    const withMedia = startOf(['two'], dueAt, 900 * secondMs);
    expect(space(withMedia)).toEqual(withMedia);
    const later = startOf(['two'], new Date(dueAt.getTime() + 1), 3 * secondMs);
    expect(space(later)).toEqual(later);
  });
});

describe('the starts of many posts of one account at the same time', () => {
  it('are spaced by 50 ms in their order after the first forty-one', () => {
    const { count } = open();
    expect(count(41).at(-1)).toBe(3_480);
    expect(count(3)).toEqual([2_950, 2_900, 2_850]);
  });

  it('do not delay a run that has no account left, because all its targets are public', () => {
    expect(open().aheadOf([])).toBe(3_000);
  });

  it('keep the longer lead time of posts with media, less the same delay', () => {
    const { count } = open({ aheadMs: 900 * secondMs });
    expect(count(43).slice(-2)).toEqual([899_950, 899_900]);
  });

  it('delay no other account, no other time, and no post that is also for another account', () => {
    const { count, aheadOf } = open();
    count(100);
    expect(aheadOf(['calm'])).toBe(4_200);
    expect(aheadOf(['busy'], new Date(dueAt.getTime() + 1))).toBe(3_000);
    expect(aheadOf(['busy', 'other'])).toBe(4_212);
  });

  it('are not counted if they failed', () => {
    const { aheadOf, fail } = open();
    for (let tries = 0; tries < 100; tries += 1) fail();
    expect(aheadOf(['busy'])).toBe(3_000);
  });

  it('are no longer counted once their posts were moved or canceled', () => {
    const { space, started, ended } = createStartSpacing();
    const startsAt = (workflowId: string): number =>
      space(startOf(['busy'], dueAt, 3 * secondMs, workflowId)).startAt.getTime();
    for (let number = 0; number < 12_500; number += 1) {
      started(startOf(['busy'], dueAt, 3 * secondMs, `run ${number}`));
      ended(`run ${number}`);
      // The sweep may report the end of a run a second time.
      ended(`run ${number}`);
    }
    expect(startsAt('lone')).toBe(dueAt.getTime() - 3_000);
    for (let number = 0; number < 100; number += 1)
      started(startOf(['busy'], dueAt, 3 * secondMs, `run ${number}`));
    for (let number = 0; number < 50; number += 1) ended(`run ${number}`);
    expect(startsAt('late')).toBe(dueAt.getTime() - 2_500);
  });

  it('are delayed by at most ten minutes', () => {
    expect(open().count(13_000).at(-1)).toBe(3_000 - 600_000);
  });

  it('are remembered for a limited number of accounts, the most recently used ones', () => {
    const { count, aheadOf } = open();
    count(50);
    for (let number = 0; number < 19_998; number += 1) aheadOf([`calm ${number}`]);
    expect(aheadOf(['busy'])).toBe(2_500);
    for (let number = 0; number < 20_000; number += 1) aheadOf([`other ${number}`]);
    expect(aheadOf(['busy'])).toBeGreaterThanOrEqual(3_000);
  });
});
