import type { Page, Request } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { components } from '../../packages/client/src/api-types.js';
import { dataOf } from '../../packages/client/src/index.js';
import { signOut } from '../browser/person.js';
import {
  endUndo,
  expectAccessible,
  expectFitsNarrow,
  leavePage,
  noBrowser,
  setApproval,
  useDashboard,
} from './dashboard.js';

type Post = components['schemas']['Post'];

const laterMs = 3_600_000;
/** There are more steps than the page has elements to focus. */
const tabsMax = 40;
const phone = { width: 360, height: 740 };

describe.skipIf(noBrowser)('a client link', () => {
  const dashboard = useDashboard();
  // This is a hook, so that it also runs after a failed test.
  afterEach(() => setApproval(dashboard, false));

  const createPost = async (caption: string, more: object = {}): Promise<Post> => {
    const { info } = dashboard.stack;
    const targets = info.socialAccounts
      .filter(({ platform }) => ['THREADS', 'BLUESKY'].includes(platform))
      .map(({ id }) => ({ socialAccountId: id }));
    const scheduledFor = new Date(Date.now() + laterMs).toISOString();
    const post = await dataOf(
      dashboard.api.POST('/posts', { body: { caption, targets, scheduledFor, ...more } }),
    );
    expect(post.status).toBe('NEEDS_APPROVAL');
    return post;
  };
  const read = ({ id }: Post): Promise<Post> =>
    dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const ownerCall = async (method: 'post' | 'delete', path: string, data?: object) => {
    const { apiUrl, dashboardUrl } = dashboard.stack.info;
    const headers = { origin: dashboardUrl };
    return dashboard.owner.context.request[method](`${apiUrl}${path}`, { headers, ...(data && { data }) });
  };
  const linksPath = (): string => `/workspaces/${dashboard.workspaceId}/client-links`;
  const createLink = async (name: string): Promise<{ id: string; url: string }> => {
    const answer = await ownerCall('post', linksPath(), { name });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as { id: string; url: string };
  };
  const cardOf = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

  it('is created and shown once by an owner, and opens the posts of its workspace to a person without an account', async () => {
    await setApproval(dashboard, true);
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('members'));
    await page.getByRole('button', { name: 'New client link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Who is it for?').fill('Ms. Bauer');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByLabel('Link for Ms. Bauer').inputValue();
    expect(url).toMatch(/\/client#punctual_client_/);
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Ms. Bauer' });
    await row.getByText('Never').waitFor();
    expect(await page.content()).not.toContain(url);
    await expectAccessible(page);
    await expectFitsNarrow(page);

    const { exampleMedia } = dashboard.stack.info;
    const post = await createPost('Half price', { mediaIds: [exampleMedia.picture] });
    const client = await dashboard.newVisitor({ viewport: phone });
    const sent: Request[] = [];
    client.page.on('request', (request) => sent.push(request));
    await client.page.goto(url);
    await client.page.getByText('For Ms. Bauer.').waitFor();
    await client.page.getByRole('article', { name: /^Preview for Threads/ }).waitFor();
    const preview = client.page.getByRole('article', { name: /^Preview for Bluesky/ });
    await preview.getByText('Half price').waitFor();
    await expect.poll(() => preview.getByRole('img').count()).toBeGreaterThan(0);
    await expectAccessible(client.page);
    await expectFitsNarrow(client.page);
    await client.page.getByRole('button', { name: 'Approve Half price' }).click();
    await client.page.getByText('Nothing waits for you').waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await client.page.getByRole('button', { name: 'Undo: Post approved' }).click();
    await client.page.getByRole('button', { name: 'Approve Half price' }).click();
    await endUndo(client.page, 'Post approved');
    await client.page.getByText('Nothing waits for you').waitFor();
    await expect.poll(async () => (await read(post)).status).toBe('SCHEDULED');
    await expectAccessible(client.page);

    // The secret is only in the Authorization header of calls, and in no URL that is stored or passed on.
    const [, token = ''] = url.split('#');
    expect(client.page.url()).not.toContain('#');
    for (const request of sent) {
      expect(request.url()).not.toContain(token);
      expect(request.headers()['referer'] ?? '').not.toContain(token);
    }
    await client.context.close();
    await page.reload();
    await expect.poll(() => row.getByText('Never').count()).toBe(0);
  });

  it('accepts comments and rejections, which the team sees beside the post', async () => {
    await setApproval(dashboard, true);
    const post = await createPost('Open till six', { timezone: 'Asia/Tokyo' });
    const { url } = await createLink('Mr. Sato');
    const { page, context } = await dashboard.newVisitor({ viewport: phone });
    await page.goto(url);
    await page.getByRole('button', { name: 'Comment on Open till six' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Comment').fill('Is it not seven?');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send comment' }).click();
    const comments = page.getByRole('list', { name: 'Your comments' });
    await comments.getByText('Is it not seven?').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    // A phone may unload the page in the meantime.
    await page.reload();
    await comments.getByText('Is it not seven?').waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Reject Open till six' }).click();
    await dialog.getByLabel('What needs to change?').fill('We close at seven.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Post rejected').waitFor();
    await page.getByText('Nothing waits for you').waitFor();
    expect(await read(post)).toMatchObject({ status: 'DRAFT', rejectionReason: 'We close at seven.' });
    await context.close();

    const team = dashboard.owner.page;
    await team.goto(dashboard.at(`posts/${post.id}`));
    await team.getByText('Mr. Sato wrote: “Is it not seven?”').waitFor();
    await team.getByText('Mr. Sato rejected the post: “We close at seven.”').waitFor();
  });

  it('approves all posts at once, except one that has changed since it was shown', async () => {
    await setApproval(dashboard, true);
    const [first, second] = [await createPost('Number one'), await createPost('Number two')];
    const { url } = await createLink('Acme');
    const { page, context } = await dashboard.newVisitor();
    await page.goto(url);
    await page.getByRole('button', { name: 'Approve all 2' }).click();
    const question = page.getByRole('alertdialog', { name: 'Approve 2 posts?' });
    await expectAccessible(page);
    const params = { path: { id: second.id } };
    await dataOf(dashboard.api.PATCH('/posts/{id}', { params, body: { caption: 'Number three' } }));
    await question.getByRole('button', { name: 'Approve all' }).click();
    await page.getByText('1 post approved').waitFor();
    await page.getByRole('alert').filter({ hasText: 'Number two: It has changed' }).waitFor();
    await cardOf(page, 'Number three').waitFor();
    await expectAccessible(page);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([
      'SCHEDULED',
      'NEEDS_APPROVAL',
    ]);
    await page.getByRole('button', { name: 'Approve Number three' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    // A phone unloads the page when it opens another one.
    await leavePage(page);
    await expect.poll(async () => (await read(second)).status).toBe('SCHEDULED');
    await context.close();
  });

  it('approves nothing that has changed since it was shown, and can be used with the keyboard alone', async () => {
    await setApproval(dashboard, true);
    const post = await createPost('Free entry');
    const { url } = await createLink('Acme');
    const { page, context } = await dashboard.newVisitor();
    await page.goto(url);
    const approve = page.getByRole('button', { name: 'Approve Free entry' });
    await approve.waitFor();
    const params = { path: { id: post.id } };
    await dataOf(dashboard.api.PATCH('/posts/{id}', { params, body: { caption: 'Free drinks' } }));
    const press = async (name: string): Promise<void> => {
      const button = page.getByRole('button', { name });
      await button.waitFor();
      const isFocused = async () => (await button.and(page.locator(':focus')).count()) > 0;
      for (let presses = 0; !(await isFocused()) && presses < tabsMax; presses += 1) {
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
    };
    await press('Approve Free entry');
    await press('Dismiss: Post approved');
    await page.getByText(/^Approving the post failed\. This changed since you opened it/).waitFor();
    await page.getByRole('button', { name: 'Approve Free drinks' }).waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await press('Approve Free drinks');
    await press('Dismiss: Post approved');
    await page.getByText('Nothing waits for you').waitFor();
    await expect.poll(async () => (await read(post)).status).toBe('SCHEDULED');
    await context.close();
  });

  it('ends when it is revoked, and says so, without ending the session of a member who has opened it', async () => {
    await setApproval(dashboard, true);
    await createPost('Last chance');
    const { url } = await createLink('Former client');
    const { page: inside, context } = await dashboard.newMember('EDITOR');
    const page = await context.newPage();
    await page.goto(url);
    const approve = page.getByRole('button', { name: 'Approve Last chance' });
    await approve.waitFor();

    const owner = dashboard.owner.page;
    await owner.goto(dashboard.at('members'));
    await owner.getByRole('button', { name: 'Revoke the link for Former client' }).click();
    const question = owner.getByRole('alertdialog');
    await question.getByText('stops working at once').waitFor();
    await expectAccessible(owner);
    await question.getByRole('button', { name: 'Revoke' }).click();
    await owner.getByRole('row').filter({ hasText: 'Former client' }).getByText('Revoked').waitFor();

    await approve.click();
    await endUndo(page, 'Post approved');
    await page.getByText('This link no longer works').waitFor();
    await page.getByText(/^Approving the post failed\. This link was revoked/).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.reload();
    await page.getByText('This link was revoked').waitFor();
    await inside.goto(dashboard.at('members'));
    await inside.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await signOut(inside);
    await inside.getByText('You are signed out.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/client');
    await page.getByText('This link was revoked').waitFor();
    await context.close();
  });

  it('is asked for by the page if it is opened without one, or with a wrong one', async () => {
    const { page, context } = await dashboard.newVisitor();
    await page.goto('/client');
    await page.getByText('Open your link').waitFor();
    await expectAccessible(page);
    await page.goto(`/client#punctual_client_${'x'.repeat(43)}`);
    await page.getByText('There is no such link.').waitFor();
    await context.close();
  });

  it('causes no errors in the browser’s console', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
