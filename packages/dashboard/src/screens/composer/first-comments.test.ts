import { describe, expect, it } from 'vitest';
import type { PlatformInfo } from './api.js';
import { targetOf, type TargetDraft } from './draft.js';
import { commonComment, setCommonComment, withCommonComment } from './first-comments.js';

const platforms = new Map(
  ([true, false] as const).map((firstComment) => {
    const platform = firstComment ? 'X' : 'PINTEREST';
    return [platform, { platform, limits: { firstComment } } as PlatformInfo];
  }),
);
const onX = (id: string, firstComment = ''): TargetDraft => ({
  ...targetOf({ id, platform: 'X' }),
  firstComment,
});
const pin = targetOf({ id: 'pin', platform: 'PINTEREST' });

describe('the common first comment', () => {
  it('changes the accounts that share it, and no others', () => {
    const targets = [onX('a', 'Own'), onX('b'), onX('c'), pin];
    const changed = setCommonComment(targets, platforms, 'All');
    expect(changed.map(({ firstComment }) => firstComment)).toEqual(['Own', 'All', 'All', '']);
    expect(commonComment(changed, platforms)).toBe('All');
  });

  it('is empty if one of two accounts has its own comment', () => {
    expect(commonComment([onX('a', 'Own'), onX('b')], platforms)).toBe('');
  });

  it('is also given to an added account, if its platform publishes first comments', () => {
    expect(withCommonComment(onX('b'), [onX('a', 'All')], platforms).firstComment).toBe('All');
    expect(withCommonComment(pin, [onX('a', 'All')], platforms).firstComment).toBe('');
  });
});
