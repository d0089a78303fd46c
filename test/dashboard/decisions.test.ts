import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { components } from '../../packages/client/src/api-types.js';
import { dataOf } from '../../packages/client/src/index.js';
import { sendAhead } from '../harness/send-ahead.js';
import { dayAfter, cellOf, dragToDay, lastSundayOfMarch, nextYear } from './calendar-days.js';
import {
  endUndo,
  expectAccessible,
  noBrowser,
  setApproval,
  useDashboard,
  type Visitor,
} from './dashboard.js';
import { waitMsMax } from '../harness/patience.js';

type Post = components['schemas']['Post'];

const soonMs = 8_000;
const laterMs = 3_600_000;
const outcome = { timeout: waitMsMax };
const [planned, other] = [-4, -3].map((days) => dayAfter(lastSundayOfMarch(nextYear), days)) as [
  string,
  string,
];

const noonOf = (day: string): string => `${day}T12:00:00.000Z`;

/** The service executes the request, and the page gets no response. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.fulfill({ status: 502, body: '' });
}

/** The tests of two people who change the same post, and of lost responses. */
describe.skipIf(noBrowser)('a user’s action in the dashboard', () => {
  const dashboard = useDashboard();
  // This is a hook, so that it also runs after a failed test.
  afterEach(() => setApproval(dashboard, false));

  const plan = (
    caption: string,
    when: { scheduledFor: string } | { draftScheduledFor: string },
  ): Promise<Post> => {
    const { info } = dashboard.stack;
    const socialAccountId = info.socialAccounts.find(({ platform }) => platform === 'THREADS')?.id ?? '';
    return dataOf(
      dashboard.api.POST('/posts', { body: { caption, targets: [{ socialAccountId }], ...when } }),
    );
  };
  const createPost = (caption: string): Promise<Post> =>
    plan(caption, { scheduledFor: new Date(Date.now() + laterMs).toISOString() });
  const read = ({ id }: Post): Promise<Post> =>
    dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const write = ({ id }: Post, body: components['schemas']['UpdatePostNested']): Promise<Post> =>
    dataOf(dashboard.api.PATCH('/posts/{id}', { params: { path: { id } }, body }));

  const openCalendar = async (): Promise<Visitor> => {
    const storageState = await dashboard.owner.context.storageState();
    const visitor = await dashboard.newVisitor({ storageState, viewport: { width: 1280, height: 1400 } });
    await visitor.page.goto(`${dashboard.at('calendar')}?view=month&day=${planned}`);
    return visitor;
  };

  /**
   * Holds the lists, so that the page still shows the state before a change. The returned function lets them through.
   */
  const keepShown = async (page: Page): Promise<() => Promise<void>> => {
    const lists = /\/api\/v1\/posts\?/;
    const held: Route[] = [];
    await page.route(lists, (route) => void held.push(route));
    return async () => {
      await page.unroute(lists);
      // The page has aborted some of these requests.
      await Promise.allSettled(held.map((route) => route.continue()));
    };
  };

  it('is refused if a colleague has changed the text meanwhile, and the new text is shown', async () => {
    await setApproval(dashboard, true);
    const post = await createPost('Half price');
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto(dashboard.at('approvals'));
    await page.getByRole('button', { name: 'Approve Half price' }).waitFor();
    const learn = await keepShown(page);
    await write(post, { caption: 'Free for all' });
    const reads = page.waitForResponse(`**/api/v1/posts/${post.id}?*`);
    await page.getByRole('button', { name: 'Approve Half price' }).click();
    await reads;
    await learn();
    await page.getByRole('alert').filter({ hasText: 'The post has changed' }).waitFor();
    await page.getByRole('button', { name: 'Approve Free for all' }).waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve Free for all' }).click();
    await endUndo(page, 'Post approved');
    await expect.poll(async () => (await read(post)).status).toBe('SCHEDULED');
    await context.close();
  });

  it('can be undone before anything is sent', async () => {
    await setApproval(dashboard, true);
    const post = await createPost('Second thoughts');
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto(dashboard.at('approvals'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    const approve = page.getByRole('button', { name: 'Approve Second thoughts' });
    const inMenu = page.getByRole('link', { name: /^Approvals/ });
    const waiting = async (): Promise<number> => Number(/\d+/.exec((await inMenu.textContent()) ?? '')?.[0]);
    await approve.waitFor();
    await expect.poll(waiting).toBeGreaterThan(0);
    const before = await waiting();
    await approve.click();
    await page.getByText('Post approved').waitFor();
    await approve.waitFor({ state: 'detached' });
    await expect.poll(async () => (await waiting()) || 0).toBe(before - 1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo: Post approved' }).click();
    await approve.waitFor();
    await page.goto(dashboard.at(`posts/${post.id}`));
    await page.getByRole('button', { name: 'Approve the post' }).waitFor();
    expect(sent).toEqual([]);
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await context.close();
  });

  it('arrives even if the page is closed while it can be undone', async () => {
    await setApproval(dashboard, true);
    const post = await createPost('In a hurry');
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto(dashboard.at(`posts/${post.id}`));
    await page.getByRole('button', { name: 'Approve the post' }).click();
    await page.getByText('Post approved').waitFor();
    await page.getByText('Scheduled', { exact: true }).first().waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await page.close({ runBeforeUnload: true });
    await expect.poll(async () => (await read(post)).status).toBe('SCHEDULED');
    await context.close();
  });

  it('is refused if the post changes between reading and clicking', async () => {
    await setApproval(dashboard, true);
    const post = await createPost('Open till six');
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto(dashboard.at(`posts/${post.id}`));
    const approve = page.getByRole('button', { name: 'Approve the post' });
    await approve.waitFor();
    const change = async (route: Route): Promise<void> => {
      await write(post, { caption: 'Open till eight' });
      await route.continue();
    };
    await page.route('**/approve', change, { times: 1 });
    await approve.click();
    await endUndo(page, 'Post approved');
    await page.getByText(/^Approving the post failed\. This changed since you opened it/).waitFor();
    await page.getByRole('heading', { name: 'Open till eight' }).waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await context.close();
  });

  it('does not move a draft that a colleague has scheduled meanwhile', async () => {
    const post = await plan('Stale idea', { draftScheduledFor: noonOf(planned) });
    const { page, context } = await openCalendar();
    const tile = page.locator('[data-post]', { hasText: 'Stale idea' });
    await tile.waitFor();
    const learn = await keepShown(page);
    await write(post, { scheduledFor: noonOf(planned) });
    await dragToDay(page, tile, other);
    const note = page.getByRole('region', { name: 'Not moved' });
    await note.getByText('The post has changed').waitFor();
    await learn();
    await cellOf(page, planned).locator('[data-post]', { hasText: 'Stale idea' }).waitFor();
    expect(await read(post)).toMatchObject({ status: 'SCHEDULED', scheduledAt: noonOf(planned) });
    await expectAccessible(page);
    await context.close();
  });

  it('is reported as uncertain if the response is lost, and the calendar shows the outcome', async () => {
    const post = await plan('Lost answer', { scheduledFor: noonOf(planned) });
    const { page, context } = await openCalendar();
    const tile = page.locator('[data-post]', { hasText: 'Lost answer' });
    await tile.waitFor();
    await page.route('**/reschedule', loseAnswer, { times: 1 });
    await dragToDay(page, tile, other);
    const note = page.getByRole('region', { name: 'Not confirmed' });
    await note.getByText('“Lost answer” may have been moved.').waitFor();
    await cellOf(page, other).locator('[data-post]', { hasText: 'Lost answer' }).waitFor();
    expect((await read(post)).scheduledAt).toBe(noonOf(other));
    await expectAccessible(page);
    await context.close();
  });

  it('must be confirmed if moving an unapproved post submits it for approval', async () => {
    const warning = 'This post has not been approved. It will be submitted for approval.';
    const post = await plan('Never approved', { scheduledFor: noonOf(planned) });
    const dragged = await plan('Dragged along', { scheduledFor: noonOf(planned) });
    await setApproval(dashboard, true);
    const { page, context } = await openCalendar();
    await page.locator('[data-post]', { hasText: 'Never approved' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByText(warning).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'A day later' }).click();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('The post needs approval', { exact: true }).waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await page.getByRole('link', { name: /^Approvals.*waiting$/ }).waitFor();
    const tile = page.locator('[data-post]', { hasText: 'Dragged along' });
    await dragToDay(page, tile, other);
    const question = page.getByRole('alertdialog');
    await question.getByText(warning).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await read(dragged)).scheduledAt).toBe(noonOf(planned));
    await dragToDay(page, tile, other);
    await question.getByRole('button', { name: 'Move' }).click();
    await expect.poll(async () => (await read(dragged)).status).toBe('NEEDS_APPROVAL');
    await context.close();
  });

  it('cannot be an approval once the time of the post has passed, and the page suggests what to do', async () => {
    await setApproval(dashboard, true);
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await sendAhead(soonMs, (scheduledFor) => plan('Too late', { scheduledFor }));
    await page.goto(dashboard.at('approvals'));
    const approve = page.getByRole('button', { name: 'Approve Too late' });
    await approve.waitFor();
    await page.getByText(/Reject it, or ask an editor to move it\.$/).waitFor(outcome);
    expect(await approve.isDisabled()).toBe(true);
    await expectAccessible(page);
    await context.close();
  });

  it('publishes a reply once, even after a lost response and a reload', async () => {
    const { page } = dashboard.owner;
    const { info } = dashboard.stack;
    const post = await sendAhead(1_000, (scheduledFor) => plan('Opening soon', { scheduledFor }));
    await expect.poll(async () => (await read(post)).status, outcome).toBe('PUBLISHED');
    const externalPostId = (await read(post)).targets[0]?.externalPostId;
    const said = await fetch(`${info.sandboxUrl}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'THREADS', externalPostId, text: 'When?', authorName: 'Anna Berg' }),
    });
    expect(said.status).toBe(201);
    await page.goto(dashboard.at('inbox'));
    await page.getByRole('button', { name: 'Check for new comments' }).click();
    const row = page.getByRole('link', { name: /anna.berg.*When\?/s });
    await row.waitFor(outcome);
    await row.click();
    await page.getByLabel('Your reply to anna.berg').fill('At ten!');
    await page.route('**/comments/*/reply', loseAnswer, { times: 1 });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The server responded with status 502.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Your reply was published').waitFor();
    const shown = await fetch(`${info.sandboxUrl}/publications`);
    const { data } = (await shown.json()) as { data: { comments: { text: string }[] }[] };
    const texts = data.flatMap(({ comments }) => comments.map(({ text }) => text));
    expect(texts.filter((text) => text === 'At ten!')).toHaveLength(1);
  });

  it('causes no error and no violation of the content policy on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
