import { describe, expect, it } from 'vitest';
import { playOn } from '../harness/play-target.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;
const expired = { kind: 'auth-expired', message: 'expired' } as const;
const absent = { kind: 'absent' } as const;
const guarantees = ['keyed', 'queryable', 'blind'] as const;
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe.each(guarantees)('a call of unknown outcome on a %s platform', (guarantee) => {
  it('ends as PUBLISHED with one publication, which the first look-up finds, if the response was lost', async () => {
    const { platform, target } = playOn(guarantee);
    platform.script.push({ accept: true, answer: lost });
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', 'END PUBLISHED']);
    expect(target).toMatchObject({ status: 'PUBLISHED', externalPostId: platform.published[0]?.id });
    expect([platform.published.length, target.outcomes]).toEqual([1, ['PUBLISHED']]);
  });

  it('leads to one publication if a worker crashes after the platform has accepted the post', async () => {
    const { platform, target } = playOn(guarantee);
    platform.script.push({ accept: true, thenDie: true });
    await target.run();
    expect([platform.commits, platform.published.length, target.outcomes]).toEqual([1, 1, ['PUBLISHED']]);
  });

  it('ends as PUBLISH_UNCONFIRMED if the platform cannot be asked either, and a retry looks up first', async () => {
    const { platform, target } = playOn(guarantee);
    platform.script.push({ accept: true, answer: lost });
    platform.finds.push(...times(4, unreachable));
    const { did, tookMs } = await target.run();
    expect(did).toEqual([
      'CALL',
      'WAIT 5 s',
      'LOOK_UP 1',
      'WAIT 30 s',
      'LOOK_UP 2',
      'WAIT 120 s',
      'LOOK_UP 3',
      'WAIT 600 s',
      'LOOK_UP 4, the last',
      'END UNCONFIRMED',
    ]);
    expect(tookMs).toBe(755_000);
    expect(target).toMatchObject({ status: 'FAILED', externalPostId: null });
    expect([target.error?.code, target.outcomes, platform.lookups]).toEqual([
      'PUBLISH_UNCONFIRMED',
      ['UNCONFIRMED'],
      4,
    ]);
    const again = await target.run({ afterMs: minuteMs });
    expect(again.did).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', 'END PUBLISHED']);
    expect([platform.commits, platform.published.length, target.error]).toEqual([1, 1, undefined]);
  });
});

describe('a post that the platform does not show', () => {
  it.each([
    ['keyed', 1],
    ['queryable', 2],
  ] as const)('is called again on a %s platform after %i look-up(s)', async (guarantee, lookups) => {
    const { platform, target } = playOn(guarantee);
    platform.script.push({ accept: false, answer: lost });
    await target.run();
    expect([platform.lookups, platform.published.length]).toEqual([lookups, 1]);
    expect(target.outcomes).toEqual(['ABSENT', 'PUBLISHED']);
  });

  it('needs two absences in a row on a queryable platform', async () => {
    const { platform, target } = playOn('queryable');
    platform.script.push({ accept: false, answer: lost });
    platform.finds.push(absent, unreachable, absent, absent);
    const { did } = await target.run();
    expect(did.slice(-3)).toEqual(['LOOK_UP 4, the last', 'CALL', 'END PUBLISHED']);
    expect([platform.lookups, target.outcomes]).toEqual([4, ['ABSENT', 'PUBLISHED']]);
  });

  it('is called at growing intervals if a queryable platform proves the absence repeatedly', async () => {
    const { platform, target } = playOn('queryable');
    platform.script.push(...times(7, { accept: false, answer: lost }));
    const { did } = await target.run();
    expect([platform.commits, platform.published.length]).toEqual([8, 1]);
    const waits = did.filter((one) => one.startsWith('WAIT') && !['WAIT 5 s', 'WAIT 30 s'].includes(one));
    // The wait of 30 seconds belongs to the look-ups.
    expect(waits).toEqual(['WAIT 2 s', 'WAIT 10 s', 'WAIT 120 s', 'WAIT 600 s']);
  });

  it('is never called again on a blind platform, because an absence proves nothing there', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({ accept: false, answer: lost });
    await target.run();
    expect([platform.commits, platform.lookups, platform.published.length]).toEqual([1, 4, 0]);
    expect([target.error?.code, target.outcomes]).toEqual(['PUBLISH_UNCONFIRMED', ['UNCONFIRMED']]);
  });

  it('is not called again soon after a worker was lost, which may still send the call', async () => {
    const { platform, target } = playOn('queryable');
    platform.script.push({ accept: true, thenDie: true });
    platform.finds.push(absent);
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', 'WAIT 30 s', 'LOOK_UP 2', 'END PUBLISHED']);
    expect(platform.commits).toBe(1);
  });

  it('is not canceled soon after a worker was lost, which may still send the call', async () => {
    const { platform, target } = playOn('keyed');
    platform.script.push({ accept: true, thenDie: true, during: () => Promise.resolve(target.cancel()) });
    platform.finds.push(absent);
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', 'WAIT 30 s', 'LOOK_UP 2', 'END PUBLISHED']);
    expect(target.status).toBe('PUBLISHED');
  });

  it('is looked up with a new token if the token expires in the meantime', async () => {
    const { platform, target } = playOn('queryable');
    platform.script.push({ accept: true, answer: lost });
    platform.finds.push(expired);
    const { did } = await target.run();
    expect(did).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', 'REFRESH', 'LOOK_UP 1', 'END PUBLISHED']);
    expect([platform.refreshes, platform.commits]).toEqual([1, 1]);
  });
});

