import type { OpenAPIHono } from '@hono/zod-openapi';
import { readConnectDocument } from '../../services/connect-sessions/document.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import type { ApiEnv } from '../types.js';

/** The documents may be cached for five minutes only, so that platforms soon notice a change. */
const headers = { 'Cache-Control': 'public, max-age=300' };

/** Serves public documents that platforms read from this installation, such as the metadata of an OAuth client. */
export function registerConnectDocuments(app: OpenAPIHono<ApiEnv>, deps: ServiceDeps): void {
  const platformOf = new Map([...deps.connect.names].map(([name, { path }]) => [path, name] as const));
  app.get('/connect/:platform/:name{[a-z-]+\\.json}', async (c) => {
    const platform = platformOf.get(c.req.param('platform'));
    const name = c.req.param('name');
    const document = platform === undefined ? null : await readConnectDocument(deps, { platform, name });
    return document === null ? c.notFound() : c.json(document, 200, headers);
  });
}
