import { describe, expect, it } from 'vitest';
import { createDatabaseClock, createServiceClock } from './due-clock.js';

describe('the database clock', () => {
  it('is before every time until the database has reported its own', () => {
    expect(createDatabaseClock(() => 5).nowMs(9e15)).toBe(Number.NEGATIVE_INFINITY);
  });

  it('follows the fastest response, and continues with the monotonic clock', () => {
    let monotonicMs = 1_000;
    const clock = createDatabaseClock(() => monotonicMs);
    clock.note(500_000);
    monotonicMs += 100;
    // The response took 80 ms, so the estimate does not change.
    clock.note(500_020);
    expect(clock.nowMs(0)).toBe(500_100);
    monotonicMs += 100;
    // The first response took 30 ms itself, so the estimate moves ahead.
    clock.note(500_230);
    expect(clock.nowMs(0)).toBe(500_230);
  });

  it('follows a database whose clock was set back, or that was replaced by another one', () => {
    const clock = createDatabaseClock(() => 0);
    clock.note(600_000);
    for (let answer = 0; answer < 400; answer += 1) clock.note(500_000);
    expect(clock.nowMs(0)).toBe(500_000);
  });

  it('does not depend on the time that a run assumes', () => {
    expect(createDatabaseClock().dueNow(Date.now())).toBeNull();
  });
});

describe('the service clock', () => {
  it('is the later of its own time and the time of the run', () => {
    const clock = createServiceClock({ now: () => new Date(1_000) });
    expect([clock.nowMs(0), clock.nowMs(2_000)]).toEqual([1_000, 2_000]);
    expect(clock.dueNow(2_000)).toEqual(new Date(2_000));
  });
});
