import { describe, expect, it } from 'vitest';
import { refreshDueAt, retryRefreshAt } from './grant-life.js';

const now = new Date('2026-11-22T12:00:00Z');
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(now.getTime() + days * dayMs);
const daysFromNow = (at: Date | null): number =>
  at === null ? Number.NaN : (at.getTime() - now.getTime()) / dayMs;

describe('when a grant is refreshed ahead', () => {
  it('is never, where nothing says that it would die', () => {
    expect(refreshDueAt({ refreshBy: null, refreshNotBefore: null }, now)).toBeNull();
    expect(refreshDueAt({ refreshBy: null, refreshNotBefore: inDays(1) }, now)).toBeNull();
  });

  it.each([
    { life: 60, notBefore: 1, due: 40 },
    { life: 180, notBefore: null, due: 120 },
    { life: 90, notBefore: 70, due: 70 },
    { life: 1, notBefore: 1, due: 0.9 },
    { life: 1, notBefore: 2, due: 0.9 },
    { life: 100, notBefore: 98, due: 99 },
  ])('of $life days, not before day $notBefore: on day $due', ({ life, notBefore, due }) => {
    const at = refreshDueAt(
      { refreshBy: inDays(life), refreshNotBefore: notBefore === null ? null : inDays(notBefore) },
      now,
    );
    expect(daysFromNow(at)).toBeCloseTo(due, 5);
    expect(daysFromNow(at)).toBeLessThan(life);
  });

  it('is now, where its end is past by our count', () => {
    expect(refreshDueAt({ refreshBy: inDays(-1), refreshNotBefore: inDays(3) }, now)).toEqual(now);
  });
});

describe('when a refresh that failed is tried again', () => {
  it('is later and later, up to a quarter of a day', () => {
    const waits = [1, 2, 3, 4, 8, 50].map((failures) =>
      daysFromNow(retryRefreshAt({ failures, refreshBy: null, retryAfterMs: null }, now, 0.5)),
    );
    expect(waits.map((days) => Math.round(days * 24 * 60))).toEqual([5, 10, 20, 40, 360, 360]);
  });

  it('is spread, so that accounts that failed together come back one by one', () => {
    const at = (random: number): Date =>
      retryRefreshAt({ failures: 8, refreshBy: null, retryAfterMs: null }, now, random);
    expect(daysFromNow(at(0)) * 24).toBeCloseTo(4.5, 5);
    expect(daysFromNow(at(1)) * 24).toBeCloseTo(7.5, 5);
  });

  it('waits as long as the platform asks for', () => {
    const at = retryRefreshAt({ failures: 1, refreshBy: inDays(30), retryAfterMs: dayMs }, now, 0.5);
    expect(daysFromNow(at)).toBeCloseTo(1, 5);
  });

  it.each([0, 0.5, 1])('never leaves the time that is left, whatever is asked for (random %d)', (random) => {
    let at = now;
    const refreshBy = inDays(1);
    for (let failures = 1; failures <= 20; failures += 1) {
      const next = retryRefreshAt({ failures, refreshBy, retryAfterMs: 30 * dayMs }, at, random);
      expect(next.getTime()).toBeGreaterThan(at.getTime());
      expect(next.getTime()).toBeLessThan(refreshBy.getTime());
      at = next;
    }
  });

  it('goes on behind the end that we count with: the platform may know of another', () => {
    const at = retryRefreshAt({ failures: 9, refreshBy: inDays(-3), retryAfterMs: null }, now, 0.5);
    expect(daysFromNow(at) * 24).toBeCloseTo(6, 5);
  });
});
