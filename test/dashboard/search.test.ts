import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/errors.js';
import {
  endRoutes,
  expectAccessible,
  expectFitsNarrow,
  holdBack,
  noBrowser,
  useDashboard,
  type Visitor,
} from './dashboard.js';

const laterMs = 86_400_000;

describe.skipIf(noBrowser)('the command box and the shortcuts', () => {
  const dashboard = useDashboard();
  let person: Visitor;
  let page: Page;
  beforeAll(async () => {
    const storageState = await dashboard.owner.context.storageState();
    person = await dashboard.newVisitor({ storageState, viewport: { width: 1440, height: 900 } });
    page = person.page;
  });
  afterAll(() => person.context.close());

  const write = (caption: string) => {
    const account = dashboard.stack.info.socialAccounts.find(({ platform }) => platform === 'THREADS');
    const targets = [{ socialAccountId: account?.id ?? '' }];
    const scheduledFor = new Date(Date.now() + laterMs).toISOString();
    return dataOf(dashboard.api.POST('/posts', { body: { caption, targets, scheduledFor } }));
  };
  const heading = (name: string) => page.locator('h1:focus', { hasText: name });
  const opens = async (screen: string, name: string): Promise<void> => {
    await page.goto(dashboard.at(screen));
    await heading(name).waitFor();
  };
  const box = () => page.getByRole('dialog', { name: 'Search' });
  const field = () => box().getByRole('combobox');
  const options = () => box().getByRole('option');

  it('find a post by its text in two clicks', async () => {
    const { id } = await write('Nothing else is in the way. '.repeat(8) + 'The lighthouse is open at night.');
    await write('The harbor opens at nine');
    await opens('accounts', 'Accounts');
    await page.getByRole('button', { name: 'Search' }).click();
    await field().fill('LIGHTHOUSE is');
    const found = options().filter({ hasText: 'The lighthouse is open' });
    await found.getByText('Scheduled', { exact: true }).waitFor();
    expect(await found.locator('mark').innerText()).toBe('lighthouse is');
    expect(await found.locator('time').getAttribute('datetime')).not.toBe('');
    expect(await options().count()).toBe(1);
    await box().getByText('1 post', { exact: true }).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await found.click();
    await heading('Nothing else is in the way.').waitFor();
    expect(page.url()).toContain(dashboard.at(`posts/${id}`));
  });

  it('accept text that is typed while they are still being loaded, instead of running shortcuts', async () => {
    const { page: fresh, context } = await dashboard.newVisitor({
      storageState: await dashboard.owner.context.storageState(),
    });
    const load = await holdBack(fresh, '**/assets/command-box*.js');
    await fresh.goto(dashboard.at('accounts'));
    await fresh.locator('h1:focus', { hasText: 'Accounts' }).waitFor();
    await fresh.keyboard.press('Control+k');
    await fresh.keyboard.type('coffee');
    load();
    const shown = fresh.getByRole('dialog', { name: 'Search' });
    await shown.waitFor();
    expect(await shown.getByRole('combobox').inputValue()).toBe('coffee');
    await shown.getByRole('combobox').and(fresh.locator(':focus')).waitFor();
    expect(fresh.url()).toContain(dashboard.at('accounts'));
    await fresh.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await fresh.locator('h1:focus', { hasText: 'Accounts' }).waitFor();
    await fresh.keyboard.press('Control+k');
    expect(await shown.getByRole('combobox').inputValue()).toBe('');
    await context.close();
  });

  it('say that no post contains a text, or that the search failed', async () => {
    await page.keyboard.press('Control+k');
    await field().fill('no such text');
    await box().getByText('No post has this text').waitFor();
    await box().getByText('Nothing found').waitFor();
    await page.route('**/api/v1/posts?*q=*', (route) =>
      route.fulfill({ status: 400, json: { code: 'VALIDATION_FAILED', message: 'Too slow.', details: [] } }),
    );
    await field().fill('another text');
    await box().getByText('Posts could not be searched. Too slow.').waitFor();
    await endRoutes(page);
    await page.keyboard.press('Escape');
    await box().waitFor({ state: 'detached' });
  });

  it('open a page with the keyboard alone, and return the focus if nothing is chosen', async () => {
    await opens('accounts', 'Accounts');
    await page.keyboard.press('/');
    await field().pressSequentially('webh');
    await box().getByRole('option', { name: 'Webhooks' }).waitFor();
    expect(await options().first().getAttribute('data-highlighted')).not.toBeNull();
    await page.keyboard.press('Enter');
    await heading('Webhooks').waitFor();
    const button = page.getByRole('button', { name: 'Search' });
    await button.press('Enter');
    await field().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'Search' }).waitFor();
  });

  it('find accounts by platform and name, and run actions', async () => {
    await page.keyboard.press('Control+k');
    await field().fill('bluesky');
    await options().filter({ hasText: 'Bluesky' }).first().click();
    await heading('Accounts').waitFor();
    await page.keyboard.press('Meta+k');
    await field().fill('dark theme');
    await options().filter({ hasText: 'Use the dark theme' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.keyboard.press('Control+k');
    await field().fill('match system theme of');
    await box().getByText('Nothing found').waitFor();
    await field().fill('theme of the system');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
    await page.keyboard.press('Control+k');
    await field().fill('sign out');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Sign out?' });
    await question.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
  });

  it('offer a reviewer only the actions that the role allows', async () => {
    const reviewer = await dashboard.newMember('CLIENT_REVIEWER');
    await reviewer.page.goto(dashboard.at('approvals'));
    await reviewer.page.locator('h1:focus', { hasText: 'Approvals' }).waitFor();
    await reviewer.page.keyboard.press('c');
    await reviewer.page.keyboard.press('Control+k');
    const shown = reviewer.page.getByRole('dialog', { name: 'Search' }).getByRole('option');
    await shown.filter({ hasText: 'Calendar' }).waitFor();
    const labels = await shown.allInnerTexts();
    expect(labels).toContain('Inbox');
    for (const label of ['New post', 'API keys', 'Webhooks', 'Audit log'])
      expect(labels).not.toContain(label);
    expect(reviewer.page.url()).toContain('/approvals');
    await reviewer.context.close();
  });

  it('write a post with C, open today with T, and move through the calendar with arrows', async () => {
    await opens('accounts', 'Accounts');
    await page.keyboard.press('c');
    await heading('New post').waitFor();
    const text = page.getByLabel('Text', { exact: true });
    await text.focus();
    await page.keyboard.type('ct?z/');
    expect(await text.inputValue()).toBe('ct?z/');
    await text.fill('');
    await opens('accounts', 'Accounts');
    await page.keyboard.press('t');
    await heading('Calendar').waitFor();
    const period = page.locator('h2[aria-live]');
    const today = await period.innerText();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => period.innerText()).not.toBe(today);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => period.innerText()).toBe(today);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => period.innerText()).not.toBe(today);
    await page.keyboard.press('t');
    await expect.poll(() => period.innerText()).toBe(today);
  });

  it('are listed after ?, and those of a single character can be turned off', async () => {
    await opens('accounts', 'Accounts');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Write a new post').waitFor();
    expect(await list.getByRole('term').count()).toBe(9);
    await expectAccessible(page);
    await expectFitsNarrow(page);
    // While the dialog is open, keys do not reach the page behind it.
    await page.keyboard.press('t');
    await list.getByLabel('Use keys of a single character').uncheck();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await page.keyboard.press('Escape');
    await box().waitFor({ state: 'detached' });
    expect(page.url()).toContain(dashboard.at('accounts'));
    await page.reload();
    await heading('Accounts').waitFor();
    await page.keyboard.press('c');
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await list.getByLabel('Use keys of a single character').check();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(page.url()).toContain(dashboard.at('accounts'));
    await page.keyboard.press('c');
    await heading('New post').waitFor();
  });

  it('send a form with Ctrl+Enter from one of its fields', async () => {
    await opens('compose', 'New post');
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Sent by the keyboard');
    await text.press('Control+Enter');
    await page.getByText('Select at least one account.').waitFor();
    await opens('keys', 'API keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('By keyboard');
    await page.getByRole('dialog').getByLabel('Name').press('Control+Enter');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('rowheader', { name: 'By keyboard' }).waitFor();
  });

  it('report no problems to the console', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
