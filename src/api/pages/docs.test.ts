import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownOrigin } from '../middleware/own-origin.js';
import type { ApiEnv } from '../types.js';
import { registerDocs } from './docs.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-docs-'));
  mkdirSync(path.join(folder, 'docs', 'images'), { recursive: true });
  writeFileSync(path.join(folder, 'README.md'), '# Punctual\n\nSee [uploads](docs/uploads.md).\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string): void => writeFileSync(path.join(folder, 'docs', name), text);

const description = {};

function newApp(): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>();
  app.onError((_, c) => c.body(null, 500));
  app.use(ownOrigin(undefined));
  registerDocs(app, { guidesFolder: folder, description: () => description });
  return app;
}

it('a new file is served, and listed with its first heading as its title', async () => {
  write('uploads.md', '# Upload media\n\nHow it works. And more.\n');
  write('brand-new.md', '# Something new\n\nWords.\n');
  const app = newApp();
  const home = await (await app.request('/docs')).text();
  expect(home).toContain('<a href="/docs/uploads">Upload media</a> <small>How it works.</small>');
  expect(home).toContain('<h2>More</h2>');
  const page = await app.request('/docs/brand-new');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1 id="something-new">Something new</h1>');
  expect(await (await app.request('/docs/about')).text()).toContain('<a href="/docs/uploads">uploads</a>');
});

it('language models find the list of pages', async () => {
  write('uploads.md', '# Upload media\n\nHow it works. And more.\n');
  const answer = await newApp().request('/llms.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await answer.text();
  expect(text).toMatch(/^# Punctual\n\n> .*\/mcp/);
  expect(text).toContain('## Reference\n\n- [API reference](/docs/api)\n');
  expect(text).toContain('- [Upload media](/docs/uploads): How it works.\n');
});

it('a long section is listed by its first page, and each of its pages is served', async () => {
  mkdirSync(path.join(folder, 'docs', 'decisions'));
  write('decisions/README.md', '# Decisions\n\nEach page records one choice.\n');
  for (let number = 10; number < 40; number += 1)
    write(`decisions/00${number}-x.md`, `# ${number}. A choice\n\nWhy.\n`);
  const app = newApp();
  const home = await (await app.request('/docs')).text();
  expect([...home.matchAll(/href="\/docs\/decisions[^"]*"/g)].map(([link]) => link)).toEqual([
    'href="/docs/decisions"',
  ]);
  const page = await (await app.request('/docs/decisions/0012-x')).text();
  expect(page).toContain('12. A choice</h1>');
  expect(page).toContain('<li>Decisions</li>');
});

it('nothing outside of docs/ is served, and HTML in a file is escaped', async () => {
  write(
    'uploads.md',
    '# <b>Up</b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](../secret.png)\n',
  );
  writeFileSync(path.join(folder, 'secret.png'), 'secret');
  writeFileSync(path.join(folder, 'secret.md'), '# Secret\n');
  const app = newApp();
  const page = await (await app.request('/docs/uploads')).text();
  expect(page).not.toMatch(/<b>|<script>|href="javascript|<img/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const at of [
    '../secret',
    '..%2fsecret',
    'images/..%2f..%2fsecret.png',
    'images/secret.png',
    'README',
  ]) {
    expect([at, (await app.request(`/docs/${at}`)).status]).toEqual([at, 404]);
  }
});

it('the home page links to the API reference even if there are no guides', async () => {
  rmSync(path.join(folder, 'docs'), { recursive: true });
  rmSync(path.join(folder, 'README.md'));
  mkdirSync(path.join(folder, 'docs'));
  const home = await newApp().request('/docs');
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('href="/docs/api"');
});
