import { createMiddleware } from 'hono/factory';
import { originForLinks } from '../http/own-origin.js';
import type { ApiEnv } from '../types.js';

/** Sets the origin for links in responses. */
export function ownOrigin(publicOrigin: string | undefined) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.set('ownOrigin', originForLinks({ publicOrigin, host: c.req.header('host') }));
    await next();
  });
}
