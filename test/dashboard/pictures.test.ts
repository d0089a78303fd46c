import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, it } from 'vitest';
import type { components } from '../../packages/client/src/index.js';
import { noBrowser, setApproval, useDashboard } from './dashboard.js';
import { fillWorkspace } from './lively-workspace.js';

const isWanted = process.env['TAKE_PICTURES'] === '1';
const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const fillMsMax = 240_000;
/** The title of a post's page shows more characters of the text than this. */
const titleChars = 20;
const picture = fileURLToPath(new URL('../../examples/picture.jpg', import.meta.url));
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** Leaves the dashboard's pictures for README and docs: `npm test -- --pictures test/dashboard/pictures.test.ts`. */
describe.skipIf(noBrowser || !isWanted)('the pictures of the dashboard', () => {
  const dashboard = useDashboard();
  let page: Page;
  let failed: components['schemas']['Post'];
  beforeAll(async () => {
    failed = await fillWorkspace(dashboard.stack.info, (isOn) => setApproval(dashboard, isOn));
    page = dashboard.owner.page;
    await page.setViewportSize(desk);
  }, fillMsMax);

  const open = async (screen: string, title: string): Promise<void> => {
    await page.goto(dashboard.at(screen));
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  };
  /** Takes a picture of the window, in few colors, because it is part of the repository. */
  const take = async (name: string): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await page.waitForFunction('[...document.images].every(({ complete }) => complete)');
    await page.mouse.move(0, 0);
    const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    await sharp(shot)
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(`${images}dashboard-${name}.png`);
  };

  it('show the home screen with its tasks', async () => {
    await open('inbox', 'Inbox');
    await page.getByRole('button', { name: 'Check for new comments' }).click();
    await page.getByRole('link', { name: /Mia Santos/ }).waitFor();
    await open('home', 'Home');
    await page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor();
    await take('home');
  });

  it('show the calendar, in light and dark, and the queue', async () => {
    await open('calendar?view=month', 'Calendar');
    await page.locator('[data-post] img').first().waitFor();
    await page.getByRole('heading', { name: 'Drafts without a date' }).waitFor();
    await take('calendar');
    await page.emulateMedia({ colorScheme: 'dark' });
    await take('calendar-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await page.getByRole('button', { name: 'Next week' }).click();
    const isLoaded = page.getByText(/^\d+ posts$/);
    await isLoaded.waitFor();
    await take('week');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await isLoaded.waitFor();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .waitFor();
    await take('list');
    await open('queue', 'Queue');
    await page.locator('main a[data-post]').first().waitFor();
    await take('queue');
  });

  it('show the composer, also on a phone', async () => {
    await open('compose', 'New post');
    const accounts = page.getByRole('group', { name: 'Accounts' });
    for (const name of [/^Bluesky/, /^X @/, /^LinkedIn page/]) {
      await accounts.getByRole('checkbox', { name }).check();
    }
    await page
      .getByLabel('Text', { exact: true })
      .fill('The harbor opens on Saturday. Coffee is on us until ten!');
    await page.getByLabel('Files for Images and videos', { exact: true }).setInputFiles({
      name: 'harbor.jpg',
      mimeType: 'image/jpeg',
      buffer: readFileSync(picture),
    });
    await page.getByLabel('Alt text for harbor.jpg').fill('The sun behind dark mountains');
    await page.getByText(/^Checked: /).waitFor();
    await take('composer');
    await page.setViewportSize(phone);
    await take('composer-phone');
    await page.setViewportSize(desk);
  });

  it('show a post that failed on one platform, comments, accounts, and results', async () => {
    await open(`posts/${failed.id}`, (failed.caption ?? '').slice(0, titleChars));
    await page.getByText('Failed').first().waitFor();
    await take('post');
    await open('inbox', 'Inbox');
    await page.getByRole('link', { name: /Mia Santos/ }).click();
    await take('inbox');
    await open('accounts', 'Accounts');
    await take('accounts');
    await open('results', 'Results');
    await page.getByRole('region', { name: 'Posts', exact: true }).locator('tbody tr').first().waitFor();
    await take('results');
  });
});
