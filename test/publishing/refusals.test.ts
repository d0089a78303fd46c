import { describe, expect, it } from 'vitest';
import type { PlatformFailure } from '../../src/domain/platform-failure.js';
import { playOn, type PlayedTarget } from '../harness/play-target.js';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const duplicate = { kind: 'duplicate', message: 'Status is a duplicate.' } as const;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;
const limited = (retryAfterMs: number | null) =>
  ({ kind: 'rate-limited', retryAfterMs, message: '429' }) as const;
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const refusing = (answer: PlatformFailure) => ({ accept: false, answer });

describe('a post that the platform refuses for good', () => {
  it('fails at once, with the reason of the platform', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(refusing({ kind: 'rejected', code: 'POLICY_BLOCKED', message: 'no' }));
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'END FAILED']);
    expect([target.status, target.error, target.outcomes]).toEqual([
      'FAILED',
      { code: 'POLICY_BLOCKED', message: 'no' },
      ['REJECTED'],
    ]);
    expect([platform.commits, platform.lookups]).toEqual([1, 0]);
  });

  it('is called again by a retry, without a look-up', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(refusing({ kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' }));
    await target.run();
    const { did } = await target.run({ afterMs: minuteMs });
    expect(did).toEqual(['CALL', 'END PUBLISHED']);
    expect(platform.lookups).toBe(0);
  });
});

describe('a call that the platform refuses for the moment', () => {
  it('is made again when the platform says so, and has not made anything public', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(refusing(limited(15 * minuteMs)));
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 900 s', 'CALL', 'END PUBLISHED']);
    expect([target.outcomes, platform.lookups]).toEqual([['RATE_LIMITED', 'PUBLISHED'], 0]);
  });

  it.each([
    ['a minute if the platform names no time', null, 'WAIT 60 s'],
    ['a second at least', 0, 'WAIT 1 s'],
    ['an hour at most', 3 * hourMs, 'WAIT 3600 s'],
  ] as const)('waits %s', async (_time, retryAfterMs, wait) => {
    const { platform, target } = playOn('blind');
    platform.script.push(refusing(limited(retryAfterMs)));
    expect((await target.run()).did).toEqual(['CALL', wait, 'CALL', 'END PUBLISHED']);
  });

  it('is repeated about every hour until the refusal ends', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(...[3, 2, 1].map((hours) => refusing(limited(hours * hourMs))));
    const { tookMs } = await target.run();
    expect(target.outcomes).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED', 'PUBLISHED']);
    expect(tookMs).toBe(3 * hourMs);
  });

  it('fails after a day', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(...times(100, refusing(limited(hourMs))));
    const { did } = await target.run();
    expect(did.at(-1)).toBe('GIVE_UP RATE_LIMITED');
    expect([target.error?.code, platform.commits]).toEqual(['RATE_LIMITED', 25]);
  });

  it('fails after an hour if it is a reply', async () => {
    const { platform, target } = playOn('queryable', { isReply: true });
    platform.script.push(...times(2, refusing(limited(40 * minuteMs))));
    await target.run();
    expect(target.error).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('an hour') as string,
    });
    expect(platform.commits).toBe(2);
  });
});

describe('used-up credits', () => {
  const spent = { ...limited(30 * minuteMs), code: 'PLATFORM_QUOTA_EXCEEDED', message: '402' } as const;

  it('lead to more calls until there are credits', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(...times(2, refusing(spent)));
    await target.run();
    expect(target.outcomes).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'PUBLISHED']);
    expect(target.codes).toEqual(['PLATFORM_QUOTA_EXCEEDED', 'PLATFORM_QUOTA_EXCEEDED', null]);
  });

  it('fail the post after a day with the reason', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(...times(100, refusing(spent)));
    await target.run();
    expect(target.error).toMatchObject({
      code: 'PLATFORM_QUOTA_EXCEEDED',
      message: expect.stringContaining('24 hours') as string,
    });
    expect(platform.commits).toBe(49);
  });
});

