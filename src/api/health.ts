import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServiceDeps } from '../services/context.js';
import { checkReadiness } from '../services/health/readiness.js';
import type { ApiEnv } from './types.js';

/** /healthz tells of the process alone; /readyz of everything that an accepted post needs to be published. */
export function registerHealth(app: OpenAPIHono<ApiEnv>, deps: ServiceDeps, isDraining: () => boolean): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200));
  app.get('/readyz', async (c) => {
    const { ready, ...parts } = await checkReadiness(deps);
    if (isDraining()) return c.json({ status: 'draining', ...parts }, 503);
    return c.json({ status: ready ? 'ok' : 'not ready', ...parts }, ready ? 200 : 503);
  });
}
