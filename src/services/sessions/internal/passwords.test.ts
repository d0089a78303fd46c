import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, verifyPassword } from './passwords.js';

const password = 'correct horse battery staple';
const lowCost = { log2N: 10, r: 8, p: 1 };

describe('the hash of a password', () => {
  it('costs what guessing must cost, where nothing else is asked for', async () => {
    const hash = await hashPassword(password);
    expect(hash).toMatch(/^scrypt\$15\$8\$3\$/);
    expect(isOutdated(hash)).toBe(false);
    expect(await verifyPassword(password, hash)).toBe(true);
    expect(await verifyPassword(`${password}!`, hash)).toBe(false);
  });

  it('is verified at the cost that it was made at, and is outdated at another', async () => {
    const hash = await hashPassword(password, lowCost);
    expect(await verifyPassword(password, hash)).toBe(true);
    expect([isOutdated(hash), isOutdated(hash, lowCost)]).toEqual([true, false]);
  });

  it('leaves threads for files, however many people sign in at once', async () => {
    let hashed = 0;
    const hashing = Array.from({ length: 12 }, () => hashPassword(password).then(() => (hashed += 1)));
    // Enough turns for every hash to have been begun, if nothing held it back.
    await new Promise((resolve) => setImmediate(resolve));
    await readFile(new URL(import.meta.url));
    expect(hashed).toBeLessThan(5);
    await Promise.all(hashing);
  });

  it('is nothing that a password fits, where there is none', async () => {
    expect(await verifyPassword(password, null, lowCost)).toBe(false);
  });
});
