import { describe, expect, it } from 'vitest';
import { exceedsQuota, type QuotaQuestion } from './quota-windows.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2030, 0, 10);

/** The times are in hours after the start. */
function ask(othersH: number[], wantedH: number, more: Partial<QuotaQuestion> = {}) {
  const answer = exceedsQuota({
    window: 'rolling-day',
    max: 3,
    othersMs: othersH.map((hours) => startMs + hours * hourMs),
    knownUntilMs: startMs + 30 * dayMs,
    wantedMs: startMs + wantedH * hourMs,
    adds: 1,
    ...more,
  });
  if (answer === null) return null;
  const { actual, fitsAtMs } = answer;
  return { actual, fitsAtH: fitsAtMs === null ? null : (fitsAtMs - startMs) / hourMs };
}

describe('a rolling day', () => {
  it('has room for as many posts as the platform allows', () => {
    expect(ask([], 0)).toBeNull();
    expect(ask([1, 2], 3)).toBeNull();
    expect(ask([1, 2, 3], 25)).toBeNull();
    expect(ask([1, 2, 3], 100, { adds: 0 })).toBeNull();
  });

  it('is full until the first post is a day old', () => {
    expect(ask([1, 2, 3], 4)).toEqual({ actual: 4, fitsAtH: 25 });
    expect(ask([1, 2, 3], 24.5)).toEqual({ actual: 4, fitsAtH: 25 });
    expect(ask([1, 2, 3], 4, { adds: 2 })).toEqual({ actual: 5, fitsAtH: 26 });
  });

  it('counts later posts as well, because an earlier post could exceed the limit for them', () => {
    expect(ask([10, 11, 12], 0)).toEqual({ actual: 4, fitsAtH: 34 });
    expect(ask([10, 11, 12], 10)).toEqual({ actual: 4, fitsAtH: 34 });
    expect(ask([24, 25, 26], 0)).toBeNull();
  });

  it('is skipped while it is full, until the first day with room', () => {
    expect(ask([0, 1, 2, 24, 25, 26, 48, 49], 3)).toEqual({ actual: 4, fitsAtH: 50 });
  });

  it('has the next free time that a minute-by-minute search finds', () => {
    for (const others of [
      [1, 5, 9, 20, 26, 30, 41, 44, 52, 60],
      [0, 0, 0, 23, 24, 24, 30, 47, 48],
      [3, 4, 5, 6, 7, 30, 31, 70],
    ]) {
      for (let wantedH = 0; wantedH < 60; wantedH += 1) {
        const fits = (atH: number): boolean =>
          [atH, ...others].every((from) => {
            if (from > atH || from <= atH - 24) return true;
            return others.filter((hour) => hour >= from && hour < from + 24).length + 1 <= 3;
          });
        let expected = wantedH;
        while (!fits(expected)) expected += 1;
        const found = ask(others, wantedH);
        expect([others, wantedH, found?.fitsAtH ?? wantedH]).toEqual([others, wantedH, expected]);
      }
    }
  });

  it('has no next free time if that cannot be guaranteed', () => {
    expect(ask([1, 2, 3], 4, { knownUntilMs: startMs + 30 * hourMs })).toEqual({ actual: 4, fitsAtH: null });
    expect(ask([], 0, { adds: 4 })).toEqual({ actual: 4, fitsAtH: null });
    const everyHour = Array.from({ length: 24 * 10 }, (_, hour) => hour);
    expect(ask(everyHour, 30)).toEqual({ actual: 25, fitsAtH: null });
  });
});

describe('a calendar day of a time zone', () => {
  const window = { midnightIn: 'America/Los_Angeles' };

  it('begins at midnight in that zone', () => {
    expect(ask([9, 10, 11], 12, { window })).toEqual({ actual: 4, fitsAtH: 32 });
    expect(ask([5, 6, 7], 8, { window })).toBeNull();
    expect(ask([5, 6, 7], 7.5, { window })).toEqual({ actual: 4, fitsAtH: 8 });
    expect(ask([9, 10, 11, 33, 34, 35], 12, { window })).toEqual({ actual: 4, fitsAtH: 56 });
  });

  it('is 23 or 25 hours long when the clocks are changed', () => {
    const at = (iso: string): number => Date.parse(iso);
    const full = (noonIso: string) =>
      exceedsQuota({
        window,
        max: 1,
        othersMs: [at(noonIso)],
        knownUntilMs: at(noonIso) + 30 * dayMs,
        wantedMs: at(noonIso) + 1,
        adds: 1,
      });
    expect(full('2030-03-10T20:00:00Z')?.fitsAtMs).toBe(at('2030-03-11T07:00:00Z'));
    expect(full('2030-03-10T08:30:00Z')?.fitsAtMs).toBe(at('2030-03-11T07:00:00Z'));
    expect(full('2030-11-03T07:30:00Z')?.fitsAtMs).toBe(at('2030-11-04T08:00:00Z'));
    expect(full('2030-11-03T20:00:00Z')?.fitsAtMs).toBe(at('2030-11-04T08:00:00Z'));
  });
});
