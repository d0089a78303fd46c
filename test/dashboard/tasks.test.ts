import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { noBrowser, useDashboard } from './dashboard.js';
import { pictureNamed } from './picture-files.js';

type Post = components['schemas']['Post'];

const hourMs = 60 * 60 * 1000;
const keyPressesMax = 18;
const clicksMax = 6;
const clicksForOtherTextMax = 1;

/** What people do most, and how many clicks or presses besides typing it may take. */
describe.skipIf(noBrowser)('the most frequent tasks', () => {
  const dashboard = useDashboard();

  const open = async (page: Page): Promise<void> => {
    await page.goto(dashboard.at('compose'));
    await page.getByRole('group', { name: 'Accounts' }).waitFor();
  };
  const account = (page: Page, name: RegExp): Locator =>
    page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox', { name });
  const posts = async (caption: string): Promise<Post[]> => {
    const query = { workspaceId: dashboard.workspaceId, limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    return data.filter((post) => post.caption === caption);
  };

  it('schedules with the keyboard alone at the next free hour, and selects the same account next time', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await open(page);
    let presses = 0;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
      presses += keys.length;
      expect(presses).toBeLessThanOrEqual(keyPressesMax);
    };
    await press('Tab');
    await page.keyboard.type('bluesky');
    await press('Enter');
    await expect.poll(() => account(page, /^Bluesky/).isChecked()).toBe(true);
    while ((await page.locator('textarea:focus').count()) === 0) await press('Tab');
    await page.keyboard.type('Written without a mouse');
    const schedule = page.getByRole('button', { name: 'Schedule', exact: true });
    while ((await schedule.and(page.locator(':focus')).count()) === 0) await press('Tab');
    await press('Enter');
    await page.getByRole('heading', { name: 'Post scheduled', level: 1 }).waitFor();
    const [post] = await posts('Written without a mouse');
    expect(post?.scheduledAt).toMatch(/:00:00\.000Z$/);
    expect(Date.parse(post?.scheduledAt ?? '')).toBeGreaterThan(Date.now());
    await open(page);
    await expect.poll(() => account(page, /^Bluesky/).isChecked()).toBe(true);
    const next = page.getByRole('button', { name: /^When: Next free hour/ });
    const hourAfter = new Date(Date.parse(post?.scheduledAt ?? '') + hourMs);
    const shown = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' }).format(hourAfter);
    await next.filter({ hasText: shown }).waitFor();
    await context.close();
  });

  it('needs six clicks for three accounts with a picture, and one more for another text', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await open(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    let clicks = 0;
    const click = async (on: Locator): Promise<void> => {
      await on.click();
      clicks += 1;
    };
    for (const name of [/^Bluesky/, /^X @/, /^Facebook/]) await click(account(page, name));
    await click(page.getByLabel('Text', { exact: true }));
    await page.keyboard.type('Six clicks');
    const chooser = page.waitForEvent('filechooser');
    await click(page.getByRole('button', { name: 'Choose files' }));
    await (await chooser).setFiles(await pictureNamed('six.jpg'));
    await page.getByLabel('Alt text for six.jpg').waitFor();
    const send = page.getByRole('button', { name: 'Schedule', exact: true });
    await expect.poll(() => page.evaluate('document.documentElement.scrollHeight')).toBe(900);
    // For the other text: the tab. Its field is the next stop of the Tab key.
    await click(page.getByRole('tab', { name: 'X' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Six clicks on X');
    await click(send);
    await page.getByRole('heading', { name: 'Post scheduled', level: 1 }).waitFor();
    expect(clicks).toBeLessThanOrEqual(clicksMax + clicksForOtherTextMax);
    const [post] = await posts('Six clicks');
    const textOf = (platform: string) =>
      post?.targets.find((target) => target.platform === platform)?.captionOverride;
    expect([textOf('X'), textOf('BLUESKY')]).toEqual(['Six clicks on X', null]);
    await context.close();
  });

  it('cause no errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
