import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ApiEnv } from '../types.js';

const name = 'punctual_session';
/** With the prefix a browser takes the cookie from this host alone, over TLS (or on localhost), for all paths. */
export const sessionCookieName = `__Host-${name}`;

/**
 * Lax, not Strict: a platform that sends somebody back after a connect does so from its own site, and the session
 * must be seen then. Unsafe methods are guarded by `crossOriginGuard` besides.
 */
const attributes = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;

export function readSessionCookie(c: Context<ApiEnv>): string | undefined {
  const value = getCookie(c, name, 'host');
  return value === '' ? undefined : value;
}

export function setSessionCookie(c: Context<ApiEnv>, token: string, expiresAt: Date): void {
  setCookie(c, name, token, { ...attributes, expires: expiresAt });
}

export function clearSessionCookie(c: Context<ApiEnv>): void {
  setCookie(c, name, '', { ...attributes, maxAge: 0 });
}
