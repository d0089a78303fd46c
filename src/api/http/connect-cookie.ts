import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ApiEnv } from '../types.js';

const name = 'punctual_connect';

export function readConnectCookie(c: Context<ApiEnv>): string | undefined {
  const value = getCookie(c, name, 'host');
  return value === '' ? undefined : value;
}

/** Sets the cookie that marks the browser. SameSite is Lax, because the platform redirects from its own site. */
export function setConnectCookie(c: Context<ApiEnv>, token: string, expiresAt: Date): void {
  const attributes = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
  setCookie(c, name, token, { ...attributes, expires: expiresAt });
}