describe('a first comment of unknown outcome', () => {
  it('is looked up, and not posted twice', async () => {
    const { platform, target } = playOn('keyed', { step: 'FIRST_COMMENT', text: 'First!' });
    platform.script.push({ accept: true, answer: lost });
    await target.run();
    expect(platform.published.map(({ text }) => text)).toEqual(['First!']);
    expect([target.status, target.error, target.outcomes]).toEqual(['PUBLISHED', undefined, ['PUBLISHED']]);
  });

  it('stays unconfirmed with an error about the comment', async () => {
    const { platform, target } = playOn('blind', { step: 'FIRST_COMMENT' });
    platform.script.push({ accept: false, answer: lost });
    await target.run();
    expect(target.error?.message).toMatch(/^The first comment was sent, but no response arrived/);
  });
});

describe('a reply of unknown outcome', () => {
  const reply = () => playOn('queryable', { isReply: true });

  it('is sent again if its absence is proven', async () => {
    const { platform, target } = reply();
    platform.script.push({ accept: false, answer: lost });
    await target.run();
    expect([target.status, target.externalPostId]).toEqual(['PUBLISHED', 'THREADS-1']);
    expect([target.outcomes, platform.published.length]).toEqual([['ABSENT', 'PUBLISHED'], 1]);
  });

  it('is sent once if its worker crashes after the platform has accepted it', async () => {
    const { platform, target } = reply();
    platform.script.push({ accept: true, thenDie: true });
    await target.run();
    expect([target.status, target.externalPostId]).toEqual(['PUBLISHED', 'THREADS-1']);
    expect([platform.commits, platform.published.length]).toEqual([1, 1]);
  });
});

describe('an unconfirmed post on a blind platform', () => {
  const unconfirmed = async (accept: boolean) => {
    const played = playOn('blind');
    played.platform.script.push({ accept, answer: lost });
    played.platform.finds.push(...times(4, accept ? unreachable : absent));
    await played.target.run();
    played.platform.lookups = 0;
    return played;
  };

  it('is looked up by a retry, and not published again by default', async () => {
    const { platform, target } = await unconfirmed(false);
    await target.run({ afterMs: 13 * minuteMs });
    expect(target.error?.code).toBe('PUBLISH_UNCONFIRMED');
    expect([platform.lookups, platform.commits, platform.published.length]).toEqual([1, 1, 0]);
  });

  it('is looked up first and published again if the user accepts a duplicate', async () => {
    const { platform, target } = await unconfirmed(false);
    await target.run({ afterMs: 13 * minuteMs, republishUnconfirmed: true });
    expect([platform.lookups, platform.commits, platform.published.length]).toEqual([1, 2, 1]);
    expect(target.outcomes).toEqual(['ABSENT', 'PUBLISHED']);
  });

  it('is not published again even with that consent if the platform shows the post', async () => {
    const { platform, target } = await unconfirmed(true);
    await target.run({ afterMs: 13 * minuteMs, republishUnconfirmed: true });
    expect([target.status, platform.commits, platform.published.length]).toEqual(['PUBLISHED', 1, 1]);
  });

  it('stays unconfirmed if the call that follows the consent is refused, because the first may be public', async () => {
    const { platform, target } = await unconfirmed(false);
    platform.script.push({
      accept: false,
      answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
    });
    await target.run({ afterMs: 13 * minuteMs, republishUnconfirmed: true });
    expect(target.error).toMatchObject({
      code: 'PUBLISH_UNCONFIRMED',
      message: expect.stringContaining('Another attempt failed: no') as string,
    });
  });
});

describe('a platform that accepts a post and publishes it later', () => {
  const accepted = { ...lost, state: { shareId: 'share-1' } };
  const processing = { kind: 'processing', checkAfterMs: null, message: 'still at it' } as const;
  const refused = {
    kind: 'refused',
    code: 'MEDIA_REJECTED',
    message: 'The frame rate is too high.',
  } as const;

  it('is asked about the post as long as it processes the post, with the id that it returned', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({ accept: true, answer: accepted });
    platform.finds.push(...times(12, processing));
    const find = platform.findPublished.bind(platform);
    const states: unknown[] = [];
    platform.findPublished = (session, publication, state, search) => {
      states.push(state);
      return find(session, publication, state, search);
    };
    await target.run();
    expect([target.status, platform.commits, platform.lookups]).toEqual(['PUBLISHED', 1, 13]);
    expect(states).toEqual(times(13, expect.objectContaining({ shareId: 'share-1' })));
  });

  it('leaves the target unconfirmed if it does not finish within a day', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({ accept: true, answer: accepted });
    platform.finds.push(...times(200, processing));
    const { tookMs } = await target.run();
    expect(target.error?.code).toBe('PUBLISH_UNCONFIRMED');
    expect(platform.lookups).toBeGreaterThan(40);
    expect(platform.lookups).toBeLessThan(80);
    expect(tookMs).toBeGreaterThanOrEqual(24 * hourMs);
  });

  it('fails the target if it finally refuses the post, and a retry makes one more call', async () => {
    const { platform, target } = playOn('blind');
    platform.script.push({ accept: false, answer: accepted });
    platform.finds.push(processing, refused);
    await target.run();
    expect(target.error).toEqual({ code: 'MEDIA_REJECTED', message: 'The frame rate is too high.' });
    expect([target.outcomes, target.state]).toEqual([['REJECTED'], null]);
    await target.run();
    expect([target.status, platform.published.length, platform.commits]).toEqual(['PUBLISHED', 1, 2]);
  });
});