describe('a call that is not sent', () => {
  it('is repeated, without a look-up', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push(...times(2, refusing(unreachable)));
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 2 s', 'CALL', 'WAIT 10 s', 'CALL', 'END PUBLISHED']);
    expect([target.outcomes, platform.lookups]).toEqual([['NOT_SENT', 'NOT_SENT', 'PUBLISHED'], 0]);
  });

  it('fails the post as PLATFORM_UNAVAILABLE after a day', async () => {
    const { platform, target } = playOn('keyed');
    platform.script.push(...times(300, refusing(unreachable)));
    const { tookMs } = await target.run();
    expect(target.error?.code).toBe('PLATFORM_UNAVAILABLE');
    expect(tookMs).toBeGreaterThan(23.5 * hourMs);
    expect(tookMs).toBeLessThanOrEqual(24 * hourMs);
  });
});

describe('a platform that prepares a post', () => {
  it('is awaited, and prepares the post again after an expiry', async () => {
    const { platform, target } = playOn('queryable');
    platform.readiness.push(
      { kind: 'pending', checkAfterMs: minuteMs },
      { kind: 'prepare-again', message: 'expired' },
      { kind: 'pending', checkAfterMs: null },
    );
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 60 s', 'CALL', 'CALL', 'WAIT 2 s', 'CALL', 'END PUBLISHED']);
    expect([platform.commits, platform.published.length]).toEqual([1, 1]);
  });

  it('sends nothing if its answer is unclear, which counts as not sent before the call', async () => {
    const { platform, target } = playOn('queryable');
    platform.readiness.push(lost);
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 2 s', 'CALL', 'END PUBLISHED']);
    expect([platform.commits, platform.lookups]).toEqual([1, 0]);
  });

  it('fails the post if it refuses a repeat before the call', async () => {
    const { platform, target } = playOn('queryable');
    platform.readiness.push({ kind: 'duplicate', message: 'shown before' });
    await target.run();
    expect([target.error?.code, target.outcomes, platform.commits]).toEqual(['DUPLICATE_CONTENT', [], 0]);
  });

  it('is asked about the earlier call if the container is already used up', async () => {
    const { platform, target } = playOn('queryable');
    platform.script.push({ accept: true, answer: { kind: 'not-sent', message: 'refused' } });
    platform.readiness.push({ kind: 'ready' }, { kind: 'used-up', message: 'PUBLISHED' });
    await target.run();
    expect([target.status, target.externalPostId, platform.commits]).toEqual(['PUBLISHED', 'THREADS-1', 1]);
  });

  it('gets another call if the look-up proves that the used container is not public', async () => {
    const { platform, target } = playOn('queryable');
    platform.readiness.push({ kind: 'used-up', message: 'PUBLISHED' });
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', 'WAIT 30 s', 'LOOK_UP 2', 'CALL', 'END PUBLISHED']);
    expect(target.outcomes).toEqual(['ABSENT', 'PUBLISHED']);
  });
});

describe('a call that is refused as a duplicate', () => {
  it('leads to a look-up, which accepts our own post', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({ accept: true, answer: duplicate });
    await target.run();
    expect(target).toMatchObject({ externalPostId: platform.published[0]?.id, error: undefined });
    expect([platform.commits, platform.lookups]).toEqual([1, 1]);
  });

  it.each([
    ['keyed', 1],
    ['queryable', 2],
    ['blind', 2],
  ] as const)(
    'fails on a %s platform with that reason after %i look-up(s), and can be retried',
    async (guarantee, lookups) => {
      const { platform, target } = playOn(guarantee);
      platform.script.push(refusing(duplicate));
      await target.run();
      expect(target.error).toEqual({ code: 'DUPLICATE_CONTENT', message: 'Status is a duplicate.' });
      expect([platform.commits, platform.lookups, target.outcomes]).toEqual([1, lookups, ['REJECTED']]);
      const { did } = await target.run({ afterMs: 13 * minuteMs });
      expect(did).toEqual(['CALL', 'END PUBLISHED']);
      expect(platform.published).toHaveLength(1);
    },
  );

  it('leads to a look-up before the call of a retry if the platform could not be asked', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({ accept: true, answer: duplicate });
    platform.finds.push(lost, lost, lost, lost);
    await target.run();
    expect([target.error?.code, target.outcomes]).toEqual(['DUPLICATE_CONTENT', ['UNCONFIRMED']]);
    await target.run({ afterMs: 13 * minuteMs });
    expect([target.status, platform.commits, platform.published.length]).toEqual(['PUBLISHED', 1, 1]);
  });
});

