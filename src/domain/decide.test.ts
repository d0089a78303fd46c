import { describe, expect, it } from 'vitest';
import { playDecisions, playEvents, type Answer } from '../../test/harness/play-decisions.js';
import { uploadsMax } from './publish-ladders.js';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const published = { kind: 'PUBLISHED' } as const;
const failed = { kind: 'FAILED' } as const;
const closed = { kind: 'CLOSED' } as const;
const notSent = { kind: 'NOT_SENT' } as const;
const ambiguous = { kind: 'AMBIGUOUS' } as const;
const notSeen = { kind: 'NOT_SEEN' } as const;
const unknown = { kind: 'UNKNOWN' } as const;
const absent = { kind: 'ABSENT' } as const;
const uploaded = { kind: 'UPLOADED' } as const;
const uploadAgain = { kind: 'UPLOAD_AGAIN' } as const;
const prepareAgain = { kind: 'PREPARE_AGAIN' } as const;
const expired = { kind: 'AUTH_EXPIRED', credentialsVersion: 7 } as const;
const limited = (waitMs: number) => ({ kind: 'RATE_LIMITED', waitMs }) as const;
const notReady = (waitMs: number | null = null) => ({ kind: 'NOT_READY', waitMs }) as const;
const processing = (waitMs: number | null = null) => ({ kind: 'PROCESSING', waitMs }) as const;
const notDue = (untilMs: number, waitMs?: number) =>
  ({ kind: 'NOT_DUE', untilMs, ...(waitMs !== undefined && { waitMs }) }) as const;
const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);

/** Plays a text that is due now, with an hour left. */
const didAfter = (...answers: Answer[]): string[] => playDecisions({}, answers).did;

describe('a call', () => {
  it.each([
    ['PUBLISHED', published],
    ['FAILED', failed],
    ['CLOSED', closed],
  ] as const)('ends the step if the answer is %s', (end, answer) => {
    expect(didAfter(answer)).toEqual(['CALL', `END ${end}`]);
  });

  it('is repeated after growing waits, until the deadline, if it did not reach the platform', () => {
    const { did, tookMs } = playDecisions({}, times(20, notSent));
    expect(did.slice(0, 7)).toEqual(['CALL', 'WAIT 2 s', 'CALL', 'WAIT 10 s', 'CALL', 'WAIT 30 s', 'CALL']);
    expect(did.at(-1)).toBe('GIVE_UP PLATFORM_UNAVAILABLE');
    expect(tookMs).toBeLessThanOrEqual(60 * minuteMs);
    expect(tookMs).toBeGreaterThan(50 * minuteMs);
  });

  it('waits as long as the platform asks, and gives up if that is beyond the deadline', () => {
    expect(didAfter(limited(90 * secondMs), published)).toEqual([
      'CALL',
      'WAIT 90 s',
      'CALL',
      'END PUBLISHED',
    ]);
    expect(didAfter(limited(61 * minuteMs))).toEqual(['CALL', 'GIVE_UP RATE_LIMITED']);
    const quota = { ...limited(61 * minuteMs), reason: 'PLATFORM_QUOTA_EXCEEDED' } as const;
    expect(didAfter(quota)).toEqual(['CALL', 'GIVE_UP PLATFORM_QUOTA_EXCEEDED']);
  });

  it('waits until the platform is ready, as long as it asks for or as our delays say', () => {
    expect(didAfter(notReady(), notReady(), notReady(7 * secondMs), published)).toEqual([
      'CALL',
      'WAIT 1 s',
      'CALL',
      'WAIT 2 s',
      'CALL',
      'WAIT 7 s',
      'CALL',
      'END PUBLISHED',
    ]);
  });

  it('is prepared again immediately, but only a limited number of times', () => {
    expect(didAfter(...times(9, prepareAgain))).toEqual([
      'CALL',
      'CALL',
      'CALL',
      'CALL',
      'CALL',
      'GIVE_UP NOT_READY_IN_TIME',
    ]);
  });

  it('returns for its turn, even if the clocks differ', () => {
    expect(didAfter(notDue(3 * secondMs), published)).toEqual(['CALL', 'WAIT 3 s', 'CALL', 'END PUBLISHED']);
    expect(didAfter(notDue(0), published)).toEqual(['CALL', 'WAIT 0.25 s', 'CALL', 'END PUBLISHED']);
    expect(didAfter(notDue(0, 40 * secondMs), published)).toEqual([
      'CALL',
      'WAIT 40 s',
      'CALL',
      'END PUBLISHED',
    ]);
  });

  it('ends with a recorded failure if it never had its turn', () => {
    const late = notDue(0, 61 * minuteMs);
    expect(didAfter(late)).toEqual(['CALL', 'GIVE_UP PUBLISH_WINDOW_MISSED']);
  });
});

