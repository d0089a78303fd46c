import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../types.js';

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Sets security headers for data. A route that serves a page sets its own policy, which is kept. If PUBLIC_URL is
 * https, browsers must use https for this host, but not for its subdomains, which may belong to others.
 */
export function securityHeaders({ publicOrigin }: { publicOrigin: string | undefined }) {
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  return createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    const setDefault = (name: string, value: string): void => {
      // `c.header` is avoided, because each call would copy the existing response and stream its body.
      if (!headers.has(name)) headers.set(name, value);
    };
    setDefault('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    setDefault('Cache-Control', 'no-store');
    setDefault('X-Content-Type-Options', 'nosniff');
    setDefault('X-Frame-Options', 'DENY');
    setDefault('Referrer-Policy', 'no-referrer');
    if (isHttps) setDefault('Strict-Transport-Security', `max-age=${yearSeconds}`);
  });
}
