import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/domain/json.js';
import { playOn } from '../harness/play-target.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
const unreachable = { kind: 'not-sent', message: 'refused' } as const;
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('a run that is late', () => {
  it.each([
    ['a day', dayMs + 2 * minuteMs],
    ['three days', 3 * dayMs],
  ])('makes no call more than %s after the due time', async (_time, lateMs) => {
    const { platform, target } = playOn('blind', { lateMs: [lateMs] });
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'END FAILED']);
    expect([platform.commits, target.status, target.error?.code]).toEqual([
      0,
      'FAILED',
      'PUBLISH_WINDOW_MISSED',
    ]);
  });

  it('still makes its pending call at its deadline', async () => {
    const { target } = playOn('blind', { lateMs: [dayMs] });
    await target.run();
    expect(target.status).toBe('PUBLISHED');
  });

  it('reports the outcome of the call that it made in time', async () => {
    const { platform, target } = playOn('blind', { lateMs: [0, 2 * dayMs] });
    platform.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: hourMs, message: 'slow down' },
    });
    await target.run();
    expect([target.error?.code, target.outcomes, platform.commits]).toEqual([
      'RATE_LIMITED',
      ['RATE_LIMITED'],
      1,
    ]);
  });
});

describe('a run that begins ahead of the due time', () => {
  const aheadMs = 5_000;

  it('waits until the due time if the platform would refuse the post, which may be corrected until then', async () => {
    const { platform, target } = playOn('keyed', { aheadMs });
    const prepare = platform.prepare.bind(platform);
    platform.prepare = () => {
      platform.prepare = prepare;
      return Promise.resolve(rejected);
    };
    const { did, tookMs } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'CALL', 'END PUBLISHED']);
    expect([target.status, tookMs]).toEqual(['PUBLISHED', aheadMs]);
  });

  it('fails at the due time if the platform still refuses the post', async () => {
    const { platform, target } = playOn('keyed', { aheadMs });
    platform.prepare = () => Promise.resolve(rejected);
    const { did, tookMs } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'CALL', 'END FAILED']);
    expect([target.error?.code, tookMs]).toEqual(['PLATFORM_REJECTED', aheadMs]);
  });

  it('tries again at the due time, not after a longer wait, if the platform could not be reached', async () => {
    const { platform, target } = playOn('keyed', { aheadMs });
    platform.readiness.push(unreachable, unreachable);
    const { did, tookMs } = await target.run();
    // The second wait of the ladder would have been ten seconds.
    expect(did).toEqual(['CALL', 'WAIT 2 s', 'CALL', 'WAIT 3 s', 'CALL', 'END PUBLISHED']);
    expect(tookMs).toBe(aheadMs);
  });
});

describe('a canceled post', () => {
  it('is not called', async () => {
    const { platform, target } = playOn('blind');
    target.cancel();
    await target.run();
    expect([target.status, platform.commits]).toEqual(['CANCELED', 0]);
  });

  it('is not called again after a refusal for the moment', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: hourMs, message: 'slow down' },
      during: () => Promise.resolve(target.cancel()),
    });
    const { did } = await target.run();
    expect([did, target.status]).toEqual([['CALL', 'END CLOSED'], 'CANCELED']);
  });

  it('is not reported as canceled while its call may be public', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({
      accept: false,
      answer: { kind: 'ambiguous', message: 'the connection was reset' },
      during: () => Promise.resolve(target.cancel()),
    });
    await target.run();
    expect([target.status, target.error?.code]).toEqual(['FAILED', 'PUBLISH_UNCONFIRMED']);
  });

  it('is canceled once a look-up proves that nothing is public', async () => {
    const { platform, target } = playOn('keyed');
    platform.script.push({
      accept: false,
      answer: { kind: 'ambiguous', message: 'the connection was reset' },
      during: () => Promise.resolve(target.cancel()),
    });
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', 'END CLOSED']);
    expect([target.status, platform.commits]).toEqual(['CANCELED', 1]);
  });
});

describe('a post with media', () => {
  const withMedia = (guarantee: 'keyed' | 'blind' = 'blind') => playOn(guarantee, { carriesMedia: true });

  it('has its upload repeated after waits and refreshes, like a call', async () => {
    const { platform, target } = withMedia();
    platform.uploadScript.push(
      () => Promise.resolve({ kind: 'rate-limited', retryAfterMs: 1_000, message: '429' }),
      () => Promise.resolve({ kind: 'auth-expired', message: 'expired' }),
      () => Promise.resolve({ kind: 'ambiguous', message: 'cut off' }),
    );
    const { did } = await target.run();
    expect(did).toEqual([
      'UPLOAD',
      'WAIT 1 s',
      'UPLOAD',
      'REFRESH',
      'UPLOAD',
      'WAIT 2 s',
      'UPLOAD',
      'CALL',
      'END PUBLISHED',
    ]);
    expect([platform.uploads, platform.refreshes, platform.commits]).toEqual([4, 1, 1]);
    expect(target.outcomes).toEqual(['PUBLISHED']);
  });

  it('is uploaded again if the platform has lost the media by the time of the call', async () => {
    const { platform, target } = withMedia('keyed');
    platform.script.push({ accept: false, answer: { kind: 'upload-again', message: 'no such media' } });
    const states: (JsonObject | null)[] = [];
    platform.uploadScript.push(
      () => Promise.resolve(undefined),
      (_run, state) => {
        states.push(state);
        return Promise.resolve(undefined);
      },
    );
    await target.run();
    expect([target.outcomes, states]).toEqual([['PREPARE_AGAIN', 'PUBLISHED'], [{ text: 'Hello' }]]);
    expect(platform.published).toHaveLength(1);
  });

  it('fails if the platform can never fetch the media', async () => {
    const { platform, target } = withMedia();
    platform.uploadScript.push(
      ...times(10, () => Promise.resolve({ kind: 'upload-again', message: 'could not be fetched' } as const)),
    );
    await target.run();
    expect([target.status, target.error?.code, target.outcomes]).toEqual(['FAILED', 'MEDIA_UNAVAILABLE', []]);
    expect(platform.uploads).toBe(6);
  });

  it('fails with the platform’s message if the media are refused', async () => {
    const { platform, target } = withMedia();
    const refused = { kind: 'rejected', code: 'MEDIA_REJECTED', message: 'too dark' } as const;
    platform.uploadScript.push(() => Promise.resolve(refused));
    await target.run();
    expect(target.error).toEqual({ code: 'MEDIA_REJECTED', message: 'too dark' });
  });

  it('does not fail because of refused media before its due time', async () => {
    const { platform, target } = playOn('blind', { carriesMedia: true, aheadMs: 5_000 });
    const refused = { kind: 'rejected', code: 'MEDIA_REJECTED', message: 'too dark' } as const;
    platform.uploadScript.push(() => Promise.resolve(refused));
    const { did } = await target.run();
    expect(did).toEqual(['UPLOAD', 'WAIT 5 s', 'UPLOAD', 'CALL', 'END PUBLISHED']);
  });

  it('is looked up after an ambiguous call, and is not uploaded again', async () => {
    const { platform, target } = withMedia('keyed');
    platform.script.push({ accept: true, answer: { kind: 'ambiguous', message: 'reset' } });
    const { did } = await target.run();
    expect(did).toEqual(['UPLOAD', 'CALL', 'WAIT 5 s', 'LOOK_UP 1', 'END PUBLISHED']);
    expect(target.status).toBe('PUBLISHED');
    expect([platform.uploads, platform.commits, platform.lookups]).toEqual([1, 1, 1]);
  });
});
