import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from './types.js';

export type RenderMetrics = () => Promise<{ contentType: string; text: string }>;

/** Figures for a collector. They name no post, account or person; where even they are not public, METRICS_PORT moves them. */
export function registerMetrics(app: OpenAPIHono<ApiEnv>, render: RenderMetrics): void {
  app.get('/metrics', async (c) => {
    const { contentType, text } = await render();
    return c.body(text, 200, { 'Content-Type': contentType });
  });
}
