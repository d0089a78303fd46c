import { createMiddleware } from 'hono/factory';
import type { NewId } from '../../domain/ids.js';
import type { ApiEnv } from '../types.js';

const clientIdPattern = /^[A-Za-z0-9._:=+/-]{1,128}$/;

/** Gives each request an id. The response also contains the caller's own id, which never replaces ours. */
export function requestId(newId: NewId) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const id = newId('request');
    c.set('requestId', id);
    const clientId = c.req.header('x-request-id');
    await next();
    const { headers } = c.res;
    headers.set('X-Request-Id', id);
    if (clientId !== undefined && clientIdPattern.test(clientId))
      headers.set('X-Client-Request-Id', clientId);
  });
}