describe('a call of unknown outcome', () => {
  it('is looked up at growing intervals, and stays unconfirmed after the last one', () => {
    const { did } = playDecisions({}, [ambiguous, unknown, notSeen, unknown, notSeen]);
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
  });

  it.each([
    ['PUBLISHED', published],
    ['FAILED', failed],
    ['CLOSED', closed],
    ['UNCONFIRMED', { kind: 'UNCONFIRMED' }],
  ] as const)('ends as %s if the look-up says so', (end, answer) => {
    expect(didAfter(ambiguous, answer)).toEqual(['CALL', 'WAIT 5 s', 'LOOK_UP 1', `END ${end}`]);
  });

  it('is made again once its absence is proven: twice at once, then after waits', () => {
    const one = [ambiguous, absent];
    const { did } = playDecisions({}, [...one, ...one, ...one, published]);
    const lookedUp = ['CALL', 'WAIT 5 s', 'LOOK_UP 1'];
    expect(did).toEqual([...lookedUp, ...lookedUp, ...lookedUp, 'WAIT 2 s', 'CALL', 'END PUBLISHED']);
  });

  it('counts consecutive absences for the next look-up', () => {
    const { position } = playDecisions({}, [ambiguous, notSeen, notSeen]);
    expect(position.lookups?.asked).toEqual({ absencesBefore: 2, last: false });
    const interrupted = playDecisions({}, [ambiguous, notSeen, unknown]);
    expect(interrupted.position.lookups?.asked).toEqual({ absencesBefore: 0, last: false });
  });

  it('is looked up with a new token, once for each look-up', () => {
    expect(didAfter(ambiguous, expired, 'refreshed', published)).toEqual([
      'CALL',
      'WAIT 5 s',
      'LOOK_UP 1',
      'REFRESH',
      'LOOK_UP 1',
      'END PUBLISHED',
    ]);
    expect(didAfter(ambiguous, expired, 'unavailable', expired, expired, 'refreshed', published)).toEqual([
      'CALL',
      'WAIT 5 s',
      'LOOK_UP 1',
      'REFRESH',
      'LOOK_UP 1',
      'WAIT 30 s',
      'LOOK_UP 2',
      'REFRESH',
      'LOOK_UP 2',
      'END PUBLISHED',
    ]);
  });

  it('is looked up again while the platform processes it, and for the last time at the deadline', () => {
    const { did, tookMs } = playDecisions({}, [ambiguous, ...times(50, processing())]);
    expect(did.slice(0, 7)).toEqual([
      'CALL',
      'WAIT 5 s',
      'LOOK_UP 1',
      'WAIT 5 s',
      'LOOK_UP 1',
      'WAIT 15 s',
      'LOOK_UP 1',
    ]);
    expect(did).toContain('LOOK_UP 1, the last');
    expect(did.at(-1)).toBe('END UNCONFIRMED');
    expect(tookMs).toBeGreaterThanOrEqual(60 * minuteMs);
    const slow = playDecisions({ deadlineMs: 24 * 60 * minuteMs }, [
      ambiguous,
      processing(5 * 60 * minuteMs),
      published,
    ]);
    expect(slow.did).toContain('WAIT 3600 s');
  });
});

it('a list of recorded events leads to the decisions of the run that had them', () => {
  const decisions = playEvents({}, [
    { kind: 'BEGUN', atMs: 0 },
    { kind: 'CALLED', result: ambiguous, atMs: secondMs },
    { kind: 'LOOKED_UP', result: expired, atMs: 6 * secondMs },
    { kind: 'REFRESHED', result: 'refreshed', atMs: 7 * secondMs },
    { kind: 'LOOKED_UP', result: absent, atMs: 8 * secondMs },
    { kind: 'CALLED', result: notSent, atMs: 59 * minuteMs + 59 * secondMs },
  ]);
  expect(decisions.map(({ command }) => command.kind)).toEqual([
    'CALL',
    'WAIT',
    'REFRESH',
    'LOOK_UP',
    'CALL',
    'GIVE_UP',
  ]);
});

