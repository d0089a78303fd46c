import type { Locator, Page } from 'playwright-core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../packages/client/src/api-types.js';
import { dataOf } from '../../packages/client/src/errors.js';
import { insertPostsLike } from '../harness/many-posts.js';
import { cellOf, dayAfter, dragToDay, lastSundayOfMarch, nextYear } from './calendar-days.js';
import {
  endRoutes,
  expectAccessible,
  expectFitsNarrow,
  noBrowser,
  useDashboard,
  type Visitor,
} from './dashboard.js';
import { keepFigures } from './figures.js';

type Post = components['schemas']['Post'];

const inBerlin = 'Europe/Berlin';
/** By this day, the clocks of New York have already changed. */
const changeDay = lastSundayOfMarch(nextYear);
const dayFromChange = (days: number): string => dayAfter(changeDay, days);
const before = dayFromChange(-4);
const after = dayFromChange(3);
const nineBefore = `${before}T08:00:00.000Z`;
const nineAfter = `${after}T07:00:00.000Z`;

describe.skipIf(noBrowser)('the calendar', () => {
  const dashboard = useDashboard();
  let person: Visitor;
  let page: Page;
  beforeAll(async () => {
    const storageState = await dashboard.owner.context.storageState();
    const place = { timezoneId: 'America/New_York', locale: 'en-US' };
    person = await dashboard.newVisitor({ storageState, ...place, viewport: { width: 1280, height: 1400 } });
    page = person.page;
  });
  afterAll(() => person.context.close());

  const accountIdOf = (platform: string): string =>
    dashboard.stack.info.socialAccounts.find((account) => account.platform === platform)?.id ?? '';
  const plan = (
    content: string,
    when: { scheduledFor: string } | { draftScheduledFor: string },
    platform = 'BLUESKY',
  ): Promise<Post> => {
    const platforms = [{ accountId: accountIdOf(platform) }];
    const body = { content, platforms, timezone: inBerlin, ...when };
    return dataOf(dashboard.api.POST('/posts', { body }));
  };
  const timeOf = async ({ id }: Post): Promise<string | null> =>
    (await dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }))).scheduledAt;
  const open = async (search: Record<string, string>): Promise<void> => {
    await page.goto(`${dashboard.at('calendar')}?${new URLSearchParams(search).toString()}`);
    await page
      .getByRole('status')
      .filter({ hasText: /^[\d,]+ posts?/ })
      .waitFor();
  };
  const tile = (text: string): Locator => page.locator('[data-post]', { hasText: text });
  const cell = (day: string): Locator => cellOf(page, day);
  const drag = (what: Locator, day: string): Promise<void> => dragToDay(page, what, day);

  it('keeps 9:00 when a post is dragged across a clock change', async () => {
    const post = await plan('Spring opening', { scheduledFor: nineBefore });
    await open({ view: 'month', day: before });
    await cell(before).locator('[data-post]', { hasText: '4:00' }).waitFor();
    await drag(tile('Spring opening'), after);
    await page
      .getByText(/“Spring opening” was moved to .* 9:00/)
      .first()
      .waitFor();
    expect(await timeOf(post)).toBe(nineAfter);
    // 09:00 in Berlin, where daylight saving time has begun by then, as it has in New York.
    await cell(after).locator('[data-post]', { hasText: '3:00' }).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
  });

  it('moves a post back and shows the error if the service refuses the move', async () => {
    const body = {
      statusCode: 422,
      code: 'PLATFORM_RULE_VIOLATION',
      message: 'Not on that day.',
      requestId: 'req_t',
    };
    await page.route('**/reschedule', (route) => route.fulfill({ status: 422, json: body }));
    await open({ view: 'month', day: before });
    await drag(tile('Spring opening'), before);
    const note = page.getByRole('region', { name: 'Not moved' });
    await note.getByText('Not on that day.').waitFor();
    const message = page.getByRole('region', { name: 'Messages' }).getByText(/Not on that day\.$/);
    await message.waitFor();
    expect(await cell(after).locator('[data-post]').count()).toBe(1);
    await expectAccessible(page);
    await endRoutes(page);
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await note.waitFor({ state: 'detached' });
  });

  it('moves a post back with Undo', async () => {
    const post = await plan('Moved by mistake', { scheduledFor: nineBefore });
    await open({ view: 'month', day: before });
    await drag(tile('Moved by mistake'), after);
    await expect.poll(() => timeOf(post)).toBe(nineAfter);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => timeOf(post)).toBe(nineBefore);
    await cell(before).locator('[data-post]', { hasText: 'Moved by mistake' }).waitFor();
    await tile('Moved by mistake').click();
    const card = page.getByRole('dialog');
    await card.getByRole('article', { name: /^Preview for Bluesky/ }).waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Publish now' }).waitFor();
    await card.getByRole('link', { name: 'Duplicate' }).click();
    await page.waitForURL(`**/compose?from=${post.id}`);
    await page.getByRole('textbox', { name: 'Text' }).filter({ hasText: 'Moved by mistake' }).waitFor();
    await page.goBack();
    await tile('Moved by mistake').click();
    await card.getByRole('button', { name: 'Delete' }).click();
    await tile('Moved by mistake').waitFor({ state: 'detached' });
  });

  it('shows a post in the last hour of a day on that day only', async () => {
    const { id } = await plan('Late at night', { scheduledFor: `${dayFromChange(-3)}T03:30:00.000Z` });
    for (const view of ['month', 'week']) {
      await open({ view, day: before });
      await tile('Late at night').first().waitFor();
      expect(await tile('Late at night').count(), view).toBe(1);
    }
    await dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id } } }));
  });

  it('shows the morning of other weeks first, from an hour that cuts no post', async () => {
    const nextWeek = dayAfter(Date.now(), 7);
    const { id } = await plan('With the first coffee', { scheduledFor: `${nextWeek}T06:30:00.000Z` });
    await page.setViewportSize({ width: 1440, height: 900 });
    await open({ view: 'week', zone: 'UTC' });
    await page.getByRole('button', { name: 'Next week' }).click();
    const belowHeaderPx = async (): Promise<number> => {
      const header = await page.getByRole('columnheader').last().boundingBox();
      const early = await tile('With the first coffee').boundingBox();
      return (early?.y ?? 0) - (header?.y ?? Infinity) - (header?.height ?? 0);
    };
    const isInView = async (): Promise<boolean> => {
      const belowPx = await belowHeaderPx();
      return belowPx > 0 && belowPx < 100;
    };
    await expect.poll(isInView).toBe(true);
    await dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id } } }));
  });

  it('cuts no post late in the day either, when the hours end at the bottom', async () => {
    const { id } = await plan('With the second coffee', { draftScheduledFor: `${before}T10:30:00.000Z` });
    const storageState = await dashboard.owner.context.storageState();
    const viewport = { width: 1440, height: 900 };
    const evening = await dashboard.newVisitor({ storageState, viewport, timezoneId: 'UTC' });
    await evening.page.clock.setFixedTime(`${before}T20:00:00.000Z`);
    await evening.page.goto(`${dashboard.at('calendar')}?view=week`);
    const belowHeaderPx = async (): Promise<number> => {
      const header = await evening.page.getByRole('columnheader').last().boundingBox();
      const post = await evening.page.locator(`[data-post="${id}"]`).boundingBox();
      return (post?.y ?? 0) - (header?.y ?? Infinity) - (header?.height ?? 0);
    };
    await expect.poll(belowHeaderPx).toBeGreaterThan(0);
    await evening.context.close();
    await dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id } } }));
  });

  it('fits the window: the month begins with this week, and the whole of it is one step back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open({ view: 'month' });
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    const cells = await page.locator('[data-date]').all();
    const daysShown = await Promise.all(cells.map((one) => one.getAttribute('data-date')));
    expect(daysShown.toSorted().indexOf(today)).toBeLessThan(7);
    const isFitting = (): Promise<boolean> =>
      page.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight');
    await expect.poll(isFitting).toBe(true);
    await page.getByRole('button', { name: 'Previous month' }).click();
    await page.waitForURL(/day=\d{4}-\d{2}-01/);
    await cell(`${today.slice(0, 'YYYY-MM'.length)}-01`).waitFor();
    await expect.poll(isFitting).toBe(true);
    await page.getByRole('button', { name: 'Today' }).click();
    await page.waitForURL((url) => !url.searchParams.has('day'));
    await page.getByRole('button', { name: 'Day', exact: true }).click();
    await cell(today).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 1400 });
  });

  it('works with the keyboard alone: a draft is moved, and the focus returns to its tile', async () => {
    const draft = await plan('Newsletter idea', { draftScheduledFor: nineBefore });
    await open({ view: 'month', day: before });
    await tile('Newsletter idea').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('In Europe/Berlin: ').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Move' }).press('Enter');
    await dialog.getByLabel('Date').and(page.locator(':focus')).waitFor();
    expect(await dialog.getByLabel('Time').inputValue()).toBe('09:00 AM');
    await dialog.getByLabel('Date').fill(dayFromChange(0));
    await dialog.getByLabel('Time').fill('02:30');
    await dialog.getByText('This time does not exist because the clocks change.').waitFor();
    await dialog.getByLabel('Date').fill('2020-01-15');
    await dialog.getByText('This time has passed.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Date').fill(dayFromChange(0));
    await dialog.getByLabel('Time').fill('09:00');
    expect(await dialog.getByText('This time has passed.').count()).toBe(0);
    await dialog.getByRole('button', { name: 'A day later' }).press('Enter');
    await expectAccessible(page);
    await dialog.getByLabel('Time').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await timeOf(draft)).toBe(`${dayFromChange(1)}T07:00:00.000Z`);
    await cell(dayFromChange(1)).locator('[data-post]:focus', { hasText: 'Newsletter idea' }).waitFor();
  });

  it('filters by accounts and states, and keeps the filters in the URL', async () => {
    await plan('On Threads', { scheduledFor: nineBefore }, 'THREADS');
    await open({ view: 'month', day: before });
    await page.getByText('Filters', { exact: true }).click();
    await page
      .getByRole('group', { name: 'Accounts' })
      .getByLabel(/^Threads /)
      .check();
    await tile('Spring opening').waitFor({ state: 'detached' });
    await tile('On Threads').waitFor();
    await page.waitForURL((url) => url.searchParams.get('accounts') === accountIdOf('THREADS'));
    await expectAccessible(page);
    await page.getByRole('group', { name: 'Status' }).getByLabel('Draft').check();
    await page.getByText('0 posts, 3 hidden by filters').waitFor();
    await page.waitForURL(/states=DRAFT/);
    await page.reload();
    await page.getByText('0 posts, 3 hidden by filters').waitFor();
    await page.getByText('Filters (2)').click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await tile('Spring opening').waitFor();
    await page.getByText('Daily limits').click();
    await page
      .getByText(/^1 of \d+$/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('shows a week in another time zone, and a list of posts', async () => {
    await open({ view: 'week', day: after, zone: inBerlin });
    await tile('Spring opening').getByText('9 AM').waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    const bottomOf = async (what: Locator): Promise<number> => {
      const box = await what.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    const [room, words] = [tile('Spring opening'), tile('Spring opening').locator('span').first()];
    expect(await bottomOf(words)).toBeLessThanOrEqual(await bottomOf(room));
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('heading', { level: 3 }).first().waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByText('No posts this month').waitFor();
    await expectAccessible(page);
  });

  it('shows a small picture in the tiles of the week and the day, also after a move', async () => {
    const { picture } = dashboard.stack.info.exampleMedia;
    const platforms = [{ accountId: accountIdOf('BLUESKY') }];
    // The post is alone on its day, because only wide tiles have room for an image.
    const day = dayFromChange(-2);
    const body = {
      content: 'With a picture',
      platforms,
      mediaIds: [picture],
      draftScheduledFor: `${day}T08:00:00.000Z`,
    };
    const { id } = await dataOf(dashboard.api.POST('/posts', { body }));
    await open({ view: 'week', day, zone: inBerlin });
    const image = tile('With a picture').locator('img[loading=lazy]');
    const widthPx = (): Promise<unknown> =>
      image.evaluate((element: object): unknown => Reflect.get(element, 'naturalWidth'));
    await expect.poll(widthPx).toBeGreaterThan(0);
    await expectAccessible(page);
    await tile('With a picture').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByLabel('Time').fill('10:00');
    await dialog.getByLabel('Time').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await tile('With a picture').getByText('10 AM').waitFor();
    await page.getByRole('button', { name: 'Day', exact: true }).click();
    await page.waitForURL(/view=day/);
    await expect.poll(widthPx).toBeGreaterThan(0);
    await dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id } } }));
  });

  it('shows small pictures in the month, within two lines, and still fits the window', async () => {
    const { picture } = dashboard.stack.info.exampleMedia;
    const [day, otherDay] = [dayFromChange(-5), dayFromChange(-6)];
    const platforms = [{ accountId: accountIdOf('BLUESKY') }];
    const write = async (content: string, on: string, hour: string, mediaIds: string[]): Promise<string> => {
      const body = { content, platforms, mediaIds, draftScheduledFor: `${on}T${hour}:00:00.000Z` };
      return (await dataOf(dashboard.api.POST('/posts', { body }))).id;
    };
    const ids = [await write('Words alone', otherDay, '08', [])];
    for (const hour of ['08', '12', '16', '20']) ids.push(await write(`At ${hour}`, day, hour, [picture]));
    await page.setViewportSize({ width: 1440, height: 900 });
    await open({ view: 'month', day, zone: 'UTC' });
    const image = tile('At 08').getByAltText('A sunset behind dark mountains');
    const widthPx = (): Promise<unknown> =>
      image.evaluate((element: object): unknown => Reflect.get(element, 'naturalWidth'));
    await expect.poll(widthPx).toBeGreaterThan(0);
    expect(await image.getAttribute('loading')).toBe('lazy');
    const boxOf = async (what: Locator): Promise<{ top: number; height: number; bottom: number }> => {
      const { y = 0, height = 0 } = (await what.boundingBox()) ?? {};
      return { top: y, height, bottom: y + height };
    };
    const [room, shown] = [await boxOf(tile('At 08')), await boxOf(image)];
    expect(shown.height).toBe(30);
    expect(shown.top).toBeGreaterThanOrEqual(room.top);
    expect(shown.bottom).toBeLessThanOrEqual(room.bottom);
    expect((await boxOf(tile('Words alone'))).height).toBe(room.height);
    // Posts behind the link to more load no pictures.
    await cell(day)
      .getByText(/^\+\d+ more$/)
      .waitFor();
    expect(await tile('At 20').count()).toBe(0);
    expect(await page.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 1400 });
    for (const id of ids) await dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id } } }));
  });

  it('opens the composer from an empty day, with that day’s time', async () => {
    await open({ view: 'month', day: before });
    await page
      .getByLabel(/^New post on /)
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/compose?*');
    expect(new URL(page.url()).searchParams.get('at')).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    await open({ view: 'month', day: before });
    await cell(dayFromChange(-3)).click();
    // 09:00 in New York, where daylight saving time has begun by then.
    const nine = encodeURIComponent(`${dayFromChange(-3)}T13:00:00.000Z`);
    await page.waitForURL(`**/compose?at=${nine}`);
  });

  it('moves a post to the day under the pointer, wherever the post was grabbed, but not to a past day', async () => {
    const [earlier, today, begins, ends] = [72, 73, 74, 75].map(dayFromChange) as [
      string,
      string,
      string,
      string,
    ];
    const draft = await plan('Held by its end', { draftScheduledFor: `${begins}T16:00:00.000Z` });
    // The clock applies to the whole browser context, so this test uses another member's.
    const { page: later, context } = await dashboard.newMember('EDITOR');
    await later.clock.setFixedTime(`${today}T14:20:00.000Z`);
    await later.goto(`${dashboard.at('calendar')}?view=month&day=${today}`);
    const held = later.locator('[data-post]', { hasText: 'Held by its end' });
    await held.waitFor();
    await dragToDay(later, held, ends, { take: 0.05, put: 0.75 });
    await cellOf(later, ends).locator('[data-post]', { hasText: 'Held by its end' }).waitFor();
    await expect.poll(() => timeOf(draft)).toBe(`${ends}T16:00:00.000Z`);
    await dragToDay(later, held, earlier);
    await later.getByText('A post cannot be moved to the past').waitFor();
    await cellOf(later, ends).locator('[data-post]', { hasText: 'Held by its end' }).waitFor();
    expect(await timeOf(draft)).toBe(`${ends}T16:00:00.000Z`);
    await context.close();
  });

  it('offers no new post on a past day, and the next full hour today', async () => {
    const [earlier, today, tomorrow] = [72, 73, 74].map(dayFromChange) as [string, string, string];
    // The clock applies to the whole browser context, so this test uses another member's.
    const { page: later, context } = await dashboard.newMember('EDITOR');
    await later.clock.setFixedTime(`${today}T14:20:00.000Z`);
    const address = `${dashboard.at('calendar')}?view=month&day=${today}`;
    await later.goto(address);
    const days = later.getByLabel(/^New post on /);
    await expect.poll(() => days.and(later.locator('[tabindex="0"]')).count()).toBe(1);
    expect(
      await cellOf(later, earlier)
        .getByLabel(/^New post on /)
        .count(),
    ).toBe(0);
    await cellOf(later, earlier).click();
    await cellOf(later, today)
      .getByRole('button', { name: /^New post on / })
      .focus();
    await later.keyboard.press('ArrowRight');
    await cellOf(later, tomorrow).locator('[data-new]:focus').waitFor();
    await later.keyboard.press('ArrowLeft');
    expect(later.url()).toContain(address);
    await later.keyboard.press('Enter');
    await later.waitForURL(`**/compose?at=${encodeURIComponent(`${today}T15:00:00.000Z`)}`);
    await context.close();
  });

  it('is read-only for a client reviewer', async () => {
    const reviewer = await dashboard.newMember('CLIENT_REVIEWER');
    await reviewer.page.goto(`${dashboard.at('calendar')}?view=month&day=${before}`);
    await reviewer.page.locator('[data-post]', { hasText: 'On Threads' }).click();
    const dialog = reviewer.page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Open post' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Move' }).count()).toBe(0);
    expect(await dialog.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    expect(await reviewer.page.getByRole('link', { name: 'New post' }).count()).toBe(0);
    await expectAccessible(reviewer.page);
    await reviewer.context.close();
  });

  it('shows the error of the service if the posts cannot be loaded', async () => {
    const body = {
      statusCode: 400,
      code: 'INTERNAL_ERROR',
      message: 'It is on our side.',
      requestId: 'req_t',
    };
    await page.route('**/api/v1/calendar?*', (route) => route.fulfill({ status: 400, json: body }));
    await page.goto(dashboard.at('calendar'));
    await page.getByRole('alert').filter({ hasText: 'It is on our side.' }).waitFor();
    await endRoutes(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('0 posts. Select a day to create one.').waitFor();
  });

  it('stays responsive with thousands of posts', async ({ annotate }) => {
    const { databaseUrl } = dashboard.stack.info;
    const sql = postgres(databaseUrl, { max: 1 });
    const like = await plan('One of many', { draftScheduledFor: nineBefore });
    const tookMs: Record<string, number> = {};
    for (const [count, month] of [
      [5_000, '07'],
      [500, '05'],
    ] as const) {
      await insertPostsLike(sql, like.id, { count, from: `${nextYear}-${month}-01` });
      const reported = page.getByText(`${count.toLocaleString('en-US')} posts`, { exact: true });
      const begunMs = performance.now();
      await page.goto(`${dashboard.at('calendar')}?view=month&day=${nextYear}-${month}-15`);
      await tile('Bulk').first().waitFor();
      tookMs[`${count} posts, first tile, ms`] = Math.round(performance.now() - begunMs);
      await reported.waitFor();
      tookMs[`${count} posts, all tiles, ms`] = Math.round(performance.now() - begunMs);
      const turnedMs = performance.now();
      await page.getByRole('button', { name: 'List' }).click();
      await page.getByRole('button', { name: /^Show more/ }).waitFor();
      tookMs[`${count} posts, month to list, ms`] = Math.round(performance.now() - turnedMs);
    }
    await sql.end();
    keepFigures('calendar', tookMs);
    await annotate(`On the screen after, in ms: ${JSON.stringify(tookMs)}`);
    await page.getByRole('button', { name: 'Month', exact: true }).click();
    await page
      .getByText(/^\+\d+ more$/)
      .first()
      .click();
    await page.waitForURL(/view=day/);
    await tile('Bulk').first().waitFor();
    await expectAccessible(page);
  });

  it('complies with its content policy, without errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
