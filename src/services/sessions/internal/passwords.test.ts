import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, verifyPassword } from './passwords.js';

const password = 'correct horse battery staple';
const owner = '192.0.2.1';
const lowCost = { log2N: 10, r: 8, p: 1 };

describe('the hash of a password', () => {
  it('is expensive to guess by default', async () => {
    const hash = await hashPassword(password, { owner });
    expect(hash).toMatch(/^scrypt\$15\$8\$3\$/);
    expect(isOutdated(hash)).toBe(false);
    expect(await verifyPassword(password, hash, { owner })).toBe(true);
    expect(await verifyPassword(`${password}!`, hash, { owner })).toBe(false);
  });

  it('is verified at its own cost, and is outdated at a different one', async () => {
    const hash = await hashPassword(password, { owner, cost: lowCost });
    expect(await verifyPassword(password, hash, { owner })).toBe(true);
    expect([isOutdated(hash), isOutdated(hash, lowCost)]).toEqual([true, false]);
  });

  it('leaves threads for reading files, however many users sign in at once', async () => {
    let hashed = 0;
    const hashing = Array.from({ length: 12 }, () =>
      hashPassword(password, { owner }).then(() => (hashed += 1)),
    );
    // Enough turns for every hash to start, if nothing limited them.
    await new Promise((resolve) => setImmediate(resolve));
    await readFile(new URL(import.meta.url));
    expect(hashed).toBeLessThan(5);
    await Promise.all(hashing);
  });

  it('is computed in turn for each network, so that a crowd in one network does not block users of another', async () => {
    const ended: string[] = [];
    const hashFor = (network: string): Promise<unknown> =>
      hashPassword(password, { owner: network, cost: lowCost }).then(() => ended.push(network));
    const crowd = Array.from({ length: 100 }, () => hashFor('198.51.100.1'));
    const crowdEnds = Promise.allSettled(crowd);
    await hashFor('203.0.113.7');
    // This hash waits only for the hashes that were running. In a single queue, it would wait for all 18 hashes of the
    // crowd.
    expect(ended.indexOf('203.0.113.7')).toBeLessThan(9);
    const outcomes = await crowdEnds;
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(50);
    const extras = { policy: 'passwords', limit: 18, remaining: 0, windowMs: null };
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'RATE_LIMITED', extras });
  });

  it('matches no password if a user has none', async () => {
    expect(await verifyPassword(password, null, { owner, cost: lowCost })).toBe(false);
  });
});
