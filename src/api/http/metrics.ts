import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '../types.js';

export type RenderMetrics = () => Promise<{ contentType: string; text: string }>;

/** Figures for a collector, on the public port: only where METRICS_ON_PUBLIC_PORT asks for it. They name no post, account or person. */
export function registerMetrics(app: OpenAPIHono<ApiEnv>, render: RenderMetrics): void {
  app.get('/metrics', async (c) => {
    const { contentType, text } = await render();
    return c.body(text, 200, { 'Content-Type': contentType });
  });
}
