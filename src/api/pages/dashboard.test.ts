import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAppError } from '../../domain/errors.js';
import type { ApiEnv } from '../types.js';
import { createFilesystemStorage } from '../../storage/filesystem.js';
import { createS3Storage } from '../../storage/s3.js';
import { registerDashboard } from './dashboard.js';

let folder: string;
let app: OpenAPIHono<ApiEnv>;
const clock = { now: () => new Date() };
const script = 'console.log("the dashboard");';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-dashboard-'));
  app = new OpenAPIHono<ApiEnv>();
  app.onError((error, c) => c.text('', isAppError(error) && error.code === 'NOT_FOUND' ? 404 : 500));
  registerDashboard(app, { folder, storage: ownStorage() });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function ownStorage() {
  return createFilesystemStorage({
    folder,
    publicUrl: () => 'http://127.0.0.1',
    signingKeys: [randomBytes(32)],
    clock,
  });
}

function build(): void {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>built</title>');
  writeFileSync(path.join(folder, 'manifest.json'), '{}');
  writeFileSync(path.join(folder, 'assets', 'index-abc.js'), script);
  writeFileSync(path.join(folder, 'assets', 'index-abc.js.gz'), gzipSync(script));
  mkdirSync(path.join(folder, 'assets', 'emoji-1'));
  writeFileSync(path.join(folder, 'assets', 'emoji-1', 'data.json'), '[]');
}

it.each(['/', '/sign-in', '/client', '/w', '/w/ws_1', '/w/ws_1/posts/post_1', '/me/profile'])(
  'the dashboard is served at %s',
  async (at) => {
    build();
    const answer = await app.request(at);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('built');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  },
);

const calendarChunks = {
  'src/screens/calendar/calendar-screen.tsx': {
    file: 'assets/calendar-1.js',
    imports: ['_first.js', '_shared.js'],
  },
  'src/screens/calendar/early.ts': { file: 'assets/early-1.js', imports: ['_shared.js'] },
  'src/screens/calendar/list.tsx': { file: 'assets/list-1.js' },
  'src/screens/composer/compose-screen.tsx': { file: 'assets/compose-1.js' },
  '_first.js': { file: 'assets/first-1.js' },
  '_shared.js': { file: 'assets/shared-1.js', imports: ['_first.js'] },
};

it.each([
  ['/w/ws_1/calendar', ['early-1', 'shared-1', 'calendar-1']],
  ['/w/ws_1/compose', ['compose-1']],
  ['/w/ws_1/constructor', []],
  ['/w/ws_1/posts/post_1', []],
  ['/', []],
])(
  'at %s, the page loads the code of the screen together with the code that all screens need',
  async (at, names) => {
    build();
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(calendarChunks));
    const page = '<head><script type="module" src="/assets/first-1.js"></script></head>';
    writeFileSync(path.join(folder, 'index.html'), page);
    const text = await (await app.request(at)).text();
    const links = [...text.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/([\w-]+)\.js">/g)];
    expect(links.map(([, name]) => name)).toEqual(names);
    expect(text.endsWith('</head>')).toBe(true);
  },
);

it('the dashboard may upload to a bucket and show its images, but use no other origin', async () => {
  build();
  const bucketApp = new OpenAPIHono<ApiEnv>();
  const storage = createS3Storage({
    endpoint: 'https://s3.example.test',
    region: 'eu-central-1',
    bucket: 'media',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    pathStyle: false,
    clock,
  });
  registerDashboard(bucketApp, { folder, storage });
  const directivesOf = async (from: OpenAPIHono<ApiEnv>): Promise<string[]> =>
    ((await from.request('/')).headers.get('content-security-policy') ?? '').split('; ');
  const [own, withBucket] = [await directivesOf(app), await directivesOf(bucketApp)];
  storage.close();
  const added = withBucket.filter((directive) => !own.includes(directive));
  expect(added).toEqual([
    "img-src 'self' blob: data: https://media.s3.example.test",
    "media-src 'self' blob: https://media.s3.example.test",
    "connect-src 'self' https://media.s3.example.test",
  ]);
  expect(withBucket).toHaveLength(own.length);
});

it.each([
  '/nowhere',
  '/wide',
  '/api/v1/nowhere',
  '/docs',
  '/connect/X/callback',
  '/assets',
  '/sign-in/more',
  '/client/more',
])('the dashboard is not served at %s', async (at) => {
  build();
  expect((await app.request(at)).status).toBe(404);
});

it('the files of the dashboard are cached as immutable, and compressed for clients that accept that', async () => {
  build();
  const plain = await app.request('/assets/index-abc.js');
  expect(await plain.text()).toBe(script);
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const packed = await app.request('/assets/index-abc.js', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('Accept-Encoding');
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(script);
});

it('files in folders are served', async () => {
  build();
  const answer = await app.request('/assets/emoji-1/data.json');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.text()).toBe('[]');
});

it.each([
  'index-gone.js',
  'index-abc.js.gz',
  '..%2findex.html',
  '..%2f..%2fpackage.json',
  'constructor',
  'emoji-1',
  'manifest.json',
])('no other file is served: %s', async (name) => {
  build();
  expect((await app.request(`/assets/${name}`)).status).toBe(404);
});

it('the page says how to build the dashboard if it is not built, and serves it once it is', async () => {
  const missing = await app.request('/');
  expect(missing.status).toBe(503);
  expect(await missing.text()).toContain('npm run build');
  expect((await app.request('/assets/index-abc.js')).status).toBe(404);
  build();
  expect((await app.request('/')).status).toBe(200);
});