describe('an expired token', () => {
  const stale = { kind: 'auth-expired', message: 'The token is too old.' } as const;

  it('is refreshed, and the call is made again at once', async () => {
    const { platform, target } = playOn('keyed');
    platform.script.push(refusing(stale));
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'REFRESH', 'CALL', 'END PUBLISHED']);
    expect([platform.refreshes, target.outcomes]).toEqual([1, ['AUTH_EXPIRED', 'PUBLISHED']]);
  });

  it('is refreshed twice at once if it stays stale, and then after a wait', async () => {
    const { platform, target } = playOn('keyed');
    platform.script.push(...times(3, refusing(stale)));
    const { did } = await target.run();
    const twice = ['CALL', 'REFRESH', 'CALL', 'REFRESH'];
    expect(did).toEqual([...twice, 'CALL', 'REFRESH', 'WAIT 30 s', 'CALL', 'END PUBLISHED']);
  });

  it('fails the post after a day if the platform does not renew it, and the account stays as it is', async () => {
    const { platform, target } = playOn('keyed');
    platform.script.push(...times(300, refusing(stale)));
    platform.refreshAnswers.push(...times(300, unreachable));
    await target.run();
    expect(target.error).toMatchObject({
      code: 'PLATFORM_AUTH_FAILED',
      message: expect.stringContaining('could not be renewed') as string,
    });
    expect(target.isGrantDead).toBe(false);
  });
});

describe('a dead grant', () => {
  const revoked = { kind: 'auth-revoked', message: 'Token revoked by its owner.' } as const;
  const stale = { kind: 'auth-expired', message: 'The token is too old.' } as const;
  type Playing = ReturnType<typeof playOn>['platform'];
  type Finder = [name: string, calls: PlayedTarget['outcomes'], find: (platform: Playing) => void];
  const finders: Finder[] = [
    ['the publish call', ['REJECTED'], ({ script }) => script.push(refusing(revoked))],
    [
      'the refresh after a publish call with a stale token',
      ['AUTH_EXPIRED'],
      ({ script, refreshAnswers }) => {
        script.push(refusing(stale));
        refreshAnswers.push(revoked);
      },
    ],
    ['the preparation', [], (platform) => (platform.prepare = () => Promise.resolve(revoked))],
    [
      'the refresh after a preparation with a stale token',
      [],
      (platform) => {
        platform.prepare = () => Promise.resolve(stale);
        platform.refreshAnswers.push(revoked);
      },
    ],
    ['an upload', [], ({ uploadScript }) => uploadScript.push(() => Promise.resolve(revoked))],
  ];

  it.each(finders)('fails the target with the same error when %s finds it', async (finder, calls, find) => {
    const { platform, target } = playOn('blind', { carriesMedia: finder === 'an upload' });
    find(platform);
    await target.run();
    expect(target.outcomes).toEqual(calls);
    expect(target.error).toEqual({
      code: 'PLATFORM_AUTH_FAILED',
      message: 'The platform no longer accepts the authorization of this account. Connect the account again.',
    });
    expect([target.status, target.isGrantDead, platform.published]).toEqual(['FAILED', true, []]);
  });
});
