import { describe, expect, it } from 'vitest';
import { createQuotaHeadroomCache } from './quota-headroom.js';

function open() {
  const clock = { ms: 0 };
  return { clock, ...createQuotaHeadroomCache(() => clock.ms) };
}

describe('the remaining quota of a day', () => {
  it('is unknown until it has been counted', () => {
    expect(open().take('a', 1)).toBe(false);
  });

  it('is granted without a count up to half of it', () => {
    const { found, take } = open();
    found('a', { left: 10, max: 10 });
    expect([take('b', 1), take('a', 3), take('a', 3), take('a', 2), take('a', 1)]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('is forgotten after a minute, or when a count finds the day more than half full', () => {
    const { clock, found, take } = open();
    found('a', { left: 10, max: 10 });
    clock.ms = 59_999;
    expect(take('a', 1)).toBe(true);
    clock.ms = 60_000;
    expect(take('a', 1)).toBe(false);
    found('b', { left: 10, max: 10 });
    found('b', { left: 4, max: 10 });
    expect(take('b', 1)).toBe(false);
  });
});
