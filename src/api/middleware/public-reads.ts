import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../types.js';

/** Public pages, which need no key: the API's description, and everything under /docs. */
const publicPaths = /^\/(?:docs(?:\/.*)?|(?:api\/v1\/)?openapi\.(?:json|yaml))$/;

/**
 * Lets pages of any origin read what is public. Browsers send no credentials with such a request, and nothing else of
 * the API has this header: an API key does not belong in a browser.
 */
export const publicReads = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isRead || c.res.status >= 400 || !publicPaths.test(c.req.path)) return;
  c.res.headers.set('Access-Control-Allow-Origin', '*');
});
