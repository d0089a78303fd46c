import { describe, expect, it } from 'vitest';
import { attemptOutcomes, isOutcomeOpen } from './publish-attempts.js';
import { endOf, type EndingStep } from './step-ends.js';

const ended = (given: Partial<EndingStep> = {}) =>
  endOf({
    step: 'POST',
    lastOutcome: 'REJECTED',
    isCallMissing: false,
    hasUnprovenCall: false,
    isCancelWanted: false,
    ...given,
  });

describe('a step that is not known to be public', () => {
  it('fails, or is canceled if a cancel was requested', () => {
    expect(ended()).toBe('FAILED');
    expect(ended({ lastOutcome: undefined })).toBe('FAILED');
    expect(ended({ isCancelWanted: true })).toBe('CANCELED');
  });

  it('is never canceled while its last call has an unknown outcome', () => {
    for (const lastOutcome of [null, ...attemptOutcomes].filter(isOutcomeOpen)) {
      expect(ended({ lastOutcome, isCancelWanted: true })).toBe('CALL_UNCONFIRMED');
    }
  });

  it('is never canceled while a call may be missing in the database, or an earlier one may be public', () => {
    expect(ended({ isCallMissing: true, isCancelWanted: true })).toBe('UNCONFIRMED');
    expect(ended({ hasUnprovenCall: true, isCancelWanted: true })).toBe('EARLIER_UNCONFIRMED');
  });

  it('fails if it is a first comment, because the post keeps its status', () => {
    expect(ended({ step: 'FIRST_COMMENT', isCancelWanted: true })).toBe('FAILED');
    expect(ended({ step: 'FIRST_COMMENT', lastOutcome: null })).toBe('CALL_UNCONFIRMED');
  });
});
