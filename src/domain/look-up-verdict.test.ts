import { describe, expect, it } from 'vitest';
import { verdictOf, type FruitlessLookup } from './look-up-verdict.js';
import { lostAttemptAgeMsMin } from './publish-ladders.js';

/** Returns the verdict of the first of several look-ups, long after a call whose response was unclear. */
const verdictAfter = (
  said: FruitlessLookup['said'],
  {
    attempt,
    ...more
  }: Partial<Omit<FruitlessLookup, 'said' | 'attempt'>> & {
    attempt?: Partial<FruitlessLookup['attempt']>;
  } = {},
) =>
  verdictOf({
    said,
    guarantee: 'queryable',
    hasConsent: false,
    isCancelRequested: false,
    askedAtMs: 1_000_000,
    absencesBefore: 0,
    isLast: false,
    isOver: false,
    ...more,
    attempt: {
      outcome: 'AMBIGUOUS',
      isAssumed: false,
      isDuplicate: false,
      startedAtMs: 0,
      ...attempt,
    },
  });

describe('a platform that does not show the post', () => {
  it.each([
    ['keyed', 0, 'ABSENT'],
    ['queryable', 0, 'NOT_SEEN'],
    ['queryable', 1, 'ABSENT'],
    ['blind', 0, 'NOT_SEEN'],
    ['blind', 100, 'NOT_SEEN'],
  ] as const)('if it is %s, after %i such answers: %s', (guarantee, absencesBefore, verdict) => {
    expect(verdictAfter('absent', { guarantee, absencesBefore })).toBe(verdict);
  });

  it('leaves the outcome unconfirmed in the last look-up, unless its answer is proof', () => {
    expect(verdictAfter('absent', { guarantee: 'blind', isLast: true })).toBe('UNCONFIRMED');
    expect(verdictAfter('absent', { guarantee: 'queryable', isLast: true })).toBe('UNCONFIRMED');
    expect(verdictAfter('absent', { guarantee: 'keyed', isLast: true })).toBe('ABSENT');
  });

  it('proves nothing while a lost worker may still send the call', () => {
    const attempt = { outcome: null } as const;
    const early = { attempt, absencesBefore: 5, askedAtMs: lostAttemptAgeMsMin - 1 };
    expect(verdictAfter('absent', early)).toBe('NOT_SEEN');
    expect(verdictAfter('absent', { ...early, askedAtMs: lostAttemptAgeMsMin })).toBe('ABSENT');
    expect(verdictAfter('absent', { ...early, guarantee: 'keyed' })).toBe('ABSENT');
    // After a cancel, the late call could still make the post public.
    expect(verdictAfter('absent', { ...early, guarantee: 'keyed', isCancelRequested: true })).toBe(
      'NOT_SEEN',
    );
  });

  it('proves nothing if it could not be asked', () => {
    expect(verdictAfter('absent', { guarantee: null, absencesBefore: 5 })).toBe('NOT_SEEN');
  });
});

describe('an attempt that a series of look-ups left unconfirmed', () => {
  const attempt = { outcome: 'UNCONFIRMED' } as const;

  it('needs only one more absence if absence is proof', () => {
    expect(verdictAfter('absent', { attempt })).toBe('ABSENT');
    expect(verdictAfter('absent', { attempt, guarantee: 'blind' })).toBe('UNCONFIRMED');
  });

  it('may be called again on a blind platform if the user accepts a duplicate, unless that was canceled', () => {
    const blind = { attempt, guarantee: 'blind', hasConsent: true } as const;
    expect(verdictAfter('absent', blind)).toBe('ABSENT');
    expect(verdictAfter('absent', { ...blind, isCancelRequested: true })).toBe('UNCONFIRMED');
  });

  it('stays open if the platform’s answer proves nothing', () => {
    expect(verdictAfter('nothing', { attempt })).toBe('UNKNOWN');
    expect(verdictAfter('nothing', { attempt, isLast: true })).toBe('UNCONFIRMED');
  });
});

it('a consent covers an assumed attempt, which has had no series of look-ups', () => {
  const assumed = { attempt: { outcome: null, isAssumed: true }, guarantee: 'blind' } as const;
  expect(verdictAfter('absent', { ...assumed, hasConsent: true })).toBe('ABSENT');
  expect(verdictAfter('absent', assumed)).toBe('NOT_SEEN');
});

it('a call that was refused as a repeat is never made again', () => {
  const attempt = { isDuplicate: true };
  expect(verdictAfter('absent', { attempt, guarantee: 'blind' })).toBe('NOT_SEEN');
  expect(verdictAfter('absent', { attempt, guarantee: 'blind', absencesBefore: 1 })).toBe('UNCONFIRMED');
  expect(verdictAfter('absent', { attempt, guarantee: 'keyed' })).toBe('UNCONFIRMED');
});

it('a platform that still processes the post is asked again until the deadline', () => {
  expect(verdictAfter('processing')).toBe('PROCESSING');
  expect(verdictAfter('processing', { isLast: true })).toBe('PROCESSING');
  expect(verdictAfter('processing', { isLast: true, isOver: true })).toBe('UNCONFIRMED');
});

it('a platform that refused the post later ends the attempt', () => {
  expect(verdictAfter('refused', { isLast: true })).toBe('REFUSED');
});
