import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { endRoutes, enterTime, expectAccessible, holdBack, noBrowser, useDashboard } from './dashboard.js';
import { pictureNamed } from './picture-files.js';

type Post = components['schemas']['Post'];

const dayMs = 24 * 60 * 60 * 1000;
const dueDay = new Date(Date.now() + 100 * dayMs).toISOString().slice(0, 10);

describe.skipIf(noBrowser)('the composer during concurrent edits and network faults', () => {
  const dashboard = useDashboard();

  const posts = async (caption: string): Promise<Post[]> => {
    const query = { workspaceId: dashboard.workspaceId, limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    return data.filter((post) => post.caption === caption);
  };
  const onlyPost = async (caption: string): Promise<Post> => {
    const [post, ...others] = await posts(caption);
    if (post === undefined || others.length > 0)
      throw new Error(`there is not exactly one post "${caption}"`);
    return post;
  };
  const accountsField = (page: Page): Locator => page.getByRole('group', { name: 'Accounts' });
  /**
   * Opens a tab with an empty form, or with an offer of the unsaved draft. A tab looks for drafts when it has read the
   * accounts, which is later than it shows its heading. Until then, it would still offer what another tab writes.
   */
  const newTab = async (): Promise<Page> => {
    const page = await dashboard.owner.context.newPage();
    await page.goto(dashboard.at('compose'));
    await accountsField(page)
      .or(page.getByRole('heading', { name: 'You have an unsaved post' }))
      .waitFor();
    return page;
  };
  const text = (page: Page): Locator => page.getByLabel('Text', { exact: true });
  const write = async (page: Page, caption: string): Promise<void> => {
    await accountsField(page)
      .getByRole('checkbox', { name: /^Bluesky/ })
      .check();
    await text(page).fill(caption);
  };
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save draft' }).click();
  const saved = (page: Page): Promise<void> =>
    page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
  /** Saves the draft, but drops the response. */
  const saveUnheard = async (page: Page): Promise<void> => {
    await page.route('**/api/v1/posts', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await save(page);
    await page.getByText('Nothing you have typed is lost.').waitFor();
    await endRoutes(page);
  };

  it('does not save before every upload has finished, even one that is hidden or has barely begun', async () => {
    const page = await newTab();
    await write(page, 'With a picture of its own');
    const open = await holdBack(page, '**/media/presign*');
    const unfinished = page.getByText('An upload is not finished. Wait for it, or cancel it.');
    await page
      .getByLabel('Files for Images and videos', { exact: true })
      .setInputFiles(await pictureNamed('shared.jpg'));
    await save(page);
    await unfinished.waitFor();
    await page.getByRole('button', { name: 'Cancel the upload of shared.jpg' }).click();
    await page.getByRole('tab', { name: 'Bluesky' }).click();
    await page.getByRole('checkbox', { name: 'Use different images and videos for this account' }).check();
    await save(page);
    await page.getByText(/^Add an image or video for Bluesky .+, or stop using different ones/).waitFor();
    await page
      .getByLabel(/^Files for Images and videos for Bluesky/)
      .setInputFiles(await pictureNamed('own.jpg'));
    await page.getByRole('tab', { name: 'All' }).click();
    await save(page);
    await unfinished.waitFor();
    await expectAccessible(page);
    open();
    await page.getByLabel('Alt text for own.jpg').waitFor({ state: 'attached' });
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await save(page);
    await saved(page);
    const post = await onlyPost('With a picture of its own');
    expect(post.media).toEqual([]);
    expect(post.targets[0]?.mediaIds).toHaveLength(1);
    await page.close();
  });

  it('asks before it revives a post that was canceled meanwhile', async () => {
    const query = { workspaceId: dashboard.workspaceId };
    const accounts = await dataOf(dashboard.api.GET('/social-accounts', { params: { query } }));
    const account = accounts.data.find(({ platform }) => platform === 'BLUESKY');
    const body = {
      caption: 'Canceled meanwhile',
      targets: [{ socialAccountId: account?.id ?? '' }],
      scheduledFor: `${dueDay}T09:30:00Z`,
      timezone: 'UTC',
    };
    const { id } = await dataOf(dashboard.api.POST('/posts', { body }));
    const params = { path: { id } };
    const page = await dashboard.owner.context.newPage();
    await page.goto(dashboard.at(`posts/${id}/edit`));
    await enterTime(page, { time: '10:45' });
    await dataOf(dashboard.api.POST('/posts/{id}/cancel', { params, body: {} }));
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this post' });
    await dialog.getByText('Canceled', { exact: true }).waitFor();
    await dialog.getByText('Scheduled when you opened it').waitFor();
    await expectAccessible(page);
    const now = await dataOf(dashboard.api.GET('/posts/{id}', { params }));
    expect(now.status).toBe('CANCELED');
    await dialog.getByRole('button', { name: 'Use the saved version' }).click();
    await page.getByRole('button', { name: 'Schedule' }).waitFor();
    await page.close();
  });

  it('does not overwrite a post that was saved from another tab with the same unsaved draft', async () => {
    const first = await newTab();
    await write(first, 'From the first tab');
    const second = await newTab();
    await second.getByRole('button', { name: 'Keep editing' }).click();
    await save(first);
    await saved(first);
    await text(second).fill('From the second tab');
    await save(second);
    const dialog = second.getByRole('dialog', { name: 'This post is already saved' });
    await dialog.getByText('From the first tab').waitFor();
    await expectAccessible(second);
    expect(await posts('From the second tab')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save mine as a separate post' }).click();
    await saved(second);
    await onlyPost('From the first tab');
    await onlyPost('From the second tab');
    await first.close();
    await second.close();
  });

  it('keeps the unsaved work of two tabs separate', async () => {
    const first = await newTab();
    const second = await newTab();
    await write(first, 'Written on the left');
    await write(second, 'Written on the right');
    await save(second);
    await saved(second);
    await first.reload();
    await first.getByRole('button', { name: 'Keep editing' }).click();
    expect(await text(first).inputValue()).toBe('Written on the left');
    await save(first);
    await saved(first);
    await first.close();
    await second.close();
  });

  it('does not overwrite another user’s change after a lost response', async () => {
    const page = await newTab();
    await write(page, 'Unheard');
    await saveUnheard(page);
    const { id } = await onlyPost('Unheard');
    await text(page).fill('Unheard, and changed');
    await saveUnheard(page);
    const params = { path: { id } };
    await dataOf(dashboard.api.PATCH('/posts/{id}', { params, body: { caption: 'By a colleague' } }));
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'This post is already saved' });
    await dialog.getByText('By a colleague').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
    await saved(page);
    expect((await onlyPost('Unheard, and changed')).id).toBe(id);
    await page.close();
  });

  it('creates a post again if its first version was saved without a response and then deleted', async () => {
    const page = await newTab();
    await write(page, 'Deleted unheard');
    await saveUnheard(page);
    const { id } = await onlyPost('Deleted unheard');
    await dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id } } }));
    await save(page);
    await page.getByText('has been deleted since').waitFor();
    await expectAccessible(page);
    await save(page);
    await saved(page);
    expect((await onlyPost('Deleted unheard')).id).not.toBe(id);
    await page.close();
  });

  it('does not create a second post on the day after a request whose response was lost', async () => {
    const page = await newTab();
    await write(page, 'Sent a day before');
    await saveUnheard(page);
    await page.clock.setFixedTime(new Date(Date.now() + dayMs));
    await page.reload();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByText('It may exist already.').waitFor();
    await page.getByRole('link', { name: 'Open calendar' }).waitFor();
    await expectAccessible(page);
    await save(page);
    await page.getByText('It may exist already.').waitFor();
    await onlyPost('Sent a day before');
    await page.getByRole('button', { name: 'Continue as a new post' }).click();
    await save(page);
    await saved(page);
    expect(await posts('Sent a day before')).toHaveLength(2);
    await page.close();
  });

  it('complies with its content policy, without errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
