import { describe, expect, it } from 'vitest';
import { lateCommitMsMax, missingNumbersMax } from '../../../domain/change-streams.js';
import { createNumbers } from './numbers.js';

describe('the numbers of a log', () => {
  it('are complete up to the first one that is missing', () => {
    const numbers = createNumbers({ highest: 10, missing: [] }, 0);
    expect(numbers.note([11, 14], 0)).toBe(true);
    expect([numbers.highest(), numbers.missing(), numbers.complete()]).toEqual([14, [12, 13], 11]);
    numbers.note([12], 1);
    expect([numbers.missing(), numbers.complete()]).toEqual([[13], 12]);
    numbers.note([13], 1);
    expect([numbers.missing(), numbers.complete()]).toEqual([[], 14]);
  });

  it('are not awaited once no transaction can commit them any more', () => {
    const numbers = createNumbers({ highest: 10, missing: [7] }, 0);
    numbers.note([12], 5);
    numbers.note([], lateCommitMsMax);
    expect(numbers.missing()).toEqual([7, 11]);
    numbers.note([], lateCommitMsMax + 1);
    expect(numbers.missing()).toEqual([11]);
    numbers.note([], lateCommitMsMax + 6);
    expect([numbers.missing(), numbers.complete()]).toEqual([[], 12]);
  });

  it('are all given up, with a report, if too many are missing', () => {
    const numbers = createNumbers({ highest: 0, missing: [] }, 0);
    expect(numbers.note([missingNumbersMax], 0)).toBe(true);
    expect(numbers.note([missingNumbersMax + 3], 0)).toBe(false);
    expect([numbers.missing(), numbers.complete()]).toEqual([[], missingNumbersMax + 3]);
    expect(numbers.note([missingNumbersMax * 9], 0)).toBe(false);
    expect(numbers.missing()).toEqual([]);
  });
});
