import { describe, expect, it } from 'vitest';
import { refreshDueAt } from './grant-life.js';

const dayMs = 24 * 60 * 60_000;
const now = new Date('2030-01-01T00:00:00.000Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * dayMs);
const due = (refreshBy: Date | null, refreshNotBefore: Date | null = null): Date | null =>
  refreshDueAt({ refreshBy, refreshNotBefore }, now);

describe('a refresh ahead', () => {
  it('is not needed where a grant does not die unused', () => {
    expect(due(null)).toBeNull();
    expect(due(null, inDays(1))).toBeNull();
  });

  it('is due after two thirds of the life', () => {
    expect(due(inDays(60))).toEqual(inDays(40));
    expect(due(inDays(180), inDays(1))).toEqual(inDays(120));
  });

  it('is not due before the platform takes it', () => {
    expect(due(inDays(3), inDays(2.5))).toEqual(inDays(2.5));
  });

  it('is due before the end, whatever else is said', () => {
    for (const [by, notBefore] of [
      [inDays(1), inDays(2)],
      [inDays(1), inDays(1)],
      [new Date(now.getTime() + 30_000), null],
      [inDays(-1), null],
    ] as const) {
      expect(due(by, notBefore)?.getTime()).toBeLessThan(by.getTime());
    }
  });
});
