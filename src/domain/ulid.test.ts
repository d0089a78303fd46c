import { describe, expect, it } from 'vitest';
import { encodeUlid } from './ulid.js';

describe('encodeUlid', () => {
  it('writes the example of the specification', () => {
    expect(encodeUlid(1_469_918_176_385, new Uint8Array(10)).slice(0, 10)).toBe('01ARYZ6S41');
  });

  it('covers the whole range, and keeps each random bit', () => {
    expect(encodeUlid(0, new Uint8Array(10))).toBe('0'.repeat(26));
    expect(encodeUlid(2 ** 48 - 1, new Uint8Array(10).fill(255))).toBe(`7${'Z'.repeat(25)}`);
    expect(encodeUlid(0, new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 33]))).toBe(`${'0'.repeat(24)}11`);
  });

  it('sorts by time as text', () => {
    const random = new Uint8Array(10).fill(255);
    expect(encodeUlid(1_000, random) < encodeUlid(1_001, new Uint8Array(10))).toBe(true);
  });
});
