import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Creates a token of 256 random bits, for a session, an invitation or a one-time sign-in. */
export function mintToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/**
 * Hashes a token, because only the hash is stored. A token is too random to be guessed, so a slow hash would add
 * nothing.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isTokenFormat(token: string): boolean {
  return tokenPattern.test(token);
}
