import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServiceDeps } from '../../services/shared/context.js';
import { createReadiness } from '../../services/health/readiness.js';
import type { ApiEnv } from '../types.js';

/** Registers /healthz, which checks only the process, and /readyz, which checks everything that publishing needs. */
export function registerHealth(app: OpenAPIHono<ApiEnv>, deps: ServiceDeps, isDraining: () => boolean): void {
  const checkReadiness = createReadiness(deps);
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200));
  app.get('/readyz', async (c) => {
    // A draining process responds at once, so that load balancers stop sending requests to it.
    if (isDraining()) return c.json({ status: 'draining' }, 503);
    const { ready, ...parts } = await checkReadiness();
    const status = ready ? (parts.degraded.length > 0 ? 'degraded' : 'ok') : 'not ready';
    return c.json({ status, ...parts }, ready ? 200 : 503);
  });
}
