import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/errors.js';
import { cellOf, dayAfter, dragToDay, lastSundayOfMarch, nextYear } from './calendar-days.js';
import { expectAccessible, expectFitsNarrow, noBrowser, useDashboard, type Visitor } from './dashboard.js';

const day = dayAfter(lastSundayOfMarch(nextYear), 3);

describe.skipIf(noBrowser)('drafts', () => {
  const dashboard = useDashboard();
  let person: Visitor;
  let page: Page;
  beforeAll(async () => {
    const storageState = await dashboard.owner.context.storageState();
    person = await dashboard.newVisitor({ storageState, viewport: { width: 1440, height: 1400 } });
    page = person.page;
  });
  afterAll(() => person.context.close());

  const workspaceIdOf = (): string => dashboard.at('').split('/')[2] ?? '';
  const write = (caption: string) =>
    dataOf(dashboard.api.POST('/posts', { body: { workspaceId: workspaceIdOf(), caption, targets: [] } }));
  const read = (id: string) => dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));

  it('are saved before an account is selected, and listed in the menu', async () => {
    await page.goto(dashboard.at('compose'));
    await page.getByLabel('Text', { exact: true }).fill('Half an idea');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Select at least one account.').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Draft saved' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }).click();
    const draft = page
      .getByRole('list', { name: 'Drafts' })
      .getByRole('listitem')
      .filter({ hasText: 'Half an idea' });
    await draft.getByText('No accounts yet').waitFor();
    await draft.getByText(/^No date/).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await draft.getByRole('link', { name: 'Edit “Half an idea”' }).click();
    await page.getByLabel('Text', { exact: true }).fill('A whole idea');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Draft saved' }).waitFor();
    await page.getByRole('link', { name: 'Open post' }).click();
    await page.getByText('A whole idea').first().waitFor();
    await expectAccessible(page);
  });

  it('show their accounts with the marks of the platforms', async () => {
    const on = dashboard.stack.info.socialAccounts.filter(({ platform }) => /^(?:X|BLUESKY)$/.test(platform));
    const targets = on.map(({ id }) => ({ socialAccountId: id }));
    await dataOf(dashboard.api.POST('/posts', { body: { caption: 'For two accounts', targets } }));
    await page.goto(dashboard.at('drafts'));
    const draft = page.getByRole('listitem').filter({ hasText: 'For two accounts' });
    await draft.getByText(/^Bluesky @/).waitFor();
    await draft.getByText(/^X @/).waitFor();
    expect(await draft.locator('p svg').count()).toBe(2);
    await expectAccessible(page);
    await expectFitsNarrow(page);
  });

  it('show the first frame of a video, as the library and the calendar do', async () => {
    const query = { workspaceId: workspaceIdOf() };
    const { data } = await dataOf(dashboard.api.GET('/media', { params: { query } }));
    const mediaIds = data.filter(({ kind }) => kind === 'VIDEO').map(({ id }) => id);
    const draftScheduledFor = `${day}T12:00:00Z`;
    const body = { ...query, caption: 'Moving', targets: [], mediaIds, draftScheduledFor };
    await dataOf(dashboard.api.POST('/posts', { body }));
    const draft = page.getByRole('listitem').filter({ hasText: 'Moving' });
    const library = page.getByRole('main');
    const tile = page.locator('[data-post]', { hasText: 'Moving' });
    for (const [screen, place] of [
      ['drafts', draft],
      ['media', library],
      [`calendar?view=month&day=${day}`, tile],
    ] as const) {
      await page.goto(dashboard.at(screen));
      const video = place.locator('video').first();
      await expect
        .poll(() => video.evaluate((element: object): unknown => Reflect.get(element, 'videoWidth')))
        .toBeGreaterThan(0);
    }
  });

  it('can be deleted from the list of drafts', async () => {
    const { id } = await write('To be forgotten');
    await page.goto(dashboard.at('drafts'));
    const remove = page.getByRole('button', { name: 'Delete “To be forgotten”' });
    const link = page.getByRole('link', { name: 'To be forgotten', exact: true });
    await remove.click();
    await link.waitFor({ state: 'detached' });
    await page.locator('h1:focus', { hasText: 'Drafts' }).waitFor();
    await page.keyboard.press('z');
    await link.waitFor();
    const exists = async (): Promise<boolean> => {
      const { response } = await dashboard.api.GET('/posts/{id}', { params: { path: { id } } });
      return response.ok;
    };
    expect(await exists()).toBe(true);
    await remove.click();
    await link.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(exists).toBe(false);
  });

  it('appear next to the calendar while they have no date, and can be dragged onto a day', async () => {
    const { id } = await write('Waits for a day');
    await page.goto(dashboard.at(`calendar?view=month&day=${day}`));
    const tray = page.getByRole('complementary', { name: 'Drafts without a date' });
    const item = tray.getByRole('listitem').filter({ hasText: 'Waits for a day' });
    await item.waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await dragToDay(page, item, day);
    await cellOf(page, day).locator('[data-post]', { hasText: 'Waits for a day' }).waitFor();
    await item.waitFor({ state: 'detached' });
    const { status, scheduledAt } = await read(id);
    expect([status, scheduledAt?.slice(0, 10)]).toEqual(['DRAFT', day]);
  });

  it('can be given a date with the keyboard alone', async () => {
    const { id } = await write('Without a mouse');
    await page.goto(dashboard.at(`calendar?view=week&day=${day}`));
    await page.getByRole('button', { name: 'Move to …: “Without a mouse”' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move “Without a mouse”' });
    await dialog.getByLabel('Date').fill(day);
    await dialog.getByLabel('Time').fill('09:00');
    await expectAccessible(page);
    await dialog.getByLabel('Time').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-post]', { hasText: 'Without a mouse' }).waitFor();
    expect((await read(id)).scheduledAt?.slice(0, 10)).toBe(day);
  });
});
