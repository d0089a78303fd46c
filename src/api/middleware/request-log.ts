import { createMiddleware } from 'hono/factory';
import type { Logger } from '../../log.js';
import type { ApiEnv } from '../types.js';

/** One line for each response. The query is left out, because it is the caller's data. */
export function requestLog(log: Logger) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const startedMs = performance.now();
    await next();
    log.info(
      {
        requestId: c.var.requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        durationMs: Math.round(performance.now() - startedMs),
      },
      'request',
    );
  });
}
