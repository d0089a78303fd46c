import { describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/index.js';
import { waitMsMax } from '../harness/patience.js';
import { sendAhead } from '../harness/send-ahead.js';
import {
  endUndo,
  expectAccessible,
  expectAccessibleInWidths,
  expectFitsNarrow,
  noBrowser,
  setApproval,
  useDashboard,
} from './dashboard.js';

const soonMs = 1_000;
const outcome = { timeout: waitMsMax };

describe.skipIf(noBrowser)('a public post', () => {
  const dashboard = useDashboard();

  const read = (id: string) => dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const publish = async (caption: string, platform: string): Promise<string> => {
    const account = dashboard.stack.info.socialAccounts.find((each) => each.platform === platform);
    const targets = [{ socialAccountId: account?.id ?? '' }];
    const { id } = await sendAhead(soonMs, (scheduledFor) =>
      dataOf(dashboard.api.POST('/posts', { body: { caption, targets, scheduledFor } })),
    );
    await expect.poll(async () => (await read(id)).status, outcome).toBe('PUBLISHED');
    return id;
  };
  const textsAtPlatform = async (): Promise<string[]> => {
    const shown = await fetch(`${dashboard.stack.info.sandboxUrl}/publications?limit=1000`);
    const { data } = (await shown.json()) as { data: { text: string }[] };
    return data.map(({ text }) => text);
  };
  const opensPost = async (id: string): Promise<void> => {
    await dashboard.owner.page.goto(dashboard.at(`posts/${id}`));
    await dashboard.owner.page.locator('h1:focus').waitFor();
  };

  it('is removed from its platform after a confirmation, and is no longer linked', async () => {
    const { page } = dashboard.owner;
    const id = await publish('Gone soon', 'BLUESKY');
    await opensPost(id);
    const card = page.getByRole('region', { name: 'Accounts' }).getByRole('listitem');
    await card.getByRole('link', { name: 'View on Bluesky' }).waitFor();
    await page.getByRole('button', { name: /^Remove from Bluesky: / }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Remove this post from Bluesky?').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Keep post' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await textsAtPlatform()).toContain('Gone soon');
    await page.getByRole('button', { name: /^Remove from Bluesky: / }).click();
    await question.getByRole('button', { name: 'Remove from Bluesky' }).click();
    await card.getByText(/^Removed from Bluesky on /).waitFor(outcome);
    await card.getByText('Removed', { exact: true }).waitFor();
    expect(await page.getByText('These metrics have not been measured yet.').count()).toBe(0);
    expect(await card.getByRole('link', { name: 'View on Bluesky' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Remove from Bluesky: / }).count()).toBe(0);
    expect(await textsAtPlatform()).not.toContain('Gone soon');
    await expectAccessible(page);
    await expectFitsNarrow(page);
  });

  it('gets another text, with the terms of the platform beside it', async () => {
    const { page } = dashboard.owner;
    const id = await publish('Wit a typo', 'X');
    await opensPost(id);
    await page.getByRole('button', { name: /^Correct text: / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^X lets it be edited until /).waitFor();
    await dialog.getByText('It can be edited 5 more times.').waitFor();
    await dialog.getByText('The account needs X Premium.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Correct text' }).click();
    await dialog.getByText('Change the text first.').waitFor();
    await dialog.getByLabel('New text').fill('x'.repeat(5_000));
    await dialog.getByRole('button', { name: 'Correct text' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('New text').fill('With a typo');
    await dialog.getByRole('button', { name: 'Correct text' }).click();
    await page.getByText(/^The text was corrected on /).waitFor(outcome);
    await page.getByText('With a typo', { exact: true }).waitFor();
    const texts = await textsAtPlatform();
    expect([texts.includes('With a typo'), texts.includes('Wit a typo')]).toEqual([true, false]);
  });

  it('says in plain words that a removal was refused', async () => {
    const { page } = dashboard.owner;
    const id = await publish('Stays [sandbox:remove-reject]', 'BLUESKY');
    await opensPost(id);
    await page.getByRole('button', { name: /^Remove from Bluesky: / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from Bluesky' }).click();
    await page.getByText('It could not be removed from Bluesky, and is still there.').waitFor(outcome);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Remove from Bluesky: / }).waitFor();
  });

  it('gets another text only after an approval if the workspace requires one', async () => {
    const { page } = dashboard.owner;
    const id = await publish('Not yet approved', 'X');
    await setApproval(dashboard, true);
    await opensPost(id);
    await page.getByRole('button', { name: /^Correct text: / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New text').fill('Approved');
    await dialog.getByRole('button', { name: 'Submit for approval' }).click();
    const approve = page.getByRole('button', { name: 'Approve the corrected text' });
    await approve.waitFor();
    await expectAccessible(page);
    await approve.click();
    await page.getByText('The text is being corrected.').waitFor();
    await page.getByRole('button', { name: 'Undo: Text approved' }).click();
    await approve.waitFor();
    expect(await textsAtPlatform()).not.toContain('Approved');
    await approve.click();
    await endUndo(page, 'Text approved');
    await page.getByText(/^The text was corrected on /).waitFor(outcome);
    expect(await textsAtPlatform()).toContain('Approved');
    await setApproval(dashboard, false);
  });

  it('is listed among the approvals while its corrected text waits, and is decided there', async () => {
    const id = await publish('Open till fife', 'X');
    await setApproval(dashboard, true);
    const correct = async (text: string): Promise<void> => {
      const [target] = (await read(id)).targets;
      const params = { path: { id, tid: target?.id ?? '' } };
      await dataOf(dashboard.api.POST('/posts/{id}/targets/{tid}/edit', { params, body: { text } }));
    };
    await correct('Open till four');
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto(dashboard.at('home'));
    const card = page.getByRole('region', { name: 'Waiting for your approval' });
    await card.getByText('A corrected text waits for approval.').waitFor();
    await page.getByRole('link', { name: /^Approvals\s*1\s+waiting$/ }).click();
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Open till fife' }) });
    await item.getByText(/^Corrected by \S+.* on /).waitFor();
    await item.getByText(/^X @/).waitFor();
    expect(await item.locator('p svg').count()).toBe(1);
    expect(await item.locator('p[dir=auto]').allInnerTexts()).toEqual(['Open till fife', 'Open till four']);
    expect(await item.getByRole('checkbox').count()).toBe(0);
    await expectAccessibleInWidths(page);
    await item.getByRole('button', { name: 'Reject the corrected text of “Open till fife”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject corrected text' });
    await dialog.getByLabel('What needs to change?').fill('It is five.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Text rejected').waitFor();
    await page.getByText('No posts need approval').waitFor();
    expect((await read(id)).targets[0]?.edits.at(-1)?.status).toBe('REJECTED');
    await correct('Open till five');
    await item.getByText('Open till five').waitFor();
    await item.getByRole('button', { name: 'Approve the corrected text of “Open till fife”' }).click();
    await endUndo(page, 'Text approved');
    await expect.poll(textsAtPlatform, outcome).toContain('Open till five');
    await page.getByText('No posts need approval').waitFor();
    await context.close();
    await setApproval(dashboard, false);
  });

  it('is removed with the deleted post, if the user requests it', async () => {
    const { page } = dashboard.owner;
    const id = await publish('Deleted everywhere', 'BLUESKY');
    await opensPost(id);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog');
    const too = question.getByLabel('Remove it from Bluesky first');
    expect(await too.isChecked()).toBe(false);
    await expectAccessible(page);
    await too.check();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Post deleted', { exact: true }).waitFor(outcome);
    const { response } = await dashboard.api.GET('/posts/{id}', { params: { path: { id } } });
    expect(response.status).toBe(404);
    expect(await textsAtPlatform()).not.toContain('Deleted everywhere');
  });

  it('can be removed from the card of the calendar', async () => {
    const { page } = dashboard.owner;
    await publish('On the card', 'BLUESKY');
    await page.goto(dashboard.at('calendar?view=list'));
    await page.locator('[data-post]', { hasText: 'On the card' }).click();
    const card = page.getByRole('dialog');
    await card.getByRole('button', { name: /^Remove from Bluesky: / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from Bluesky' }).click();
    await card.getByText(/^Removed from Bluesky on /).waitFor(outcome);
    expect(await textsAtPlatform()).not.toContain('On the card');
    await expectAccessible(page);
  });

  it('causes no errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
