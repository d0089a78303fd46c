import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { notFound } from '../../domain/errors.js';
import { inProject } from '../../project-root.js';
import type { MediaDeps } from '../../services/shared/context.js';
import type { ApiEnv } from '../types.js';
import { preloadsIn } from './preloads.js';

export const builtDashboard = inProject('dist', 'dashboard');

/** The paths of the dashboard, which all return the same page. */
const pagePaths = ['/', '/sign-in', '/client', '/w', '/w/:rest{.+}', '/me', '/me/:rest{.+}'];

/** The dashboard's Content-Security-Policy. `bucket` is a space and the bucket's origin, or empty without a bucket. */
const policyOf = (bucket: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data:${bucket}`,
    `media-src 'self' blob:${bucket}`,
    "font-src 'self'",
    `connect-src 'self'${bucket}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const pageHeaders = {
  'Cache-Control': 'no-cache',
  // With "no-referrer", some browsers also hide the Origin of the page's requests, and those would be
  // refused.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const assetTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

type Bytes = Uint8Array<ArrayBuffer>;

interface Dashboard {
  page: string;
  /** The HTML that loads the code of a screen, by the screen's name. */
  preloads: ReadonlyMap<string, string>;
  /** The files by name, each with its gzipped version. */
  assets: ReadonlyMap<string, Bytes>;
}

export interface DashboardOptions {
  /** The folder of the build. */
  folder: string;
  storage: Pick<MediaDeps['storage'], 'signedUrls' | 'presignDownload'>;
}

/** Serves the built dashboard: the same page for all of its URLs, and files whose paths change with their contents. */
export function registerDashboard(app: OpenAPIHono<ApiEnv>, { folder, storage }: DashboardOptions): void {
  const load = onceRead(folder);
  let bucket: Promise<string> | undefined;
  /** Returns the policy. If the bucket's credentials cannot be read, the next request tries again. */
  const policy = async (): Promise<string> => {
    bucket ??= bucketOf(storage).catch(() => {
      bucket = undefined;
      return '';
    });
    return policyOf(await bucket);
  };
  for (const pagePath of pagePaths) {
    app.get(pagePath, async (c) => {
      const built = await load();
      if (built === null) return c.html(notBuilt(), 503);
      const page = withPreloads(built, c.req.path);
      return c.html(page, 200, { ...pageHeaders, 'Content-Security-Policy': await policy() });
    });
  }
  app.get('/assets/:file{.+}', async (c) => answerAsset(c, await load(), c.req.param('file')));
}

/** Without this, the browser finds out what a screen needs only from the code that is loaded first. */
function withPreloads({ page, preloads }: Dashboard, at: string): string {
  const [, screen = ''] = /^\/w\/[^/]+\/([\w-]+)$/.exec(at) ?? [];
  return page.replace('</head>', `${preloads.get(screen) ?? ''}</head>`);
}

function answerAsset(c: Context<ApiEnv>, built: Dashboard | null, name: string): Response {
  const contentType = assetTypes[path.extname(name)];
  const plain = built?.assets.get(name);
  if (plain === undefined || contentType === undefined) throw notFound();
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  };
  const gzip = built?.assets.get(`${name}.gz`);
  if (gzip === undefined || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) {
    return c.body(plain, 200, headers);
  }
  return c.body(gzip, 200, { ...headers, 'Content-Encoding': 'gzip' });
}

const signedMs = 60_000;

/** The origin of signed URLs, as an addition to the policy. Empty if the API itself serves the media. */
async function bucketOf(storage: DashboardOptions['storage']): Promise<string> {
  if (storage.signedUrls !== undefined) return '';
  const { url } = await storage.presignDownload('origin', {
    ttlMs: signedMs,
    mime: 'text/plain',
    filename: 'origin',
  });
  return ` ${new URL(url).origin}`;
}

/** Reads the build at the first request and keeps it. If there is no build, the next request tries again. */
function onceRead(folder: string): () => Promise<Dashboard | null> {
  let reading: Promise<Dashboard | null> | undefined;
  return () => {
    reading ??= readDashboard(folder).then((built) => {
      if (built === null) reading = undefined;
      return built;
    });
    return reading;
  };
}

async function readDashboard(folder: string): Promise<Dashboard | null> {
  try {
    const page = await readFile(path.join(folder, 'index.html'), 'utf8');
    const preloads = preloadsIn(page, await readFile(path.join(folder, 'manifest.json'), 'utf8'));
    const assets = path.join(folder, 'assets');
    const entries = await readdir(assets, { recursive: true, withFileTypes: true });
    const read = async (entry: Dirent): Promise<[string, Bytes]> => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(assets, file), new Uint8Array(await readFile(file))];
    };
    const files = entries.filter((entry) => entry.isFile());
    return { page, preloads, assets: new Map(await Promise.all(files.map(read))) };
  } catch {
    return null;
  }
}

const notBuilt = () =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Punctual: not built</title>
      </head>
      <body>
        <h1>The dashboard is not built</h1>
        <p>
          Run <code>npm run build</code> in the project’s folder and reload this page. The API works without
          the dashboard; it is described at <a href="/docs">/docs</a>.
        </p>
      </body>
    </html>`;
