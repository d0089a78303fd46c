import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, for a session, an invitation or a one-time sign-in. */
export function mintToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** The only stored form of a token. A token is too random to be guessed, so a slow hash would add nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isTokenFormat(token: string): boolean {
  return tokenPattern.test(token);
}
