import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '../types.js';

export type RenderMetrics = () => Promise<{ contentType: string; text: string }>;

/** Serves metrics on the public port, if METRICS_ON_PUBLIC_PORT is set. They name no post, account or user. */
export function registerMetrics(app: OpenAPIHono<ApiEnv>, render: RenderMetrics): void {
  app.get('/metrics', async (c) => {
    const { contentType, text } = await render();
    return c.body(text, 200, { 'Content-Type': contentType });
  });
}
