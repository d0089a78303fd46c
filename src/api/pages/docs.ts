import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { notFound } from '../../domain/errors.js';
import { registerErrorPages } from '../errors/pages.js';
import { registerTargetErrorPages } from '../errors/target-pages.js';
import type { ApiEnv } from '../types.js';

/** The files of the documentation page, by name: nothing else of the package is served. */
const assetTypes: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Punctual API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>The description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/init.js"></script>
</body>
</html>
`;

const initScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

async function readSwaggerFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  return new Uint8Array(await readFile(path.join(folder, name)));
}

/** The documentation page, served from our own files: it works without a network and under a strict policy. */
export function registerDocs(app: OpenAPIHono<ApiEnv>, readAsset = readSwaggerFile): void {
  const bytesByName = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  /** Anybody may ask, as often as they like: each file is read once. */
  const readOnce = (asset: string): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = bytesByName.get(asset) ?? readAsset(asset);
    bytesByName.set(asset, bytes);
    bytes.catch(() => bytesByName.delete(asset));
    return bytes;
  };
  app.get('/', (c) => c.redirect('/docs', 302));
  app.get('/docs', (c) => c.html(page, 200, { 'Content-Security-Policy': pagePolicy }));
  app.get('/docs/init.js', (c) =>
    c.body(initScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  registerErrorPages(app);
  registerTargetErrorPages(app);
  app.get('/docs/:asset', async (c) => {
    const asset = c.req.param('asset');
    const contentType = Object.hasOwn(assetTypes, asset) ? assetTypes[asset] : undefined;
    if (contentType === undefined) throw notFound();
    return c.body(await readOnce(asset), 200, {
      'Content-Type': contentType,
      'Cache-Control': 'public, max-age=3600',
    });
  });
}
