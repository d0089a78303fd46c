import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtDashboard } from '../../src/api/pages/dashboard.js';
import { findWindowed } from '../browser/chromium.js';
import { openBrowser } from '../browser/person.js';
import { expectFitsNarrow, faultsOf, noBrowser } from './dashboard.js';
import { differenceFrom, isComparable } from './design-pictures.js';

const root = fileURLToPath(new URL('../../packages/dashboard', import.meta.url));
const buildMsMax = 240_000;
const actionMsMax = 90_000;
const wide = { width: 960, height: 900 };
const narrow = { width: 360, height: 740 };
const sections = [
  'Colors and text',
  'Brand, marks and avatars',
  'Buttons',
  'Badges and tabs',
  'Fields',
  'Table',
  'States',
  'Toasts',
  'Previews',
];

/** The page with all components, built apart from the product, which does not contain it. */
describe.skipIf(noBrowser)('the components of the dashboard', () => {
  let folder: string;
  let server: PreviewServer;
  let browser: Browser;
  let page: Page;
  let comparesPixels = true;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'punctual-design-'));
    const configFile = path.join(root, 'vite.config.ts');
    await build({ configFile, mode: 'design', logLevel: 'error', build: { outDir: folder } });
    server = await preview({
      configFile: false,
      root,
      build: { outDir: folder },
      preview: { port: 0, host: '127.0.0.1' },
    });
    // These options make text look the same on each machine, independent of its settings for hinting and subpixels.
    const sameText = ['--font-render-hinting=none', '--disable-lcd-text'];
    const windowed = findWindowed();
    browser = await openBrowser(windowed ?? inject('chromiumPath') ?? '', sameText);
    comparesPixels = windowed !== null && isComparable(browser.version());
    if (!comparesPixels)
      process.stderr.write(
        `This Chromium ${browser.version()} did not take the pictures: only sizes are compared.\n`,
      );
    const { port } = server.httpServer.address() as AddressInfo;
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${port}`,
      reducedMotion: 'reduce',
      locale: 'en-US',
      viewport: wide,
    });
    context.setDefaultTimeout(actionMsMax);
    page = await context.newPage();
    await page.goto('/design');
    await page.getByRole('heading', { name: 'Design', level: 1 }).waitFor();
    await page.evaluate('document.fonts.ready.then(() => undefined)');
  }, buildMsMax);
  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Compares an element in light and dark with its reference pictures. */
  const expectSame = async (name: string, element: Locator): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
      const shot = await element.screenshot({ animations: 'disabled', caret: 'hide' });
      expect(await differenceFrom(`${name}-${colorScheme}`, { shot, comparesPixels })).toBeNull();
    }
  };
  /** Opens a menu or dialog, and moves the pointer away, because the element under it looks different. */
  const open = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.mouse.move(0, 0);
  };

  it.each(sections)('look the same as in the reference pictures: %s', async (title) => {
    await expectSame(fileNameOf(title), page.getByRole('region', { name: title }));
  });

  it('look the same as in the reference pictures: dialogs, and the sheet, which close on Escape', async () => {
    for (const [name, role] of [
      ['dialog', 'dialog'],
      ['question', 'alertdialog'],
      ['sheet', 'dialog'],
    ] as const) {
      await open(`Open the ${name}`);
      await page.getByRole(role).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await expectSame(name, page.getByRole(role));
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'detached' });
      await page.locator('button:focus', { hasText: `Open the ${name}` }).waitFor();
    }
  });

  it('look the same as in the reference pictures: menus, lists of choices and tooltips', async () => {
    await open('Actions for Newsletter');
    await expectSame('menu', page.getByRole('menu'));
    await page.keyboard.press('Escape');
    await page.getByLabel('Select without a label').press('Enter');
    await expectSame('select-list', page.getByRole('listbox'));
    await page.keyboard.press('Escape');
    await page.getByLabel('Combobox').fill('am');
    await page.getByRole('option', { name: 'America/New York' }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await page.getByLabel('Combobox').fill('europe');
    await expect.poll(() => page.getByRole('option').count()).toBe(2);
    await expectSame('combobox-list', page.getByRole('listbox'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Previous month' }).hover();
    await page.getByText('Previous month', { exact: true }).waitFor();
    await expectSame('tooltip', page.getByText('Previous month', { exact: true }));
    await page.mouse.move(0, 0);
  });

  it('have another form on phones, where the table becomes cards and the sheet comes from below', async () => {
    await page.setViewportSize(narrow);
    await expectSame('table-narrow', page.getByRole('region', { name: 'Table' }));
    await open('Open the sheet');
    await expectSame('sheet-narrow', page.getByRole('dialog'));
    const box = await page.getByRole('dialog').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(narrow.height);
    await page.keyboard.press('Escape');
    await page.setViewportSize(wide);
  });

  it('have no errors that axe finds, in light and dark, and fit into a narrow window', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
      expect(await faultsOf(page), colorScheme).toEqual([]);
    }
    await expectFitsNarrow(page);
  });

  it('are shown together only in development', () => {
    const manifest = readFileSync(path.join(builtDashboard, 'manifest.json'), 'utf8');
    expect(manifest).toContain('src/screens/');
    expect(manifest).not.toContain('src/design/');
  });
});

const fileNameOf = (title: string): string => title.toLowerCase().replace(/\W+/g, '-');
