import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Metrics } from '../../observability/metrics.js';
import type { Tracing } from '../../observability/tracing.js';
import type { ApiEnv } from '../types.js';

/** Times each request, and records a span for requests to the API. Names contain the route's pattern, never ids. */
export function observe(metrics: Metrics, tracing: Tracing | undefined, tracedPath: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const startedMs = performance.now();
    if (tracing?.enabled === true && c.req.path.startsWith(tracedPath)) await traced(c, tracing, next);
    else await next();
    metrics.httpRequest({
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      durationMs: performance.now() - startedMs,
    });
  });
}

function traced(c: Context<ApiEnv>, tracing: Tracing, next: () => Promise<void>): Promise<void> {
  const { method } = c.req;
  const attributes = { 'http.request.method': method, 'punctual.request_id': c.var.requestId };
  return tracing.inSpan(
    { name: method, kind: 'server', parent: c.req.header('traceparent'), attributes },
    async (span) => {
      await next();
      const route = routeOf(c);
      span.rename(`${method} ${route}`);
      span.set({ 'http.route': route, 'http.response.status_code': c.res.status });
      if (c.res.status >= 500) span.fail();
    },
  );
}

/** The pattern of the route. If middleware responded and no operation did, `unmatched`, to keep labels few. */
function routeOf(c: Context<ApiEnv>): string {
  const pattern = routePath(c, -1);
  return pattern.includes('*') ? 'unmatched' : pattern;
}
