import { describe, expect, it } from 'vitest';
import { createTidSource } from './tid.js';

describe('record keys', () => {
  it('are valid TIDs', () => {
    const newTid = createTidSource({ now: () => new Date('2026-11-21T00:00:00Z') });
    expect(newTid()).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
  });

  it('encode the time as the reference does', () => {
    // 2024-01-01T00:00:00.000Z in microseconds, clock id 0.
    const newTid = createTidSource({ now: () => new Date(1_704_067_200_000) }, 0);
    const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
    const decoded = [...newTid()].reduce((sum, char) => sum * 32n + BigInt(alphabet.indexOf(char)), 0n);
    expect(decoded >> 10n).toBe(1_704_067_200_000_000n);
  });

  it('grow, also while the clock stands still and after it went back', () => {
    let now = 1_800_000_000_000;
    const newTid = createTidSource({ now: () => new Date(now) });
    const keys = Array.from({ length: 2_500 }, () => newTid());
    now -= 60_000;
    keys.push(newTid(), newTid());
    expect([...keys].sort()).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
