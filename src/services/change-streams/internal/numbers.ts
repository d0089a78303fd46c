import { lateCommitMsMax, missingNumbersMax } from '../../../domain/change-streams.js';

export interface Numbers {
  highest: () => number;
  /** The numbers below the highest that may still appear. */
  missing: () => number[];
  /** The number up to which nothing can appear any more. */
  complete: () => number;
  /** Notes what a read has found. Returns false if so many are missing that not all can be waited for. */
  note: (found: readonly number[], nowMs: number) => boolean;
}

/**
 * Follows numbers of a sequence. Transactions take them in order and commit in any order, and some never commit or take
 * a number for a row of another table. So a number that was passed over counts as missing until no transaction can
 * commit it any more.
 */
export function createNumbers(
  start: { highest: number; missing: readonly number[] },
  nowMs: number,
): Numbers {
  let { highest } = start;
  const missedSince = new Map(start.missing.map((number) => [number, nowMs]));
  const giveUp = (beforeMs: number): void => {
    for (const [number, sinceMs] of missedSince) if (sinceMs < beforeMs) missedSince.delete(number);
  };
  return {
    highest: () => highest,
    missing: () => [...missedSince.keys()],
    complete: () => Math.min(highest, ...[...missedSince.keys()].slice(0, 1).map((number) => number - 1)),
    note: (found, noteMs) => {
      const seen = new Set(found);
      for (const number of found) missedSince.delete(number);
      const next = found.reduce((most, number) => Math.max(most, number), highest);
      // Only the last numbers are noted, which is more than enough to notice that too many are missing.
      const from = Math.max(highest + 1, next - missingNumbersMax);
      for (let number = from; number < next; number += 1)
        if (!seen.has(number)) missedSince.set(number, noteMs);
      const isBounded = from === highest + 1 && missedSince.size <= missingNumbersMax;
      if (!isBounded) missedSince.clear();
      highest = next;
      giveUp(noteMs - lateCommitMsMax);
      return isBounded;
    },
  };
}
