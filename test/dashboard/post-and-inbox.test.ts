import { dataOf } from '../../packages/client/src/index.js';
import type { Page } from 'playwright-core';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { dayAfter, lastSundayOfMarch, nextYear } from './calendar-days.js';
import {
  endRoutes,
  endUndo,
  expectAccessible,
  expectFitsNarrow,
  memberPassword,
  noBrowser,
  setApproval,
  useDashboard,
} from './dashboard.js';
import { signOut } from '../browser/person.js';
import { sendAhead } from '../harness/send-ahead.js';
import { waitMsMax } from '../harness/patience.js';

const soonMs = 4_000;
const laterMs = 3_600_000;
const outcome = { timeout: waitMsMax };

describe.skipIf(noBrowser)('the pages of posts, approvals and the inbox', () => {
  const dashboard = useDashboard();

  const accountOf = (platform: string): string => {
    const found = dashboard.stack.info.socialAccounts.find((account) => account.platform === platform);
    return found?.id ?? '';
  };
  const createPost = (
    content: string,
    inMs: number,
    more: { firstComment?: string; timezone?: string; platform?: string } = {},
  ) => {
    const { timezone, platform = 'THREADS', ...target } = more;
    const targets = [{ socialAccountId: accountOf(platform), ...target }];
    const body = { caption: content, targets, ...(timezone !== undefined && { timezone }) };
    return sendAhead(inMs, (scheduledFor) =>
      dataOf(dashboard.api.POST('/posts', { body: { ...body, scheduledFor } })),
    );
  };
  const read = (id: string) => dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const published = async (
    content: string,
    platform = 'THREADS',
  ): Promise<{ id: string; externalPostId: string }> => {
    const { id } = await createPost(content, soonMs / 4, { platform });
    await expect.poll(async () => (await read(id)).status, outcome).toBe('PUBLISHED');
    return { id, externalPostId: (await read(id)).targets[0]?.externalPostId ?? '' };
  };
  const comment = async (externalPostId: string, text: string, platform = 'THREADS'): Promise<void> => {
    const answer = await fetch(`${dashboard.stack.info.sandboxUrl}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform, externalPostId, text, authorName: 'Anna Berg' }),
    });
    expect(answer.status).toBe(201);
  };
  const commentsAtPlatform = async (): Promise<string[]> => {
    const shown = await fetch(`${dashboard.stack.info.sandboxUrl}/publications`);
    const { data } = (await shown.json()) as { data: { comments: { text: string }[] }[] };
    return data.flatMap(({ comments }) => comments.map(({ text }) => text));
  };
  const opens = async (page: Page, screen: string, heading: string): Promise<void> => {
    await page.goto(dashboard.at(screen));
    await page.locator('h1:focus', { hasText: heading }).waitFor();
  };

  it('show the progress of a post without a reload', async () => {
    const { page } = dashboard.owner;
    const { id } = await createPost('Hello <b>there</b> [sandbox:slow=4000]', laterMs, {
      timezone: 'Asia/Tokyo',
    });
    await opens(page, `posts/${id}`, 'Hello <b>there</b>');
    expect(await page.title()).toBe('Hello <b>there</b> [sandbox:slow=4000] – Punctual');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
    await card.getByText('Scheduled', { exact: true }).waitFor();
    await page
      .getByText(/GMT\+9/)
      .first()
      .waitFor();
    const params = { path: { id } };
    await sendAhead(soonMs, (scheduledAt) =>
      dataOf(dashboard.api.POST('/posts/{id}/reschedule', { params, body: { scheduledAt } })),
    );
    await card.getByText('Publishing', { exact: true }).waitFor(outcome);
    await card.getByText('Published', { exact: true }).waitFor(outcome);
    const link = card.getByRole('link', { name: 'View on Threads' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await link.getAttribute('href')).toContain(dashboard.stack.info.sandboxUrl);
    await page.getByText(/^The post was published on Threads/).waitFor();
    await page.getByText(/^Your API key scheduled the post for .*GMT\+9/).waitFor();
    await page.getByRole('region', { name: 'Content' }).getByText('Hello <b>there</b>').waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
  });

  it('recover without a click once the server is back', async () => {
    const { page } = dashboard.owner;
    const { id } = await createPost('Before the fault', laterMs);
    const reads = `**/api/v1/posts/${id}?*`;
    await page.route(reads, (route) => route.fulfill({ status: 503, json: {} }));
    await opens(page, `posts/${id}`, 'Post');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await endRoutes(page);
    // The page shows the change without any click.
    await page.getByRole('heading', { name: 'Before the fault', level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('explain why a post failed, link to its editor, and let a user retry it', async () => {
    const { page } = dashboard.owner;
    const { id } = await createPost('No thanks [sandbox:reject]', soonMs / 4);
    await opens(page, `posts/${id}`, 'No thanks');
    await page.getByText('The platform rejected the post', { exact: true }).waitFor(outcome);
    const edit = page.getByRole('link', { name: /^Edit and retry/ });
    expect(await edit.getAttribute('href')).toBe(dashboard.at(`posts/${id}/edit`));
    const more = page.getByRole('link', { name: 'Why platforms reject posts' });
    const explained = await page.request.get((await more.getAttribute('href')) ?? '');
    expect(explained.status()).toBe(200);
    await expectAccessible(page);
    await dataOf(
      dashboard.api.PATCH('/posts/{id}', { params: { path: { id } }, body: { caption: 'Yes please' } }),
    );
    await page.reload();
    await page.getByText('Yes please').first().waitFor();
    await page.getByRole('button', { name: /^Retry: Threads/ }).dblclick();
    await page.getByText(/^Published on /).waitFor(outcome);
    await page.getByText(/^You retried the post/).waitFor();
    expect(await page.getByText(/^You retried the post/).count()).toBe(1);
  });

  it('let a user edit a failed target of a partly public post, and retry only that target', async () => {
    const { page } = dashboard.owner;
    const targets = [
      { socialAccountId: accountOf('THREADS') },
      { socialAccountId: accountOf('BLUESKY'), captionOverride: 'Refused [sandbox:reject]' },
    ];
    const post = await sendAhead(soonMs / 4, (scheduledFor) =>
      dataOf(dashboard.api.POST('/posts', { body: { caption: 'For both', targets, scheduledFor } })),
    );
    await expect.poll(async () => (await read(post.id)).status, outcome).toBe('PARTIALLY_PUBLISHED');
    await opens(page, `posts/${post.id}`, 'For both');
    await page.getByRole('link', { name: /^Edit and retry/ }).click();
    await page.getByRole('heading', { name: 'Failed accounts' }).waitFor();
    expect(await page.getByRole('group', { name: 'Accounts' }).count()).toBe(0);
    await page.getByLabel(/^Text for Bluesky/).fill('Taken now');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and retry' }).click();
    await page.getByRole('heading', { level: 1, name: /^Saved\. Retrying on Bluesky @\S+ now$/ }).waitFor();
    await page.getByRole('link', { name: 'Open post' }).waitFor();
    // The only time of a retried post is the one at which it failed, so none is shown.
    expect(await page.locator('main time').count()).toBe(0);
    await expect.poll(async () => (await read(post.id)).status, outcome).toBe('PUBLISHED');
    const texts = (await read(post.id)).targets.map(({ publishedCaption }) => publishedCaption);
    expect(texts).toEqual(['For both', 'Taken now']);
  });

  it('ask what is visible on the platform before they publish an unconfirmed target again', async () => {
    const { page } = dashboard.owner;
    const { id } = await createPost('Perhaps', laterMs);
    const post = await read(id);
    const [target] = post.targets;
    const unclear = { ...target, status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', errorRetryable: 'yes' };
    const answer = { json: { ...post, status: 'FAILED', targets: [unclear] } };
    await page.route(`**/posts/${id}?*`, (route) => route.fulfill(answer));
    await page.route(`**/posts/${id}/targets/*/resolve`, (route) => route.fulfill(answer));
    await opens(page, `posts/${id}`, 'Perhaps');
    expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
    expect(await page.getByText('Failed', { exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByText('Unconfirmed', { exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: /^Check and decide/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Was it published\?/ });
    await expect.poll(() => dialog.getByRole('button', { name: 'Step 3' }).isDisabled()).toBe(true);
    await dialog.getByLabel('No, it is not there').check();
    await expectAccessible(page);
    const sent = page.waitForRequest(`**/posts/${id}/targets/${target?.id ?? ''}/resolve`);
    await dialog.getByRole('button', { name: 'Publish again' }).click();
    expect((await sent).postDataJSON()).toEqual({ published: false });
    await dialog.waitFor({ state: 'detached' });
    await endRoutes(page);
  });

  it('let a user mark an unconfirmed post as published, even after a reload', async () => {
    const { page } = dashboard.owner;
    const { id, scheduledAt } = await createPost('Seen by a person', laterMs, { platform: 'X' });
    const sql = postgres(dashboard.stack.info.databaseUrl, { max: 1 });
    try {
      // The rows are in the state that the last look-up leaves.
      await sql`update publications set status = 'FAILED', error_code = 'PUBLISH_UNCONFIRMED' where post_id = ${id}`;
      await sql`update posts set status = 'FAILED' where id = ${id}`;
    } finally {
      await sql.end();
    }
    await page.goto(
      dashboard.at(`calendar?view=list&states=UNCONFIRMED&day=${scheduledAt?.slice(0, 10) ?? ''}`),
    );
    await page.getByRole('button', { name: /Seen by a person/ }).click();
    const glance = page.getByRole('dialog', { name: 'Seen by a person' });
    await expect.poll(() => glance.getByText('Unconfirmed', { exact: true }).count()).toBe(2);
    await expectAccessible(page);
    await glance.getByRole('link', { name: 'Open post' }).click();
    await page.getByRole('button', { name: /^Check and decide/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Was it published\?/ });
    await dialog.getByLabel('Yes, it is there').check();
    const url = 'https://x.com/i/status/1790000000000000009';
    await dialog.getByLabel(/^URL of the post on X/).fill(url);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Mark as published' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^You confirmed that the post is public on X/).waitFor();
    await page.reload();
    expect(await page.getByRole('link', { name: 'View on X' }).getAttribute('href')).toBe(url);
    expect(await page.getByText('Unconfirmed', { exact: true }).count()).toBe(0);
    expect((await read(id)).status).toBe('PUBLISHED');
  });

  /** Waits until the post no longer changes, so that a click cannot conflict with a newer version. */
  const commentFailed = (id: string): Promise<void> =>
    expect
      .poll(async () => {
        const { status, targets } = await read(id);
        return [status, targets.map(({ firstCommentErrorCode: code }) => code !== null)];
      }, outcome)
      .toEqual(['PUBLISHED', [true]]);

  it('offer to retry a refused first comment', async () => {
    const { page } = dashboard.owner;
    const { id } = await createPost('Quiet [sandbox:comments-disabled]', soonMs / 4, {
      firstComment: 'First!',
    });
    await commentFailed(id);
    await opens(page, `posts/${id}`, 'Quiet');
    await page.getByText('First comment: Comments are turned off').waitFor();
    await page.getByRole('button', { name: /^Retry first comment/ }).click();
    await page.getByText('It is too soon to retry').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this post?' });
    await question.getByText('Without this, it stays public there.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  it('let a user edit a first comment that the platform rejected, and send the new text', async () => {
    const { page } = dashboard.owner;
    const { id } = await createPost('Talkative', soonMs / 4, { firstComment: 'Refused [sandbox:reject]' });
    await commentFailed(id);
    await opens(page, `posts/${id}`, 'Talkative');
    await page.getByText('First comment: The platform rejected the post').waitFor();
    expect(await page.getByRole('button', { name: /^Retry first comment/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Edit first comment/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit first comment/ });
    const field = dialog.getByLabel('First comment');
    expect(await field.inputValue()).toBe('Refused [sandbox:reject]');
    await field.fill('');
    await dialog.getByRole('button', { name: 'Save and send' }).click();
    await dialog.getByText('Enter a comment.').waitFor();
    await field.fill('First indeed!');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save and send' }).click();
    await dialog.getByText('The new text is saved, but not sent yet.').waitFor();
    // The second click must be in the dialog, because a click beside it would close the dialog.
    const refused = page.waitForResponse(/retry-first-comment/);
    await dialog.getByRole('button', { name: 'Save and send' }).dblclick();
    expect(await (await refused).json()).toMatchObject({ code: 'RETRY_COOLDOWN' });
    await dialog.getByText('The new text is saved, but not sent yet.').waitFor();
    const sql = postgres(dashboard.stack.info.databaseUrl, { max: 1 });
    await sql`update publish_attempts set started_at = started_at - interval '2 minutes'
      where publication_id in (select id || ':FIRST_COMMENT' from publications where post_id = ${id})`;
    await sql.end();
    await dialog.getByRole('button', { name: 'Save and send' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await read(id)).targets[0]?.firstCommentStatus, outcome).toBe('PUBLISHED');
    expect((await read(id)).targets[0]?.firstComment).toBe('First indeed!');
    await expect.poll(() => page.getByText(/^First comment: /).count()).toBe(0);
    const comments = await commentsAtPlatform();
    expect(comments.filter((text) => text === 'First indeed!')).toHaveLength(1);
  });

  it('let a user move, cancel, schedule and delete posts with the keyboard, and keep the focus', async () => {
    const { page } = dashboard.owner;
    const { id } = await createPost('Later', laterMs, { timezone: 'Europe/Berlin' });
    await opens(page, `posts/${id}`, 'Later');
    await page.getByRole('button', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('Enter');
    const moving = page.getByRole('dialog', { name: 'Move post' });
    await moving.getByLabel('Date').fill('2020-01-15');
    await moving.getByText('The time must be in the future.').waitFor();
    // In this night, the clocks in Berlin go forward from two to three.
    await moving.getByLabel('Date').fill(dayAfter(lastSundayOfMarch(nextYear), 0));
    await moving.getByLabel('Time').fill('02:30');
    await moving.getByText(/^This time does not exist because the clocks change\. .*3:30/).waitFor();
    await expectAccessible(page);
    const summerDay = `${nextYear}-06-15`;
    await moving.getByLabel('Date').fill(summerDay);
    await moving.getByLabel('Time').fill('09:00');
    expect(await moving.getByText('because the clocks change').count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await moving.waitFor({ state: 'detached' });
    expect((await read(id)).scheduledAt).toBe(`${summerDay}T07:00:00.000Z`);
    await page.locator('button:focus', { hasText: 'Move' }).waitFor();
    await page.getByRole('button', { name: 'Cancel post', exact: true }).click();
    await page.getByText('Post canceled.').waitFor();
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    await expectAccessible(page);
    expect((await read(id)).status).toBe('CANCELED');
    await page.getByRole('button', { name: 'Undo: Post canceled.' }).click();
    await page.getByText('Post scheduled again').waitFor();
    expect(await read(id)).toMatchObject({ status: 'SCHEDULED', scheduledAt: `${summerDay}T07:00:00.000Z` });
    await page.getByRole('button', { name: 'Cancel post', exact: true }).click();
    await page.getByText('Post canceled.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await endUndo(page, 'Post deleted');
    const { GET } = dashboard.api;
    await expect
      .poll(async () => (await GET('/posts/{id}', { params: { path: { id } } })).response.status)
      .toBe(404);
    await page.goto(dashboard.at(`posts/${id}`));
    await page.getByText('This could not be found').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the calendar' }).click();
    await page.waitForURL(`**${dashboard.at('calendar')}*`);
    await page.goto(dashboard.at(`posts/${id}/edit`));
    await page.getByRole('link', { name: 'Go to the calendar' }).waitFor();
  });

  it('begin with the approvals for a client reviewer, who can approve and reject', async () => {
    await setApproval(dashboard, true);
    const approved = await createPost('Buy one', laterMs);
    const rejected = await createPost('Buy <i>two</i>', laterMs);
    const { page: mine } = dashboard.owner;
    await opens(mine, `posts/${approved.id}`, 'Buy one');
    const card = mine.getByRole('listitem').filter({ has: mine.getByRole('heading', { level: 3 }) });
    await card.getByText('Needs approval', { exact: true }).waitFor();
    expect(await card.getByText('Draft', { exact: true }).count()).toBe(0);
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto('/');
    await page.waitForURL(`**${dashboard.at('approvals')}`);
    await page.getByRole('button', { name: 'Approve Buy one' }).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Approve Buy one' }).dblclick();
    await endUndo(page, 'Post approved');
    await page.getByRole('button', { name: 'Reject Buy <i>two</i>' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject post' });
    await dialog.getByLabel('What needs to change?').fill('Say three.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('No posts need approval').waitFor();
    await expectAccessible(page);
    await expect.poll(async () => (await read(approved.id)).status).toBe('SCHEDULED');
    expect(await read(rejected.id)).toMatchObject({ status: 'DRAFT', rejectionReason: 'Say three.' });
    await opens(page, `posts/${rejected.id}`, 'Buy <i>two</i>');
    await page.getByText('Say three.', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await setApproval(dashboard, false);
    await context.close();
  });

  it('report that a reply was refused, and offer no retry if the post accepts no replies', async () => {
    const { page } = dashboard.owner;
    const post = await published('Closed today\nFor all [sandbox:comments-disabled]', 'BLUESKY');
    await opens(page, 'inbox', 'Inbox');
    await comment(post.externalPostId, 'Anybody there?', 'BLUESKY');
    // Only this account is refreshed, because the others can be refreshed again only after a while.
    const query = { workspaceId: dashboard.workspaceId };
    const body = { socialAccountId: accountOf('BLUESKY') };
    await dataOf(dashboard.api.POST('/comments/refresh', { params: { query }, body }));
    const row = page.getByRole('link', { name: /Anybody there/ });
    await row.waitFor(outcome);
    await row.click();
    await page.getByText('Closed today', { exact: true }).waitFor();
    const field = page.getByLabel(/^Your reply to/);
    await field.fill('I am');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Replies are turned off', { exact: true }).waitFor(outcome);
    await page.getByText(/^You cannot reply here/).waitFor();
    expect(await page.getByRole('button', { name: /^(Reply to|Send)/ }).count()).toBe(0);
    expect(await page.getByText(/Reply again|A permission is missing/).count()).toBe(0);
    await row.getByText('Reply failed').waitFor();
    // The comment still has no reply.
    await row.getByText('Unread').waitFor();
    expect(await row.getByText('Replied').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replies are turned on now' }).click();
    await field.waitFor();
  });

  it('let a user reply to the comment of a visitor', async () => {
    const { page } = dashboard.owner;
    const post = await published('Opening soon');
    await opens(page, 'inbox', 'Inbox');
    await comment(post.externalPostId, 'When do you <b>open</b>?');
    await page.getByRole('button', { name: 'Check for new comments' }).click();
    await page
      .getByText(/^Fetching comments for /)
      .first()
      .waitFor();
    const row = page.getByRole('link', { name: /anna.berg.*When do you <b>open<\/b>\?/s });
    await row.waitFor(outcome);
    await expectAccessible(page);
    await row.click();
    await page.locator('h2:focus', { hasText: 'Conversation' }).waitFor();
    const field = page.getByLabel('Your reply to anna.berg');
    await field.fill('At nine!');
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('At nine!');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
    await page.getByText('Your reply was published').waitFor();
    await page.getByText('At nine!', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark as unread' }).click();
    await page.getByRole('button', { name: 'Mark as read' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await page.locator('a:focus', { hasText: 'When do you' }).press('Enter');
    await page.locator('h2:focus', { hasText: 'Conversation' }).waitFor();
    expect((await commentsAtPlatform()).filter((text) => text === 'At nine!')).toHaveLength(1);
  });

  it('ask whether a reply that may be public exists, and accept the user’s answer', async () => {
    const { page } = dashboard.owner;
    const body = {
      statusCode: 409,
      code: 'INVALID_STATE',
      message: 'The same reply may be public already.',
      requestId: 'req_test',
      status: 'UNCONFIRMED',
      allowed: [],
      replyId: 'cmt_x',
    };
    await page.route('**/comments/*/reply', (route) => route.fulfill({ status: 409, json: body }));
    await page.getByLabel('Your reply to anna.berg').fill('At ten!');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const note = page.getByRole('alert').filter({ hasText: 'The same reply was sent before' });
    await note.getByText('Check the conversation first').waitFor();
    await note.getByRole('button', { name: 'I cannot tell: check again' }).waitFor();
    expect(await page.getByText('INVALID_STATE').count()).toBe(0);
    await expectAccessible(page);
    await endRoutes(page);
    const answers: unknown[] = [];
    await page.route('**/comments/cmt_x/resolve', (route) => {
      answers.push(route.request().postDataJSON());
      return route.fulfill({ json: { id: 'cmt_x', status: 'SENT' } });
    });
    await note.getByRole('button', { name: 'Yes, it is there' }).click();
    await note.waitFor({ state: 'detached' });
    expect(answers).toEqual([{ published: true }]);
    expect(await page.getByLabel('Your reply to anna.berg').inputValue()).toBe('');
    await endRoutes(page);
  });

  it('reopen the same page with the unsaved text when the user signs in again after the session has ended', async () => {
    const { page, context, email } = await dashboard.newMember('EDITOR');
    await page.goto(dashboard.at('inbox'));
    await page.getByRole('link', { name: /When do you/ }).click();
    await page.getByLabel('Your reply to anna.berg').fill('Half of a rep');
    const place = page.url();
    const other = await context.newPage();
    await other.goto(dashboard.at('inbox'));
    await signOut(other);
    await other.getByText('You are signed out.').waitFor();
    expect(new URL(other.url()).searchParams.get('ended')).toBeNull();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(memberPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(place);
    await expect.poll(() => page.getByLabel('Your reply to anna.berg').inputValue()).toBe('Half of a rep');
    await context.close();
  });

  it('comply with their content policy, without errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
