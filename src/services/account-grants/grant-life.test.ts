import { describe, expect, it } from 'vitest';
import { lifeUnknown } from '../../platforms/kit/connect.js';
import { dueAfterRefresh, lifeColumns, refreshDueAt, retryRefreshAt, toldLifeColumns } from './grant-life.js';

const now = new Date('2026-11-22T12:00:00Z');
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(now.getTime() + days * dayMs);
const daysFromNow = (at: Date | null): number =>
  at === null ? Number.NaN : (at.getTime() - now.getTime()) / dayMs;

describe('the first refresh of a grant', () => {
  it('is never due if the grant does not expire', () => {
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
  ])('is due for $life days, not before day $notBefore, on day $due', ({ life, notBefore, due }) => {
    const at = refreshDueAt(
      { refreshBy: inDays(life), refreshNotBefore: notBefore === null ? null : inDays(notBefore) },
      now,
    );
    expect(daysFromNow(at)).toBeCloseTo(due, 5);
    expect(daysFromNow(at)).toBeLessThan(life);
  });

  it('is due at once if the grant should have expired already', () => {
    expect(refreshDueAt({ refreshBy: inDays(-1), refreshNotBefore: inDays(3) }, now)).toEqual(now);
  });
});

describe('the retry of a failed refresh', () => {
  it('is delayed more and more, up to six hours', () => {
    const waits = [1, 2, 3, 4, 8, 50].map((failures) =>
      daysFromNow(retryRefreshAt({ failures, refreshBy: null, retryAfterMs: null }, now, 0.5)),
    );
    expect(waits.map((days) => Math.round(days * 24 * 60))).toEqual([5, 10, 20, 40, 360, 360]);
  });

  it('is spread, so that accounts that failed together are retried one by one', () => {
    const at = (random: number): Date =>
      retryRefreshAt({ failures: 8, refreshBy: null, retryAfterMs: null }, now, random);
    expect(daysFromNow(at(0)) * 24).toBeCloseTo(4.5, 5);
    expect(daysFromNow(at(1)) * 24).toBeCloseTo(7.5, 5);
  });

  it('waits as long as the platform asks', () => {
    const at = retryRefreshAt({ failures: 1, refreshBy: inDays(30), retryAfterMs: dayMs }, now, 0.5);
    expect(daysFromNow(at)).toBeCloseTo(1, 5);
  });

  it.each([0, 0.5, 1])(
    'never exceeds the remaining time, whatever the platform asks (random %d)',
    (random) => {
      let at = now;
      const refreshBy = inDays(1);
      for (let failures = 1; failures <= 20; failures += 1) {
        const next = retryRefreshAt({ failures, refreshBy, retryAfterMs: 30 * dayMs }, at, random);
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        expect(next.getTime()).toBeLessThan(refreshBy.getTime());
        at = next;
      }
    },
  );

  it('continues after the known expiry, because the platform may know a later one', () => {
    const at = retryRefreshAt({ failures: 9, refreshBy: inDays(-3), retryAfterMs: null }, now, 0.5);
    expect(daysFromNow(at) * 24).toBeCloseTo(6, 5);
  });
});

describe('a grant that must be both refreshed and reconnected', () => {
  const due = (refreshBy: number, reconnectBy: number): number =>
    daysFromNow(
      lifeColumns({ ...lifeUnknown, refreshBy: inDays(refreshBy), reconnectBy: inDays(reconnectBy) }, now)
        .refreshDueAt,
    );

  it('is due at the earlier of both times', () => {
    expect(due(90, 700)).toBeCloseTo(60, 5);
    expect(due(90, 20)).toBeCloseTo(20, 5);
  });
});

describe('the next refresh of a grant', () => {
  it.each([
    { of: 'days', dueIn: 60, life: 90, expected: 60 },
    { of: 'nothing that is known', dueIn: 0, life: null, expected: 0.25 },
    { of: 'one hour', dueIn: 2 / 72, life: 1 / 24, expected: 0.9 / 24 },
    { of: 'eight hours', dueIn: 2 / 9, life: 1 / 3, expected: 0.25 },
    { of: 'a time that is past by our count', dueIn: 0, life: -1, expected: 0.25 },
  ])('is due at the right time for a lifetime of $of', ({ dueIn, life, expected }) => {
    const columns = { refreshDueAt: inDays(dueIn), refreshBy: life === null ? null : inDays(life) };
    expect(daysFromNow(dueAfterRefresh(columns, now))).toBeCloseTo(expected, 5);
  });
});

describe('a health check of a grant', () => {
  const known = {
    tokenExpiresAt: inDays(1),
    refreshBy: inDays(90),
    refreshDueAt: inDays(10),
    reconnectBy: null,
  };

  it('changes only the expiry', () => {
    expect(toldLifeColumns(known, {}, now)).not.toHaveProperty('refreshDueAt');
    expect(toldLifeColumns(known, { tokenExpiresAt: inDays(2) }, now)).toEqual({
      tokenExpiresAt: inDays(2),
      refreshBy: inDays(90),
      reconnectBy: null,
    });
  });

  it('moves the next check to an earlier expiry, or to a later one if nothing else requires it', () => {
    expect(toldLifeColumns(known, { reconnectBy: inDays(5) }, now).refreshDueAt).toEqual(inDays(5));
    expect(toldLifeColumns(known, { reconnectBy: inDays(50) }, now).refreshDueAt).toEqual(inDays(10));
    const fixed = { ...known, refreshBy: null, reconnectBy: inDays(10) };
    expect(toldLifeColumns(fixed, { reconnectBy: inDays(80) }, now).refreshDueAt).toEqual(inDays(80));
  });

  it('does not postpone a refresh if the expiry is the same', () => {
    expect(toldLifeColumns(known, { refreshBy: inDays(90) }, now).refreshDueAt).toEqual(inDays(10));
    expect(toldLifeColumns(known, { refreshBy: inDays(30) }, now).refreshDueAt).toEqual(inDays(20));
  });
});
