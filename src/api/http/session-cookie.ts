import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ApiEnv } from '../types.js';

const name = 'punctual_session';
/** With this prefix, a browser accepts the cookie from this host only, over TLS (or on localhost), for all paths. */
export const sessionCookieName = `__Host-${name}`;

/**
 * SameSite is Lax, not Strict, because the session is needed when a platform redirects the browser back from its own
 * site. `guardCrossOrigin` also protects unsafe methods.
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
