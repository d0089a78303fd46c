import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServiceDeps } from '../../services/shared/context.js';
import { createReadiness } from '../../services/health/readiness.js';
import type { ApiEnv } from '../types.js';

/** /healthz is about the process alone, /readyz about everything that an accepted post needs to be published. */
export function registerHealth(app: OpenAPIHono<ApiEnv>, deps: ServiceDeps, isDraining: () => boolean): void {
  const checkReadiness = createReadiness(deps);
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200));
  app.get('/readyz', async (c) => {
    // Responds at once without calling any other server, so that load balancers stop sending requests here.
    if (isDraining()) return c.json({ status: 'draining' }, 503);
    const { ready, ...parts } = await checkReadiness();
    const status = ready ? (parts.degraded.length > 0 ? 'degraded' : 'ok') : 'not ready';
    return c.json({ status, ...parts }, ready ? 200 : 503);
  });
}
