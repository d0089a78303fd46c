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

function open({ aheadMs = 35 * secondMs } = {}) {
  const { space, started } = createStartSpacing();
  /** How long before its time a run starts. */
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

describe('the starts of many posts of one account at the same time', () => {
  it('are unchanged for the first forty, and then spaced by 50 ms in their order', () => {
    const { count } = open();
    expect(new Set(count(41))).toEqual(new Set([35_000]));
    expect(count(3)).toEqual([19_950, 19_900, 19_850]);
  });

  it('do not delay a run that has no account left, because all its targets are public', () => {
    expect(open().aheadOf([])).toBe(35_000);
  });

  it('keep the longer lead time of posts with media, less the same delay', () => {
    const { count } = open({ aheadMs: 900 * secondMs });
    expect(count(43).slice(-2)).toEqual([899_950, 899_900]);
  });

  it('delay no other account, no other time, and no post that is also for another account', () => {
    const { count, aheadOf } = open();
    count(100);
    expect(aheadOf(['calm'])).toBe(35_000);
    expect(aheadOf(['busy'], new Date(dueAt.getTime() + 1))).toBe(35_000);
    expect(aheadOf(['busy', 'other'])).toBe(35_000);
  });

  it('are not counted if they failed', () => {
    const { aheadOf, fail } = open();
    for (let tries = 0; tries < 100; tries += 1) fail();
    expect(aheadOf(['busy'])).toBe(35_000);
  });

  it('are no longer counted once their posts were moved or canceled', () => {
    const { space, started, ended } = createStartSpacing();
    const startsAt = (workflowId: string): number =>
      space(startOf(['busy'], dueAt, 35 * secondMs, workflowId)).startAt.getTime();
    for (let number = 0; number < 12_500; number += 1) {
      started(startOf(['busy'], dueAt, 35 * secondMs, `run ${number}`));
      ended(`run ${number}`);
      // Reported again, like by the sweep.
      ended(`run ${number}`);
    }
    expect(startsAt('lone')).toBe(dueAt.getTime() - 35_000);
    for (let number = 0; number < 100; number += 1)
      started(startOf(['busy'], dueAt, 35 * secondMs, `run ${number}`));
    for (let number = 0; number < 50; number += 1) ended(`run ${number}`);
    expect(startsAt('late')).toBe(dueAt.getTime() - 19_500);
  });

  it('are delayed by at most ten minutes', () => {
    expect(open().count(13_000).at(-1)).toBe(20_000 - 600_000);
  });

  it('are remembered for a limited number of accounts, the most recently used ones', () => {
    const { count, aheadOf } = open();
    count(50);
    for (let number = 0; number < 9_999; number += 1) aheadOf([`calm ${number}`]);
    expect(aheadOf(['busy'])).toBe(19_500);
    for (let number = 0; number < 10_000; number += 1) aheadOf([`other ${number}`]);
    expect(aheadOf(['busy'])).toBe(35_000);
  });
});
