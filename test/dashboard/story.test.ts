import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { simulators } from '../harness/sandbox.js';
import { sendAhead } from '../harness/send-ahead.js';
import { cellOf, dayAfter, dragToDay, nextYear, secondSundayOfMarch } from './calendar-days.js';
import {
  endUndo,
  enterTime,
  expectAccessible,
  noBrowser,
  tileOf,
  useDashboard,
  type Visitor,
} from './dashboard.js';
import { waitMsMax } from '../harness/patience.js';

type Post = components['schemas']['Post'];

const picture = fileURLToPath(new URL('../../examples/picture.jpg', import.meta.url));
const outcome = { timeout: waitMsMax };
const caption = 'The harbour opens on Saturday';
const changeDay = secondSundayOfMarch(nextYear);
const planned = dayAfter(changeDay, -3);
const moved = dayAfter(changeDay, 4);

const furtherAccount = simulators.find(({ name }) => name === 'THREADS')?.accounts[1];

/**
 * One story on one stack, from the one-time link to a reply to a comment. A person with the right role does each step.
 */
describe.skipIf(noBrowser)('a team in the dashboard', () => {
  const dashboard = useDashboard();
  let reviewer: Visitor;
  let post: Post;

  const open = async (page: Page, screen: string, title: string): Promise<void> => {
    await page.goto(dashboard.at(screen));
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  };
  const read = (): Promise<Post> =>
    dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id: post.id } } }));

  it('connects one more account at its platform', async () => {
    const { page } = dashboard.owner;
    await open(page, 'accounts', 'Accounts');
    await page.getByRole('button', { name: 'Connect an account' }).click();
    const choose = page.getByRole('dialog');
    await tileOf(choose, 'THREADS').check();
    await choose.getByRole('button', { name: 'Continue' }).click();
    await page.locator(`input[name=account][value="${furtherAccount?.externalAccountId ?? ''}"]`).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page
      .getByRole('dialog', { name: /^Connect/ })
      .getByRole('button', { name: 'Connect', exact: true })
      .click();
    await page.getByText(`${furtherAccount?.handle ?? ''} is connected`).waitFor();
  });

  it('requires approval for posts, and invites a reviewer', async () => {
    const { page } = dashboard.owner;
    await open(page, 'workspace', 'Workspace');
    await page.getByRole('checkbox', { name: 'Require approval for posts' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    reviewer = await dashboard.newMember('CLIENT_REVIEWER');
  });

  it('writes a post with an image for three platforms, and submits it for approval', async () => {
    const { page } = dashboard.owner;
    await open(page, 'compose', 'New post');
    const accounts = page.getByRole('group', { name: 'Accounts' });
    for (const name of [/^Bluesky/, /^X @/, new RegExp(`^Threads .*${furtherAccount?.handle ?? ''}`)]) {
      await accounts.getByRole('checkbox', { name }).check();
    }
    await page.getByLabel('Text', { exact: true }).fill(caption);
    await page.getByLabel('Files for Images and videos', { exact: true }).setInputFiles({
      name: 'harbour.jpg',
      mimeType: 'image/jpeg',
      buffer: readFileSync(picture),
    });
    await page.getByLabel('Alt text for harbour.jpg').fill('Boats at a quay');
    const timeZone = { typed: 'new york', name: 'America/New York' };
    await enterTime(page, { date: planned, time: '09:00', timeZone });
    await page.getByText(/^Checked: /).waitFor();
    await page.getByRole('button', { name: 'Submit for approval' }).dblclick();
    await page.getByRole('heading', { level: 1, name: /approval/i }).waitFor();
    const query = { workspaceId: dashboard.workspaceId, limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    const [found, ...others] = data.filter((row) => row.caption === caption);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ status: 'NEEDS_APPROVAL', scheduledAt: `${planned}T14:00:00.000Z` });
    if (found === undefined) throw new Error('The post is not there.');
    post = found;
  });

  it('moves the post across a clock change on the calendar, and its time stays 9:00', async () => {
    const { page } = dashboard.owner;
    const search = new URLSearchParams({ view: 'month', day: planned }).toString();
    await page.goto(`${dashboard.at('calendar')}?${search}`);
    const tile = page.locator('[data-post]', { hasText: caption.slice(0, 11) });
    await cellOf(page, planned).locator('[data-post]').first().waitFor();
    await dragToDay(page, tile.first(), moved);
    await page
      .getByText(/was moved to .* 9:00/)
      .first()
      .waitFor();
    expect((await read()).scheduledAt).toBe(`${moved}T13:00:00.000Z`);
  });

  it('approves the post as a reviewer', async () => {
    const { page } = reviewer;
    await page.goto('/');
    await page.waitForURL(`**${dashboard.at('approvals')}`);
    await page.getByAltText('Boats at a quay').first().waitFor();
    await page.getByRole('button', { name: `Approve ${caption}` }).dblclick();
    await page.getByText('No posts need approval').waitFor();
    await endUndo(page, 'Post approved');
    await expect.poll(async () => (await read()).status).toBe('SCHEDULED');
    await reviewer.context.close();
  });

  it('sees the links to the post once it is published', async () => {
    const { page } = dashboard.owner;
    await open(page, `posts/${post.id}`, caption);
    const params = { path: { id: post.id } };
    await sendAhead(4_000, (scheduledAt) =>
      dataOf(dashboard.api.POST('/posts/{id}/reschedule', { params, body: { scheduledAt } })),
    );
    for (const platform of ['Bluesky', 'X', 'Threads']) {
      await page.getByRole('link', { name: `View on ${platform}` }).waitFor(outcome);
    }
    const runLink = page.getByRole('link', { name: /^publish-post:/ });
    expect(await runLink.getAttribute('href')).toBe(
      `${dashboard.stack.info.temporalUiUrl}/namespaces/default/workflows/${encodeURIComponent((await read()).workflowId ?? '')}`,
    );
    await expectAccessible(page);
    const shown = await fetch(`${dashboard.stack.info.sandboxUrl}/publications`);
    const { data } = (await shown.json()) as { data: { text: string; platform: string }[] };
    const platforms = data.filter(({ text }) => text.startsWith(caption)).map(({ platform }) => platform);
    expect(platforms.sort()).toEqual(['BLUESKY', 'THREADS', 'X']);
  });

  it('replies to the first comment of a visitor', async () => {
    const { page } = dashboard.owner;
    const target = (await read()).targets.find(({ platform }) => platform === 'THREADS');
    const said = await fetch(`${dashboard.stack.info.sandboxUrl}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        platform: 'THREADS',
        externalPostId: target?.externalPostId,
        text: 'At what time?',
        authorName: 'Anna Berg',
      }),
    });
    expect(said.status).toBe(201);
    await open(page, 'inbox', 'Inbox');
    await page.getByRole('button', { name: 'Check for new comments' }).click();
    const row = page.getByRole('link', { name: /anna.berg.*At what time\?/s });
    await row.waitFor(outcome);
    await row.click();
    await page.getByLabel('Your reply to anna.berg').fill('At ten. See you there!');
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
    await page.getByText('Your reply was published').waitFor();
  });

  it('finds the post listed in the media library under its image', async () => {
    const { page } = dashboard.owner;
    await open(page, 'media', 'Media');
    await page.getByRole('button', { name: /^harbour/ }).click();
    const usedIn = page.getByRole('dialog').getByRole('region', { name: 'Used in' });
    await usedIn.getByRole('link', { name: caption }).waitFor();
    await expectAccessible(page);
  });

  it('saw only pages that comply with their content policy, without errors', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
