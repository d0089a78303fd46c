import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptOutcomes, nextMove, type AttemptOutcome } from './publish-attempts.js';
import {
  clampRetryAfterMs,
  ladderDelayMs,
  lookupDelaysMs,
  retryAfterMsMax,
  retryAfterMsMin,
} from './publish-ladders.js';

describe('nextMove', () => {
  it('allows a call on the first attempt', () => {
    expect(nextMove(undefined)).toBe('CALL');
  });

  it('never allows a call if the outcome of the last call is unknown', () => {
    for (const outcome of [null, 'AMBIGUOUS', 'UNCONFIRMED'] as const)
      expect(nextMove(outcome)).toBe('LOOK_UP');
  });

  it('publishes at most once, for any sequence of outcomes and look-ups', () => {
    const outcome = fc.constantFrom<AttemptOutcome | null>(null, ...attemptOutcomes);
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 40 }), (outcomes) => {
        let last: AttemptOutcome | null | undefined;
        let published = 0;
        for (const next of outcomes) {
          const move = nextMove(last);
          if (move === 'ALREADY_PUBLISHED') break;
          // A look-up may settle an open attempt, and only into one of these.
          const reachable =
            move === 'CALL' || next === 'PUBLISHED' || next === 'ABSENT' || next === 'UNCONFIRMED';
          if (!reachable) continue;
          last = next;
          if (next === 'PUBLISHED') published += 1;
        }
        expect(published).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the delays before look-ups and retries', () => {
  it('are 5 s, 30 s, 2 min and 10 min for look-ups', () => {
    expect(lookupDelaysMs).toEqual([5_000, 30_000, 120_000, 600_000]);
  });

  it('repeat their last step when there are no more', () => {
    expect([0, 1, 2, 9].map((step) => ladderDelayMs([1, 2, 3], step))).toEqual([1, 2, 3, 3]);
  });

  it('are kept within limits if a platform requests them', () => {
    fc.assert(
      fc.property(fc.double(), (asked) => {
        const waitMs = clampRetryAfterMs(asked);
        expect(waitMs).toBeGreaterThanOrEqual(retryAfterMsMin);
        expect(waitMs).toBeLessThanOrEqual(retryAfterMsMax);
      }),
    );
  });
});