describe('media', () => {
  const didWithMedia = (...answers: Answer[]): string[] => playDecisions({ carriesMedia: true }, answers).did;

  it('are uploaded before the call', () => {
    expect(didWithMedia(uploaded, published)).toEqual(['UPLOAD', 'CALL', 'END PUBLISHED']);
  });

  it('are uploaded again if the platform has lost them: immediately, then after waits, and a limited number of times', () => {
    const lost = [uploaded, uploadAgain];
    const did = didWithMedia(...Array.from({ length: uploadsMax }, () => lost).flat());
    expect(did.slice(0, 6)).toEqual(['UPLOAD', 'CALL', 'UPLOAD', 'CALL', 'WAIT 2 s', 'UPLOAD']);
    expect(did.at(-1)).toBe('GIVE_UP MEDIA_UNAVAILABLE');
    expect(did.filter((one) => one === 'UPLOAD')).toHaveLength(uploadsMax);
  });

  it('are uploaded again if the prepared state is gone', () => {
    expect(didWithMedia(uploaded, prepareAgain, uploaded, published)).toEqual([
      'UPLOAD',
      'CALL',
      'UPLOAD',
      'CALL',
      'END PUBLISHED',
    ]);
  });

  it('are not uploaded again after a call that was not sent', () => {
    expect(didWithMedia(uploaded, notSent, published)).toEqual([
      'UPLOAD',
      'CALL',
      'WAIT 2 s',
      'CALL',
      'END PUBLISHED',
    ]);
  });
});

describe('an expired token', () => {
  it('is refreshed twice at once, and then after waits', () => {
    expect(didAfter(expired, 'refreshed', expired, 'refreshed', expired, 'refreshed', published)).toEqual([
      'CALL',
      'REFRESH',
      'CALL',
      'REFRESH',
      'CALL',
      'REFRESH',
      'WAIT 30 s',
      'CALL',
      'END PUBLISHED',
    ]);
    expect(didAfter(expired, 'unavailable', published)).toEqual([
      'CALL',
      'REFRESH',
      'WAIT 2 s',
      'CALL',
      'END PUBLISHED',
    ]);
  });

  it('ends the run if the grant was revoked', () => {
    expect(didAfter(expired, 'revoked')).toEqual(['CALL', 'REFRESH', 'GIVE_UP PLATFORM_AUTH_FAILED']);
  });
});

describe('before the due time', () => {
  const dueMs = 20 * secondMs;
  const early = (...answers: Answer[]) =>
    playDecisions({ dueMs, deadlineMs: 60 * minuteMs + dueMs }, answers);

  it.each([
    ['failed', failed],
    ['is closed', closed],
  ] as const)('nothing ends: a call that %s is tried again at the due time', (_what, answer) => {
    expect(early(answer, published).did).toEqual(['CALL', 'WAIT 20 s', 'CALL', 'END PUBLISHED']);
  });

  it('a worker that was lost has made no call, so nothing is looked up', () => {
    expect(early(ambiguous, published).did).toEqual(['CALL', 'WAIT 2 s', 'CALL', 'END PUBLISHED']);
  });

  it('nothing fails, no wait goes beyond the due time, and then all tries count from zero', () => {
    const { did, position } = early(...times(3, notSent), published);
    expect(did).toEqual([
      'CALL',
      'WAIT 2 s',
      'CALL',
      'WAIT 10 s',
      'CALL',
      'WAIT 8 s',
      'CALL',
      'END PUBLISHED',
    ]);
    expect(position.tries.unreachable).toBe(0);
    expect(early(expired, 'revoked', published).did).toEqual([
      'CALL',
      'REFRESH',
      'WAIT 20 s',
      'CALL',
      'END PUBLISHED',
    ]);
  });

  it('a wait that the platform asks for may go beyond the due time, and so may one for a turn in a crowd', () => {
    expect(early(limited(minuteMs), published).did).toEqual(['CALL', 'WAIT 60 s', 'CALL', 'END PUBLISHED']);
    expect(early(notDue(dueMs, 30 * secondMs), published).did).toEqual([
      'CALL',
      'WAIT 30 s',
      'CALL',
      'END PUBLISHED',
    ]);
  });
});
