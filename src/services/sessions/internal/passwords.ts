import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { createFairQueue, QueueFullError } from '../../../concurrency/fair-queue.js';
import { turnRefused } from '../../shared/limits/turn-refused.js';
import type { PasswordCost } from '../../shared/context.js';

/**
 * As strong as N=2^17, p=1 according to OWASP, but with 32 MiB instead of 128, so that concurrent hashes fit into
 * memory.
 */
const usualCost: PasswordCost = { log2N: 15, r: 8, p: 3 };
/**
 * Hashing occupies one of the four threads that Node also uses for files and DNS. Two stay free, so that many sign-ins
 * do not delay downloads. Each hash takes about 250 ms, so the last of a full queue waits 8 s. Owners take turns, so
 * that many sign-ins from one network delay no other.
 */
const slots = 2;
const waitingPerOwnerMax = 16;
const turns = createFairQueue({ slots, waitingMax: 64, waitingPerOwnerMax });
const ofOwner = { policy: 'passwords', limit: slots + waitingPerOwnerMax, retryAfterMs: 5_000 } as const;
const saltBytes = 16;
const hashBytes = 32;
const costMax = { log2N: 18, r: 16, p: 16 } as const;

/** The settings of a hash. */
export interface Hashing {
  /** The owner of the turn: the network of a visitor without a session, otherwise the user. */
  owner: string;
  /** The cost to use instead of the usual one. */
  cost?: PasswordCost | undefined;
}

interface Parsed extends PasswordCost {
  salt: Buffer;
  hash: Buffer;
}

/** Hashes a password. The result has the form `scrypt$log2N$r$p$salt$hash`. */
export async function hashPassword(password: string, { owner, cost = usualCost }: Hashing): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, owner, { ...cost, salt });
  const parts = [cost.log2N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')];
  return ['scrypt', ...parts].join('$');
}

/**
 * Whether the password matches the hash. Without a hash (no user with that email, or no password) it takes the same
 * time and returns false.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  { owner, cost = usualCost }: Hashing,
): Promise<boolean> {
  const parsed = stored === null ? undefined : parse(stored);
  const salt = parsed?.salt ?? randomBytes(saltBytes);
  const expected = parsed?.hash ?? randomBytes(hashBytes);
  const actual = await derive(password, owner, { ...(parsed ?? cost), salt });
  return timingSafeEqual(actual, expected) && parsed !== undefined;
}

/**
 * Whether the hash was made with another cost than the current one. If so, a sign-in replaces it, because the password
 * is then known.
 */
export function isOutdated(stored: string, cost = usualCost): boolean {
  return !stored.startsWith(`scrypt$${cost.log2N}$${cost.r}$${cost.p}$`);
}

function parse(stored: string): Parsed {
  const [scheme, log2N, r, p, salt = '', hash = ''] = stored.split('$');
  const parsed = {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
  const inBounds = parsed.log2N <= costMax.log2N && parsed.r <= costMax.r && parsed.p <= costMax.p;
  if (scheme !== 'scrypt' || !inBounds || parsed.hash.length !== hashBytes) {
    throw new Error('A stored password hash cannot be read.');
  }
  return parsed;
}

function derive(password: string, owner: string, parts: Omit<Parsed, 'hash'>): Promise<Buffer> {
  return turns.run(owner, () => deriveNow(password, parts), {
    refused: (cause) =>
      cause instanceof QueueFullError
        ? turnRefused(ofOwner, 'Too many people are signing in. Try again.', cause)
        : cause,
  });
}

function deriveNow(password: string, { log2N, r, p, salt }: Omit<Parsed, 'hash'>): Promise<Buffer> {
  const N = 2 ** log2N;
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    // The password is normalized, because the same characters may be typed in several encodings.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
