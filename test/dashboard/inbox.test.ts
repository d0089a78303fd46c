import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/index.js';
import { sendAhead } from '../harness/send-ahead.js';
import { expectAccessible, expectFitsNarrow, noBrowser, useDashboard } from './dashboard.js';
import { waitMsMax } from '../harness/patience.js';

const soonMs = 4_000;
const outcome = { timeout: waitMsMax };

describe.skipIf(noBrowser)('the inbox of a team', () => {
  const dashboard = useDashboard();
  const page = (): Page => dashboard.owner.page;
  const row = (text: string) => page().getByRole('link', { name: text });
  const button = (name: string) => page().getByRole('button', { name, exact: true });

  const accountOf = (name: string): string =>
    dashboard.stack.info.socialAccounts.find(({ platform }) => platform === name)?.id ?? '';
  const publish = async (name = 'THREADS'): Promise<string> => {
    const targets = [{ socialAccountId: accountOf(name) }];
    const { id } = await sendAhead(soonMs, (scheduledFor) =>
      dataOf(dashboard.api.POST('/posts', { body: { caption: 'Open house', targets, scheduledFor } })),
    );
    const read = () => dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
    await expect.poll(async () => (await read()).status, outcome).toBe('PUBLISHED');
    return (await read()).targets[0]?.externalPostId ?? '';
  };
  const comment = async (
    externalPostId: string,
    text: string,
    authorName: string,
    platform = 'THREADS',
  ): Promise<void> => {
    const answer = await fetch(`${dashboard.stack.info.sandboxUrl}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform, externalPostId, text, authorName }),
    });
    expect(answer.status).toBe(201);
  };
  /** Reads the comments of one account, because each can be read only once a minute. */
  const refresh = async (name: string): Promise<void> => {
    const query = { workspaceId: dashboard.workspaceId };
    const body = { socialAccountId: accountOf(name) };
    await dataOf(dashboard.api.POST('/comments/refresh', { params: { query }, body }));
  };
  const open = async (): Promise<void> => {
    await page().goto(dashboard.at('inbox'));
    await page().locator('h1:focus', { hasText: 'Inbox' }).waitFor();
  };
  const openConversation = async (text: string): Promise<void> => {
    await row(text).click();
    await page().locator('h2:focus', { hasText: 'Conversation' }).waitFor();
  };

  it('shows who wrote and how much is unread, by account and conversation', async () => {
    const externalPostId = await publish();
    await comment(externalPostId, 'When does it begin?', 'Anna Berg');
    await comment(externalPostId, 'Is there parking?', 'Otto Lind');
    await open();
    await refresh('THREADS');
    await row('When does it begin?').waitFor(outcome);
    await row('Is there parking?').getByText('Unread', { exact: true }).waitFor(outcome);
    expect(await row('Is there parking?').locator('span[aria-hidden]').first().textContent()).toMatch(
      /^[A-Z]{1,2}$/,
    );
    await expect
      .poll(() => page().getByLabel('Account').locator('option', { hasText: '(2 unread)' }).count())
      .toBe(1);
    await expectAccessible(page());
  });

  it('assigns a conversation with the keyboard alone, and finds it by its member', async () => {
    await open();
    await openConversation('When does it begin?');
    await button('Assign').press('Enter');
    await page().getByRole('combobox', { name: 'Find a member' }).pressSequentially('to me');
    await expectAccessible(page());
    await page().keyboard.press('Enter');
    await button('Assigned to you').waitFor();
    await row('Assigned to you').waitFor();
    await button('Close').click();
    await button('Mine').click();
    await row('When does it begin?').waitFor();
    await expect.poll(() => row('Is there parking?').count()).toBe(0);
    await button('Unassigned').click();
    await row('Is there parking?').waitFor();
    await expect.poll(() => row('When does it begin?').count()).toBe(0);
    await button('All').click();
    await openConversation('When does it begin?');
    await button('Assigned to you').click();
    await page().getByRole('option', { name: 'Unassign' }).click();
    await button('Assign').waitFor();
  });

  it('keeps notes that only the team sees', async () => {
    const notes = page().getByRole('region', { name: 'Notes' });
    await notes.getByText('Only your team sees this').waitFor();
    await notes.getByLabel('Note for your team').fill('She called <b>us</b> as well.');
    await notes.getByLabel('Note for your team').press('Control+Enter');
    await notes.getByText('She called <b>us</b> as well.', { exact: true }).waitFor();
    await expect.poll(() => notes.getByLabel('Note for your team').inputValue()).toBe('');
    await row('1 note').waitFor();
    await expectAccessible(page());
    await expectFitsNarrow(page());
    const shown = await fetch(`${dashboard.stack.info.sandboxUrl}/publications`);
    expect(await shown.text()).not.toContain('She called');
    const { page: theirs, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await theirs.goto(page().url());
    await theirs.getByRole('heading', { name: 'Conversation' }).waitFor();
    await theirs.getByText('Only owners, admins and editors can reply').waitFor();
    expect(await theirs.getByText('She called').count()).toBe(0);
    await context.close();
    await notes.getByRole('button', { name: 'Delete note' }).click();
    const dialog = page().getByRole('alertdialog', { name: 'Delete note' });
    await expectAccessible(page());
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await notes.getByText('She called').waitFor({ state: 'detached' });
  });

  it('inserts saved replies, and lets members manage them', async () => {
    const field = page().getByLabel(/^Your reply to/);
    await field.fill('Hello Anna! ');
    await button('Saved replies').click();
    await page().getByText('There are no saved replies yet.').waitFor();
    await button('Manage saved replies').click();
    const dialog = page().getByRole('dialog', { name: 'Saved replies' });
    await expectAccessible(page());
    for (const [name, text] of [
      ['Opening hours', 'We open at nine.'],
      ['Parking', 'There is parking behind the house.'],
    ] as const) {
      await dialog.getByRole('button', { name: 'New saved reply' }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Text').fill(text);
      await expectAccessible(page());
      await dialog.getByLabel('Text').press('Control+Enter');
      await dialog.getByRole('heading', { name }).waitFor();
    }
    await dialog.getByRole('button', { name: 'Edit Parking' }).click();
    await dialog.getByLabel('Text').fill('You can park behind the house.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('You can park behind the house.').waitFor();
    await dialog.getByRole('button', { name: 'Delete Opening hours' }).click();
    const question = page().getByRole('alertdialog', { name: 'Delete saved reply' });
    await question.waitFor();
    await expectAccessible(page());
    await question.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('heading', { name: 'Opening hours' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    // The dialog belongs to the reply form, which must not be sent with it.
    expect(await field.inputValue()).toBe('Hello Anna! ');
    await button('Saved replies').press('Enter');
    await page().getByRole('combobox', { name: 'Find a saved reply' }).pressSequentially('behind');
    await page().getByRole('option', { name: 'Parking' }).waitFor();
    await expectAccessible(page());
    await page().keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Hello Anna! You can park behind the house.');
    await page().locator('textarea:focus').waitFor();
    await field.press('Control+Enter');
    await page().getByText('Your reply was published').waitFor(outcome);
  });

  it('hides a comment on its platform, shows it again, and deletes it', async () => {
    const externalPostId = await publish('FACEBOOK_PAGE');
    await comment(externalPostId, 'Buy followers here', 'Max Spam', 'FACEBOOK_PAGE');
    await comment(externalPostId, '[sandbox:reject] Rude', 'Eva Rude', 'FACEBOOK_PAGE');
    await refresh('FACEBOOK_PAGE');
    await open();
    await row('Buy followers here').waitFor(outcome);
    await openConversation('Buy followers here');
    const choose = async (item: string): Promise<void> => {
      await button('Actions for Max Spam’s comment').click();
      await page().getByRole('menuitem', { name: item }).click();
    };
    const badge = (text: string) => page().getByText(text, { exact: true });
    await button('Actions for Max Spam’s comment').click();
    await page().getByRole('menu').waitFor();
    await expectAccessible(page());
    await page().keyboard.press('Escape');
    await choose('Hide');
    await badge('Hidden').waitFor();
    await expectAccessible(page());
    await choose('Show again');
    await badge('Hidden').waitFor({ state: 'detached' });
    await choose('Delete');
    const dialog = page().getByRole('alertdialog', { name: 'Delete comment' });
    await dialog.getByText('deleted on Facebook, for everybody. This cannot be undone').waitFor();
    await expectAccessible(page());
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await badge('Deleted on the platform').waitFor();
    const answer = await fetch(`${dashboard.stack.info.sandboxUrl}/publications`);
    const { data } = (await answer.json()) as { data: unknown };
    expect(JSON.stringify(data)).not.toContain('Buy followers here');
  });

  it('shows why the platform refuses to hide or delete a comment', async () => {
    await open();
    await openConversation('[sandbox:reject] Rude');
    const choose = async (item: string): Promise<void> => {
      await button('Actions for Eva Rude’s comment').click();
      await page().getByRole('menuitem', { name: item }).click();
    };
    await choose('Hide');
    await page().getByRole('alert').getByText('FACEBOOK_PAGE refused the request').waitFor();
    await choose('Delete');
    const dialog = page().getByRole('alertdialog', { name: 'Delete comment' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('FACEBOOK_PAGE refused the request').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('offers its people to the composer, which completes their handles on their platform', async () => {
    await page().goto(dashboard.at('compose'));
    const accounts = page().getByRole('group', { name: 'Accounts' });
    await accounts.waitFor();
    for (const selected of await accounts.getByRole('checkbox', { checked: true }).all()) {
      await selected.uncheck();
    }
    const text = page().getByLabel('Text', { exact: true });
    const people = page().getByRole('listbox', { name: 'People to mention' });
    const otto = people.getByRole('option', { name: '@otto.lind' });
    await accounts.getByRole('checkbox', { name: /^Threads/ }).check();
    await text.pressSequentially('Thanks, @');
    await otto.waitFor();
    await expectAccessible(page());
    await text.pressSequentially('be');
    await otto.waitFor({ state: 'detached' });
    await text.press('Enter');
    expect(await text.inputValue()).toBe('Thanks, @anna.berg ');
    await text.pressSequentially('and @li');
    await otto.click();
    await text.pressSequentially('for coming, @ot');
    await people.waitFor();
    await text.press('Escape');
    await people.waitFor({ state: 'detached' });
    await text.press('Enter');
    expect(await text.inputValue()).toBe('Thanks, @anna.berg and @otto.lind for coming, @ot\n');
  });

  it('complies with its content policy, without errors', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
