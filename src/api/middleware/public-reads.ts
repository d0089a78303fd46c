import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../types.js';

/** Public pages, which need no key: the API's description, what apps need to know, and everything under /docs. */
const publicPaths =
  /^\/(?:docs(?:\/.*)?|(?:api\/v1\/)?openapi\.(?:json|yaml)|\.well-known\/oauth-[a-z-]+(?:\/.*)?)$/;

/**
 * Lets pages of any origin read the public pages, for which browsers send no credentials. The rest of the API does not
 * allow other origins, because API keys do not belong in a browser.
 */
export const publicReads = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isRead || c.res.status >= 400 || !publicPaths.test(c.req.path)) return;
  c.res.headers.set('Access-Control-Allow-Origin', '*');
});
