import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { registerCodePages } from '../docs/code-pages.js';
import { createFrame } from '../docs/frame.js';
import { registerGuidePages, registerGuides } from '../docs/guides.js';
import { projectRoot } from '../../project-root.js';
import { readLibrary } from '../docs/library.js';
import { apiReference } from '../docs/sections.js';
import { iconPath } from '../docs/style.js';
import { errorPages } from '../errors/pages.js';
import { targetErrorPages } from '../errors/target-pages.js';
import type { ApiEnv } from '../types.js';

/** The only files of the Swagger UI package that are served. */
const assetTypes: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference – Punctual docs</title>
<link rel="icon" type="image/svg+xml" href="${iconPath}">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/api.css">
</head>
<body>
<nav aria-label="Punctual"><a href="/docs">Punctual docs</a> <a href="/openapi.json">openapi.json</a></nav>
<div id="swagger-ui"></div>
<noscript>The reference needs JavaScript. The description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/init.js"></script>
</body>
</html>
`;

/** Added to Swagger UI's own stylesheet, which has a light and a dark theme. */
const referenceStyle = `body { margin: 0 }
body > nav { border-bottom: 1px solid #8885; display: flex; font: 16px/1.6 system-ui, sans-serif; gap: 1.25rem; padding: .75rem 1.25rem }
body > nav a { color: #3730a3 }
html.dark-mode body > nav a { color: #b4b0ff }
`;

const initScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

type Bytes = Uint8Array<ArrayBuffer>;

export interface DocsOptions {
  /** The folder with README.md and docs/. Absent: those of this version. */
  guidesFolder?: string;
  readAsset?: (name: string) => Promise<Bytes>;
  /**
   * Counts a search by the client's network. If there were too many, returns true and sets the rate limit headers.
   * Absent: searches are not limited.
   */
  isTooManySearches?: (c: Context<ApiEnv>) => boolean;
}

/** Serves the documentation. Its pages load nothing from other servers and have a strict content security policy. */
export function registerDocs(app: OpenAPIHono<ApiEnv>, options: DocsOptions = {}): void {
  const {
    guidesFolder = projectRoot,
    readAsset = readSwaggerFile,
    isTooManySearches = () => false,
  } = options;
  const library = onceRead(() => readLibrary(guidesFolder));
  const frame = createFrame(library);
  registerReference(app, readAsset);
  registerGuides(app, { library, frame, isTooMany: isTooManySearches });
  registerCodePages(app, { library, frame }, errorPages);
  registerCodePages(app, { library, frame }, targetErrorPages);
  registerGuidePages(app, { library, frame });
}

function registerReference(app: OpenAPIHono<ApiEnv>, readAsset: (name: string) => Promise<Bytes>): void {
  for (const url of [apiReference.url, `${apiReference.url}/`]) {
    app.get(url, (c) => c.html(referencePage, 200, { 'Content-Security-Policy': referencePolicy }));
  }
  app.get('/docs/init.js', (c) =>
    c.body(initScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/docs/api.css', (c) => c.body(referenceStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  for (const [name, contentType] of Object.entries(assetTypes)) {
    const read = onceRead(() => readAsset(name));
    app.get(`/docs/${name}`, async (c) =>
      c.body(await read(), 200, { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=3600' }),
    );
  }
}

/** Caches the result of a read, because requests need no credential. A failed read is tried again. */
function onceRead<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readSwaggerFile(name: string): Promise<Bytes> {
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  return new Uint8Array(await readFile(path.join(folder, name)));
}
