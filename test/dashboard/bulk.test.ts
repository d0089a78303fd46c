import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/errors.js';
import { dayAfter, lastSundayOfMarch, nextYear } from './calendar-days.js';
import {
  endRoutes,
  endUndo,
  expectAccessible,
  expectFitsNarrow,
  holdBack,
  leavePage,
  noBrowser,
  setApproval,
  useDashboard,
  type Visitor,
} from './dashboard.js';

const [first, second, third] = [-10, -9, -3].map((days) => dayAfter(lastSundayOfMarch(nextYear), days)) as [
  string,
  string,
  string,
];
const nine = (day: string): string => `${day}T09:00:00.000Z`;

describe.skipIf(noBrowser)('changes of several posts', () => {
  const dashboard = useDashboard();
  let person: Visitor;
  let page: Page;
  beforeAll(async () => {
    const storageState = await dashboard.owner.context.storageState();
    person = await dashboard.newVisitor({
      storageState,
      timezoneId: 'UTC',
      viewport: { width: 1440, height: 900 },
    });
    page = person.page;
  });
  afterAll(() => person.context.close());
  // This is a hook, so that it also runs after a failed test.
  afterEach(() => setApproval(dashboard, false));

  const plan = (caption: string, day: string, draft = false) => {
    const account = dashboard.stack.info.socialAccounts.find(({ platform }) => platform === 'THREADS');
    const targets = [{ socialAccountId: account?.id ?? '' }];
    const when = draft ? { draftScheduledFor: nine(day) } : { scheduledFor: nine(day) };
    return dataOf(dashboard.api.POST('/posts', { body: { caption, targets, ...when } }));
  };
  const read = (id: string) => dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const timesOf = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await read(id)).scheduledAt));
  const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await read(id)).status));

  const openList = async (): Promise<void> => {
    await page.goto(dashboard.at(`calendar?view=list&day=${first}`));
    await bar().waitFor();
  };
  const bar = () => page.getByRole('region', { name: 'Selection' });
  const select = async (...names: string[]): Promise<void> => {
    for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  };
  const press = (name: string | RegExp) => bar().getByRole('button', { name }).click();
  const undo = () => page.getByRole('button', { name: /^Undo/ });

  it('move posts to one day, each at its time of day, and back', async () => {
    const posts = [await plan('Early', first), await plan('Late', second), await plan('Draft', second, true)];
    const ids = posts.map(({ id }) => id);
    await openList();
    await bar().getByLabel('Select all 3').check();
    await bar().getByText('3 selected').waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await press('Move');
    const dialog = page.getByRole('dialog', { name: 'Move 3 posts' });
    await dialog.getByLabel('To one day').check();
    await dialog.getByLabel('Day', { exact: true }).fill(third);
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('3 posts were moved').waitFor();
    expect(await timesOf(ids)).toEqual([nine(third), nine(third), nine(third)]);
    expect(await statesOf(ids)).toEqual(['SCHEDULED', 'SCHEDULED', 'DRAFT']);
    await undo().click();
    await page.getByText('Undone for 3 posts').waitFor();
    expect(await timesOf(ids)).toEqual([nine(first), nine(second), nine(second)]);
  });

  it('move posts to posting times, the earliest first, and back', async () => {
    const posts = [await plan('Second', second), await plan('First', first)];
    const ids = posts.map(({ id }) => id);
    await plan('In between', third);
    await openList();
    await select('Second', 'First');
    await press('Move');
    const dialog = page.getByRole('dialog', { name: 'Move 2 posts' });
    await dialog.getByLabel('To posting times').check();
    await dialog.getByLabel('From', { exact: true }).fill(third);
    await dialog.getByLabel('Times of day').fill('noon');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByText('Enter times such as 9:00, 13:00, 17:30.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Times of day').fill('17:30, 9');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('2 posts were moved').waitFor();
    // On the first day, another post is already planned at nine.
    const evening = new Date(Date.parse(nine(third)) + 8.5 * 3_600_000).toISOString();
    const morning = new Date(Date.parse(nine(third)) + 24 * 3_600_000).toISOString();
    expect(await timesOf(ids)).toEqual([morning, evening]);
    await undo().click();
    await page.getByText('Undone for 2 posts').waitFor();
    expect(await timesOf(ids)).toEqual([nine(second), nine(first)]);
    await select('First');
    await press('Move');
    const again = page.getByRole('dialog', { name: 'Move 1 post' });
    await again.getByLabel('To posting times').check();
    expect(await again.getByLabel('Times of day').inputValue()).toBe('17:30, 9');
    await again.getByRole('button', { name: 'Cancel' }).click();
  });

  it('can be made with the keyboard alone, by days', async () => {
    const { id } = await plan('By keyboard', first);
    await openList();
    await page.getByLabel('Select By keyboard').press('Space');
    await bar().getByRole('button', { name: 'Move' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move 1 post' });
    await dialog.getByLabel('Days', { exact: true }).fill('7');
    await dialog.getByLabel('Days', { exact: true }).press('Enter');
    await page.getByText('1 post was moved').waitFor();
    expect(await timesOf([id])).toEqual([nine(third)]);
    await page.keyboard.press('z');
    await page.getByText('Undone for 1 post').waitFor();
    expect(await timesOf([id])).toEqual([nine(first)]);
  });

  it('cancel the posts that can be canceled, and schedule them again', async () => {
    const scheduled = await plan('To cancel', first);
    const draft = await plan('Still an idea', first, true);
    await openList();
    await select('To cancel', 'Still an idea');
    await press('Cancel (1)');
    const question = page.getByRole('alertdialog', { name: 'Cancel 1 post?' });
    await question.getByText(/^1 post of the selection stays as it is/).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('1 post was canceled').waitFor();
    expect(await statesOf([scheduled.id, draft.id])).toEqual(['CANCELED', 'DRAFT']);
    await undo().click();
    await page.getByText('Undone for 1 post').waitFor();
    expect(await read(scheduled.id)).toMatchObject({ status: 'SCHEDULED', scheduledAt: nine(first) });
  });

  it('show which posts could not be changed and why, and keep them selected', async () => {
    const moved = await plan('Goes along', first);
    const gone = await plan('Deleted meanwhile', first);
    await openList();
    await select('Goes along', 'Deleted meanwhile');
    const change = async (route: Route): Promise<void> => {
      await dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id: gone.id } } }));
      await route.continue();
    };
    await page.route('**/posts/bulk', change, { times: 1 });
    await press('Move');
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    const result = page.getByRole('dialog', { name: '1 of 2 posts was moved' });
    const row = result.getByRole('listitem').filter({ hasText: 'Deleted meanwhile' });
    expect(await row.getByRole('link').getAttribute('href')).toBe(dashboard.at(`posts/${gone.id}`));
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await result.getByRole('button', { name: 'Close' }).click();
    expect(await timesOf([moved.id])).toEqual([nine(second)]);
  });

  it('are made once, even if the response of the server is lost', async () => {
    const { id } = await plan('Moved once', first);
    await openList();
    const keys: (string | undefined)[] = [];
    const lose = async (route: Route): Promise<void> => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.fulfill({ status: 502, body: '' });
    };
    await page.route('**/posts/bulk', lose, { times: 1 });
    await select('Moved once');
    await press('Move');
    const repeated = page.waitForResponse((answer) => answer.url().endsWith('/bulk') && answer.ok());
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByText('1 post was moved').waitFor();
    keys.push((await repeated).request().headers()['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(await timesOf([id])).toEqual([nine(second)]);
  });

  it('approve and delete after the offer of Undo, which reverts all of them', async () => {
    await setApproval(dashboard, true);
    const ids = [(await plan('Yes or no', first)).id, (await plan('Yes to this, too', second)).id];
    await openList();
    const isGone = (id: string) =>
      dashboard.api.GET('/posts/{id}', { params: { path: { id } } }).then(({ response }) => response.status);
    const change = async (action: string): Promise<void> => {
      await select('Yes or no', 'Yes to this, too');
      await press(action);
      await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    };
    await change('Delete');
    await expect.poll(() => page.getByLabel(/^Select Yes/).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo: 2 posts deleted' }).click();
    await page.getByText('The posts were not deleted').waitFor();
    await expect.poll(() => page.getByLabel(/^Select Yes/).count()).toBe(2);
    expect(await statesOf(ids)).toEqual(['NEEDS_APPROVAL', 'NEEDS_APPROVAL']);
    await change('Approve');
    await endUndo(page, '2 posts approved');
    await expect.poll(() => statesOf(ids)).toEqual(['SCHEDULED', 'SCHEDULED']);
    await change('Delete');
    await page.getByText('2 posts deleted').waitFor();
    await leavePage(page);
    await expect.poll(() => Promise.all(ids.map(isGone))).toEqual([404, 404]);
  });

  it('keep the selection while an earlier change is under way', async () => {
    await setApproval(dashboard, true);
    await plan('Selected early', first);
    await plan('Selected late', second);
    await openList();
    await select('Selected early');
    await press('Approve');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    const letGo = await holdBack(page, '**/api/v1/posts/bulk');
    await endUndo(page, 'Post approved');
    await select('Selected late');
    const answered = page.waitForResponse('**/api/v1/posts/bulk');
    letGo();
    await answered;
    await endRoutes(page);
    await press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await endUndo(page, 'Post deleted');
    await expect.poll(() => page.getByLabel('Select Selected late').count()).toBe(0);
    expect(await page.getByLabel('Select Selected early').count()).toBe(1);
  });

  it('offer a reviewer only approvals', async () => {
    await setApproval(dashboard, true);
    const { id } = await plan('Needs a yes', first);
    const reviewer = await dashboard.newMember('CLIENT_REVIEWER');
    await reviewer.page.goto(dashboard.at(`calendar?view=list&day=${first}`));
    await reviewer.page.getByLabel('Select Needs a yes').check();
    const buttons = reviewer.page.getByRole('region', { name: 'Selection' }).getByRole('button');
    expect(await buttons.allInnerTexts()).toEqual(['Approve']);
    await buttons.click();
    await reviewer.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await endUndo(reviewer.page, 'Post approved');
    await expect.poll(() => statesOf([id])).toEqual(['SCHEDULED']);
    await reviewer.context.close();
  });

  it('report no problems to the console', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
