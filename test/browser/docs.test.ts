import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { OpenAPIHono } from '@hono/zod-openapi';
import { serve, type ServerType } from '@hono/node-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { callbackHeaders, connectedPage, ownLook } from '../../src/api/pages/connected.js';
import { registerDocs } from '../../src/api/pages/docs.js';
import type { ApiEnv } from '../../src/api/types.js';
import { axeFile, expectFitsNarrow, faultsOf } from '../dashboard/dashboard.js';
import { openBrowser } from './person.js';

const chromiumPath = inject('chromiumPath');
const project = fileURLToPath(new URL('../../', import.meta.url));
const actionMsMax = 90_000;
const pages = [
  '/docs',
  '/docs/quick-start',
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

/** One operation is enough for these tests; Swagger UI needs seconds for the whole description. */
const smallDescription = {
  openapi: '3.1.0',
  info: { title: 'Punctual API', version: '1.0.0' },
  paths: {
    '/posts': {
      post: { operationId: 'createPost', tags: ['Posts'], responses: { 201: { description: 'The post.' } } },
    },
  },
};

/** The pages as the API registers them: they need no database. */
function docsApp(): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>();
  registerDocs(app, { guidesFolder: project });
  const words = { title: 'Connect X', words: ['Somebody asks for access.'], button: 'Go on to X' };
  app.get('/connected', (c) => c.html(connectedPage(words, ownLook), 200, callbackHeaders()));
  app.get('/openapi.json', (c) => c.json(smallDescription));
  app.get('/api/v1/*', (c) => c.json({ code: 'UNAUTHORIZED' }, 401));
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
    await context.addInitScript({ path: axeFile });
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

  it('shows the API reference, also at its old URLs', async () => {
    await page.goto('/docs#/Posts/createPost');
    await page.waitForURL('**/docs/api#/Posts/createPost');
    await page.locator('#operations-Posts-createPost').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.locator('html.dark-mode').count()).toBe(colorScheme === 'dark' ? 1 : 0);
    }
    await page.getByRole('link', { name: 'Punctual docs' }).click();
    await page.getByRole('heading', { name: 'Punctual docs', level: 1 }).waitFor();
  });

  it('complies with its own content policies, without errors on any page', () => {
    expect(complaints).toEqual([]);
  });
});
