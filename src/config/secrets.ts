import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ConfigError } from './env.js';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const version = 'v1';

export interface EncryptionKey {
  id: string;
  key: Buffer;
}

/** Parses ENCRYPTION_KEYS. The first key encrypts and every key decrypts, so that keys can be rotated. */
export function parseEncryptionKeys(value: string | undefined): EncryptionKey[] {
  if (value === undefined)
    throw new ConfigError('ENCRYPTION_KEYS: required, for instance k1:$(openssl rand -base64 32)');
  const ids = new Set<string>();
  return value.split(',').map((part, index) => {
    const match = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/]{43}=)$/.exec(part.trim());
    const key = Buffer.from(match?.[2] ?? '', 'base64');
    if (!match?.[1] || key.length !== keyBytes) {
      throw new ConfigError(
        `ENCRYPTION_KEYS: entry ${index + 1} must be a key id, a colon and 32 bytes in base64`,
      );
    }
    // Values name the id of their key, so with two keys of one id some could not be decrypted any more.
    if (ids.has(match[1])) {
      throw new ConfigError(
        `ENCRYPTION_KEYS: two entries have the id ${match[1]}; give the new key another one`,
      );
    }
    ids.add(match[1]);
    return { id: match[1], key };
  });
}

/** One field of one row in the database. A value encrypted for one place cannot be decrypted in another. */
export interface SealPlace {
  table: string;
  column: string;
  rowId: string;
}

/** Encrypts with AES-256-GCM. An encrypted value is `v1.keyId.iv.ciphertext.tag`, in base64url. */
export function createVault(keys: EncryptionKey[]): {
  seal: (plaintext: string, place: SealPlace) => string;
  open: (sealed: string, place: SealPlace) => string;
  keyIds: readonly [string, ...string[]];
} {
  const [current, ...older] = keys;
  if (current === undefined) throw new ConfigError('ENCRYPTION_KEYS: at least one key is required');
  const keyById = new Map(keys.map(({ id, key }) => [id, key]));
  const aad = (place: SealPlace): Buffer => Buffer.from(`${place.table}:${place.column}:${place.rowId}`);
  return {
    seal(plaintext, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv, { authTagLength: tagBytes }).setAAD(
        aad(place),
      );
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return [
        version,
        current.id,
        ...[iv, ciphertext, cipher.getAuthTag()].map((b) => b.toString('base64url')),
      ].join('.');
    },
    open(sealed, place) {
      const [sealedVersion, keyId, iv, ciphertext, tag] = sealed.split('.');
      const key = keyById.get(keyId ?? '');
      if (
        sealedVersion !== version ||
        key === undefined ||
        iv === undefined ||
        ciphertext === undefined ||
        tag === undefined
      ) {
        throw new Error('A stored secret is encrypted with a key that is not in ENCRYPTION_KEYS.');
      }
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
        authTagLength: tagBytes,
      })
        .setAAD(aad(place))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([
        decipher.update(Buffer.from(ciphertext, 'base64url')),
        decipher.final(),
      ]).toString('utf8');
    },
    keyIds: [current.id, ...older.map(({ id }) => id)],
  };
}

/** The purposes of derived keys, with their descriptions. All of these keys change with the first encryption key. */
export const derivedUses = {
  'list-cursors': 'cursors of lists',
  'storage-addresses': 'new signed URLs of uploads and media',
  'app-registrations': 'registrations of apps',
  'set-up-token': 'the setup link of an installation without users',
} as const;

type KeyPurpose = keyof typeof derivedUses | 'fingerprint';

/** Derives a key from the first encryption key, so that each purpose has a key of its own. */
export function deriveKey(keys: readonly EncryptionKey[], purpose: KeyPurpose): Buffer {
  return deriveKeys(keys, purpose)[0];
}

/** Derives a key from each encryption key, so that what was signed before a rotation can still be checked. */
export function deriveKeys(
  keys: readonly EncryptionKey[],
  purpose: KeyPurpose,
): readonly [Buffer, ...Buffer[]] {
  const [first, ...older] = keys;
  const derive = (key: Buffer): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `punctual/${purpose}`, keyBytes));
  return [derive(first?.key ?? Buffer.alloc(0)), ...older.map(({ key }) => derive(key))];
}

/** A fingerprint of each key by its id. It tells whether two keys are equal, and nothing else about them. */
export function keyFingerprints(keys: readonly EncryptionKey[]): Map<string, string> {
  return new Map(keys.map((key) => [key.id, deriveKey([key], 'fingerprint').toString('hex').slice(0, 32)]));
}
