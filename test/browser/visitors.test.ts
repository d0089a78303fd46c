import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { openBrowser } from './person.js';

const chromiumPath = inject('chromiumPath');
const actionMsMax = 90_000;
const soon = { timeout: actionMsMax };
const refreshMs = 2_000;

interface Shown {
  externalPostId: string;
  comments: { text: string; authorName: string | null; parentId: string; editedAt: string | null }[];
}

describe.skipIf(chromiumPath === null)('a visitor on the sandbox page', () => {
  let sandbox: RunningSandbox;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    sandbox = await startTestSandbox();
    browser = await openBrowser(chromiumPath ?? '');
    context = await browser.newContext();
    context.setDefaultTimeout(actionMsMax);
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => void complaints.push(`Uncaught ${error.message}`));
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });

  const thread = async (step: string, fields: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ access_token: 'sandbox:7', ...fields });
    const answer = await fetch(`${sandbox.url}/threads/v1.0/me/${step}`, { method: 'POST', body });
    return ((await answer.json()) as { id: string }).id;
  };
  const publish = async (text: string): Promise<string> =>
    thread('threads_publish', { creation_id: await thread('threads', { media_type: 'TEXT', text }) });
  const commentsOf = async (post: string): Promise<Shown['comments']> => {
    const { data } = (await (await fetch(`${sandbox.url}/publications`)).json()) as { data: Shown[] };
    return data.find(({ externalPostId }) => externalPostId === post)?.comments ?? [];
  };
  const article = (text: string): Locator => page.getByRole('article').filter({ hasText: text });
  const comment = (text: string): Locator => page.locator('.comment').filter({ hasText: text });
  /** Waits until the page has fetched the posts three times. By then, it shows everything that was under way. */
  const refreshed = async (): Promise<void> => {
    for (let times = 0; times < 3; times += 1) {
      await page.waitForResponse((response) => response.url().endsWith('/feed'));
    }
  };

  it('can write a comment, and sees it under the post', async () => {
    const post = await publish('What do you say?');
    await page.goto(sandbox.url);
    const card = article('What do you say?');
    await card.getByText('Comment as a visitor').click();
    await card.getByLabel('Name').fill('Anna Berg');
    await card.getByLabel('Text').fill('Is it <b>open</b>\non Sundays?');
    await card.getByRole('button', { name: 'Comment' }).click();
    await page.waitForURL(`**/posts/threads/${post}`);
    await comment('Is it <b>open</b>').waitFor();
    await expect.poll(() => comment('Is it').textContent()).toContain('Anna Berg');
    const [made] = await commentsOf(post);
    expect(made).toMatchObject({ authorName: 'Anna Berg', parentId: post, editedAt: null });
    expect(made?.text.replaceAll('\r\n', '\n')).toBe('Is it <b>open</b>\non Sundays?');
  });

  it('can reply to a comment', async () => {
    const card = comment('Is it');
    await card.getByText('Reply, edit or delete').click();
    const form = card.locator('form').filter({ has: page.getByRole('button', { name: 'Reply' }) });
    await form.getByLabel('Text').fill('I think so.');
    await form.getByRole('button', { name: 'Reply' }).click();
    const answer = page.locator('.comment.answer').filter({ hasText: 'I think so.' });
    await answer.waitFor();
    expect(await answer.textContent()).toContain('Visitor');
  });

  it('can edit a comment, which is then marked as edited', async () => {
    const card = comment('I think so.');
    await card.getByText('Reply, edit or delete').click();
    const form = card.locator('form').filter({ has: page.getByRole('button', { name: 'Edit' }) });
    expect(await form.getByLabel('Text').inputValue()).toBe('I think so.');
    await form.getByLabel('Text').fill('I know so.');
    await form.getByRole('button', { name: 'Edit' }).click();
    await comment('I know so.').waitFor();
    expect(await comment('I know so.').locator('.meta').textContent()).toContain('edited');
    expect(await comment('I think so.').count()).toBe(0);
  });

  it('can delete a comment, which then disappears', async () => {
    const card = comment('I know so.');
    await card.getByText('Reply, edit or delete').click();
    await card.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => comment('I know so.').count(), soon).toBe(0);
    await comment('Is it').waitFor();
  });

  it('keeps unfinished text while the page refreshes, and sees new posts afterwards', async () => {
    await page.goto(sandbox.url);
    const card = article('What do you say?');
    const open = card.getByText('Comment as a visitor');
    await open.click();
    await card.locator('form:visible').getByLabel('Text').fill('half a sent');
    await publish('Something new');
    await refreshed();
    expect(await card.locator('form:visible').getByLabel('Text').inputValue()).toBe('half a sent');
    expect(await article('Something new').count()).toBe(0);
    await open.click();
    await article('Something new').waitFor({ timeout: refreshMs * 5 });
  });

  it('sees a page that complies with its own content policy', () => {
    expect(complaints.filter((text) => /Content Security Policy|Uncaught/i.test(text))).toEqual([]);
  });
});
