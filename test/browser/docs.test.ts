import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OpenAPIHono } from '@hono/zod-openapi';
import { serve, type ServerType } from '@hono/node-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { callbackHeaders, connectedPage, ownLook } from '../../src/api/pages/connected.js';
import { ownOrigin } from '../../src/api/middleware/own-origin.js';
import { registerDocs } from '../../src/api/pages/docs.js';
import type { ApiEnv } from '../../src/api/types.js';
import { expectFitsNarrow, faultsOf } from '../dashboard/dashboard.js';
import { openBrowser } from './person.js';

const chromiumPath = inject('chromiumPath');
const project = fileURLToPath(new URL('../../', import.meta.url));
const actionMsMax = 90_000;
const pages = [
  '/docs',
  '/docs/quick-start',
  '/docs/about',
  '/docs/api',
  '/docs/api/createPost',
  '/docs/api/listPosts',
  '/docs/api/createApiKey',
  '/docs/uploads',
  '/docs/platforms',
  '/docs/connect/bluesky',
  '/docs/benchmarks',
  '/docs/errors',
  '/docs/errors/RATE_LIMITED',
  '/docs/target-errors',
  '/docs/target-errors/PLATFORM_AUTH_FAILED',
  '/docs/search?q=webhook',
  '/docs/nowhere',
  '/connected',
];

const description = JSON.parse(readFileSync(path.join(project, 'openapi.json'), 'utf8')) as object;
const own = { workspace: 'ws_own', account: 'acc_own' };
const hostile = '<img src=x onerror="document.title=1">';
/** The requests that reached the API. */
const sent: { method: string; path: string; key: string | undefined; body: string }[] = [];
let isSignedIn = false;

/** Registers the pages as the API does. They need no database. */
function docsApp(): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>();
  app.use(ownOrigin(undefined));
  registerDocs(app, { guidesFolder: project, description: () => description });
  const words = { title: 'Connect X', words: ['Somebody asks for access.'], button: 'Go on to X' };
  app.get('/connected', (c) => c.html(connectedPage(words, ownLook), 200, callbackHeaders()));
  app.all('/api/v1/*', async (c) => {
    const { method, path: at } = c.req;
    const key = c.req.header('authorization');
    if (key === undefined && !isSignedIn) return c.json({ code: 'UNAUTHORIZED' }, 401);
    if (at === '/api/v1/workspaces') return c.json({ data: [{ id: own.workspace }] });
    if (at === '/api/v1/social-accounts')
      return c.json({
        data: [{ id: own.account, workspaceId: own.workspace, displayName: hostile, platform: 'X' }],
      });
    sent.push({ method, path: at, key, body: await c.req.text() });
    return c.json({ words: hostile }, 201);
  });
  return app;
}

describe.skipIf(chromiumPath === null)('the documentation in a browser', () => {
  let server: ServerType;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    server = serve({ fetch: docsApp().fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise<void>((resolve) => void server.once('listening', resolve));
    browser = await openBrowser(chromiumPath ?? '');
    const { port } = server.address() as AddressInfo;
    context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, reducedMotion: 'reduce' });
    context.setDefaultTimeout(actionMsMax);
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => void complaints.push(`${page.url()}: ${error.message}`));
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(pages)(
    'has no accessibility errors on %s, in light and dark mode, and fits into a narrow window',
    async (at) => {
      await page.goto(at);
      const seen: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await faultsOf(page), colorScheme).toEqual([]);
        seen.push(await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor'));
      }
      expect(new Set(seen).size).toBe(2);
      await expectFitsNarrow(page);
    },
  );

  it('can be used with the keyboard, and leads from a question to its answer', async () => {
    await page.goto('/docs');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('content');
    await page.getByRole('link', { name: 'What does this error code mean?' }).click();
    await page.getByRole('heading', { name: 'Error codes', level: 1 }).waitFor();
    expect(await page.locator('.pages details[open] a[aria-current=page]').textContent()).toBe('Error codes');
  });

  it('finds a page with its search', async () => {
    await page.goto('/docs');
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('RETRY_COOLDOWN');
    await page.keyboard.press('Enter');
    await page
      .locator('.found')
      .getByRole('link', { name: /RETRY_COOLDOWN/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'RETRY_COOLDOWN', level: 1 }).waitFor();
  });

  it('leads from old links of the reference to the page of the operation', async () => {
    for (const old of ['/docs#/Posts/createPost', '/docs/api#/Posts/createPost']) {
      await page.goto(old);
      await page.waitForURL('**/docs/api/createPost');
    }
    await page.getByRole('heading', { name: 'Create a draft or a scheduled post', level: 1 }).waitFor();
  });

  it('shows results while a person types, from any place with Ctrl+K', async () => {
    await page.goto('/docs/uploads');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('reschedulePost');
    const first = page.locator('.instant a').first();
    await first.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await page.locator('.instant').isVisible()).toBe(false);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cancelPost');
    await page.locator('.instant a[href="/docs/api/cancelPost"]').click();
    await page.waitForURL('**/docs/api/cancelPost');
  });

  it('remembers the language of the samples, which keys choose, too', async () => {
    await page.goto('/docs/api/createPost');
    await page.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toMatch(/Python/);
    await page.goto('/docs/api/cancelPost');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toMatch(/Python/);
    expect(await page.getByRole('tabpanel').count()).toBe(1);
    await page.getByRole('tab', { name: 'curl' }).click();
  });

  it('copies a sample', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/docs/api/createPost');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Copy this code' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl -sS -X POST /);
  });

  it('fills in the ids of the person who is signed in, as text', async () => {
    await page.goto('/docs/api/createPost');
    await page.getByRole('button', { name: 'Fill in my ids' }).click();
    await page.getByText('Sign in to the dashboard first.').waitFor();
    isSignedIn = true;
    await page.getByRole('button', { name: 'Fill in my ids' }).click();
    await page.getByRole('combobox', { name: 'Ids of' }).waitFor();
    expect(await page.getByRole('tabpanel').textContent()).toContain(own.account);
    expect(await page.locator('#own-account').textContent()).toContain(hostile);
    expect(await page.title()).not.toBe('1');
    expect(await faultsOf(page)).toEqual([]);
  });

  it('sends a request after a confirmation, and shows what it sends and gets', async () => {
    await page.goto('/docs/api/createPost');
    await page.locator('.try summary').click();
    const request = page.locator('[data-request]');
    await page.getByLabel('API key').fill('punctual_live_abcdefghijklmnopqrstuvwxyz');
    await expect.poll(() => request.textContent()).toContain('POST /api/v1/posts');
    expect(await request.textContent()).not.toContain('qrstuvwxyz');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Confirm first that the request may change data.').waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel('Really send it').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Response: 201').waitFor();
    expect(await page.locator('[data-response]').textContent()).toContain('<img src=x');
    expect(sent).toMatchObject([
      { method: 'POST', path: '/api/v1/posts', key: 'Bearer punctual_live_abcdefghijklmnopqrstuvwxyz' },
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toHaveProperty('targets');
    expect(await page.title()).not.toBe('1');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page), colorScheme).toEqual([]);
    }
    const keptIn = (storage: string): Promise<string> => page.evaluate<string>(`JSON.stringify(${storage})`);
    expect(await keptIn('sessionStorage')).toContain('punctual_live_');
    expect(await keptIn('localStorage')).not.toContain('punctual_live_');
  });

  it('complies with its own content policies, without errors on any page', () => {
    expect(complaints).toEqual([]);
  });
});
