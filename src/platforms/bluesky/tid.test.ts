import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tidOf } from './tid.js';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
const decode = (tid: string): bigint =>
  [...tid].reduce((sum, char) => sum * 32n + BigInt(alphabet.indexOf(char)), 0n);
const microsOf = (tid: string): bigint => decode(tid) >> 10n;

describe('record keys', () => {
  it('depend only on the publication', async () => {
    const createdAt = new Date('2026-11-21T12:34:56.789Z');
    // This value must never change: with another key, a new version would publish again what an older one has
    // published.
    expect(await tidOf({ id: 'target_1:POST', createdAt })).toBe('3n2t4fbxihwx2');
    // A database may return times with fewer digits.
    expect(await tidOf({ id: 'target_1:POST', createdAt: new Date('2026-11-21T12:34:56Z') })).toBe(
      '3n2t4fbxihwx2',
    );
    expect(await tidOf({ id: 'target_1:FIRST_COMMENT', createdAt })).not.toBe('3n2t4fbxihwx2');
  });

  it('are valid TIDs, never ahead of their time and at most three seconds behind it', async () => {
    const times = [
      '1970-01-01T00:00:00Z',
      '2024-02-29T23:59:59.999Z',
      '2026-11-21T00:00:00Z',
      '2222-02-02T02:02:02Z',
    ];
    for (const time of times) {
      const createdAt = new Date(time);
      for (let i = 0; i < 500; i += 1) {
        const tid = await tidOf({ id: randomUUID(), createdAt });
        expect(tid).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
        const behind = BigInt(createdAt.getTime()) * 1000n - microsOf(tid);
        if (createdAt.getTime() === 0) continue;
        expect(behind).toBeGreaterThanOrEqual(0n);
        expect(behind).toBeLessThanOrEqual(3_000_000n);
      }
    }
  });

  it('differ within a second, and are sorted by seconds', async () => {
    const second = (at: number) =>
      Promise.all(Array.from({ length: 2_000 }, () => tidOf({ id: randomUUID(), createdAt: new Date(at) })));
    const [earlier, later] = [await second(1_800_000_000_000), await second(1_800_000_002_000)];
    expect(new Set([...earlier, ...later]).size).toBe(4_000);
    expect([...earlier, ...later].sort().slice(0, 2_000).sort()).toEqual([...earlier].sort());
  });
});
