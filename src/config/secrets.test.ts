import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './env.js';
import { createVault, deriveKey, parseEncryptionKeys } from './secrets.js';

const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const place = { table: 'social_accounts', column: 'credentials', rowId: 'acc_1' };

describe('the vault', () => {
  const keys = parseEncryptionKeys(key('k1'));
  const vault = createVault(keys);

  it('decrypts a value that it encrypted in the same context', () => {
    expect(vault.open(vault.seal('a secret', place), place)).toBe('a secret');
  });

  it('never shows the plaintext, and never produces the same ciphertext twice', () => {
    const [first, second] = [vault.seal('a secret', place), vault.seal('a secret', place)];
    expect(first).not.toContain('secret');
    expect(first).not.toBe(second);
  });

  it.each([
    ['row', { ...place, rowId: 'acc_2' }],
    ['column', { ...place, column: 'other' }],
    ['table', { ...place, table: 'other' }],
  ])('refuses a value that was moved to another %s', (_what, elsewhere) => {
    expect(() => vault.open(vault.seal('a secret', place), elsewhere)).toThrow();
  });

  it('decrypts values of an older key as long as it is listed, and encrypts with the first key', () => {
    const older = key('k1');
    const newer = key('k2');
    const sealed = createVault(parseEncryptionKeys(older)).seal('a secret', place);
    const rotated = createVault(parseEncryptionKeys(`${newer},${older}`));
    expect(rotated.open(sealed, place)).toBe('a secret');
    expect(rotated.seal('x', place)).toMatch(/^v1\.k2\./);
    expect(() => createVault(parseEncryptionKeys(newer)).open(sealed, place)).toThrow(/ENCRYPTION_KEYS/);
  });

  it('derives a different key for each purpose', () => {
    expect(deriveKey(keys, 'list-cursors').equals(deriveKey(keys, 'set-up-token'))).toBe(false);
  });
});

describe('ENCRYPTION_KEYS', () => {
  it.each([undefined, '', 'k1:short', 'no-colon', `k1:${randomBytes(16).toString('base64')}`])(
    'may not be %s',
    (value) => {
      expect(() => parseEncryptionKeys(value)).toThrow(ConfigError);
    },
  );

  it('may not have one id twice', () => {
    expect(() => parseEncryptionKeys(`${key('k1')},${key('k1')}`)).toThrow(/two entries have the id k1/);
  });
});
