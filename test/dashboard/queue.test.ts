import type { Locator, Page } from 'playwright-core';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { waitMsMax } from '../harness/patience.js';
import { dayAfter, lastSundayOfMarch, nextYear } from './calendar-days.js';
import {
  expectAccessible,
  expectFitsNarrow,
  noBrowser,
  setApproval,
  useDashboard,
  type Visitor,
} from './dashboard.js';

type Post = components['schemas']['Post'];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const outcome = { timeout: waitMsMax };
/** These days are far ahead, so that their posts are the last of the queue. */
const [farDay, furtherDay] = [3, 4].map((days) => dayAfter(lastSundayOfMarch(nextYear), days)) as [
  string,
  string,
];
const noonOf = (day: string): string => `${day}T12:00:00.000Z`;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe.skipIf(noBrowser)('the queue', () => {
  const dashboard = useDashboard();
  let person: Visitor;
  let page: Page;
  beforeAll(async () => {
    const storageState = await dashboard.owner.context.storageState();
    const place = { timezoneId: 'UTC', locale: 'en-US' };
    person = await dashboard.newVisitor({ storageState, ...place, viewport: { width: 1440, height: 900 } });
    page = person.page;
  });
  afterAll(() => person.context.close());
  // This is a hook, so that it also runs after a failed test.
  afterEach(() => setApproval(dashboard, false));

  const accountOf = (platform: string): string =>
    dashboard.stack.info.socialAccounts.find((account) => account.platform === platform)?.id ?? '';
  const plan = (caption: string, scheduledFor: string, more: { mediaIds?: string[] } = {}): Promise<Post> => {
    const targets = ['THREADS', 'BLUESKY'].map((platform) => ({ socialAccountId: accountOf(platform) }));
    return dataOf(dashboard.api.POST('/posts', { body: { caption, targets, scheduledFor, ...more } }));
  };
  const read = ({ id }: Post): Promise<Post> =>
    dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const remove = ({ id }: Post) => dataOf(dashboard.api.DELETE('/posts/{id}', { params: { path: { id } } }));
  const open = async (): Promise<void> => {
    await page.goto(dashboard.at('queue'));
    await page.locator('main a[data-post]').first().waitFor();
  };
  const row = (name: string): Locator => page.locator('main li').filter({ has: link(name) });
  const link = (name: string): Locator => page.locator('a[data-post]', { hasText: name });
  const focused = (name: string): Promise<void> =>
    page.locator('a[data-post]:focus', { hasText: name }).waitFor();
  /** Opens the menu of a post and chooses an item, with the keyboard. */
  const choose = async (name: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for “${name}”` }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  const underDay = (day: RegExp | string): Locator => page.getByRole('region', { name: day });

  /** Returns the beginning of the heading for a day. */
  const nameOfDay = (at: string): string => {
    const days = Math.floor(Date.parse(at) / dayMs) - Math.floor(Date.now() / dayMs);
    if (days < 2) return days === 0 ? 'Today' : 'Tomorrow';
    const isThisYear = new Date(at).getUTCFullYear() === new Date().getUTCFullYear();
    return new Intl.DateTimeFormat('en-US', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      ...(!isThisYear && { year: 'numeric' }),
      timeZone: 'UTC',
    }).format(new Date(at));
  };

  it('lists waiting posts in the order of publishing, by day, and counts them in the menu', async () => {
    const { picture } = dashboard.stack.info.exampleMedia;
    const times = [inMs(2 * hourMs), inMs(dayMs + hourMs), inMs(3 * dayMs), noonOf(farDay)];
    const names = ['First of all', 'Second', 'Third', 'Last of all'];
    // The posts are created in another order than that of their times.
    for (const index of [3, 1, 0, 2]) {
      await plan(names[index] ?? '', times[index] ?? '', index === 0 ? { mediaIds: [picture] } : {});
    }
    const draft = { workspaceId: dashboard.workspaceId, caption: 'No more than an idea', targets: [] };
    await dataOf(dashboard.api.POST('/posts', { body: draft }));
    await page.goto(dashboard.at('home'));
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Queue 4 waiting' }).click();
    await page.locator('h1:focus', { hasText: 'Queue' }).waitFor();
    await link('Last of all').waitFor();
    expect(await page.locator('main a[data-post]').allInnerTexts()).toEqual(names);
    for (const [index, name] of names.entries()) {
      const at = times[index] ?? '';
      const isUnderItsDay = (): Promise<boolean> =>
        underDay(new RegExp(`^${nameOfDay(at)}`))
          .getByRole('link', { name, exact: true })
          .isVisible();
      // The day of the post may change in the meantime.
      await expect.poll(isUnderItsDay, { message: name }).toBe(true);
      const shown = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' }).format(
        new Date(at),
      );
      expect((await row(name).locator('time').innerText()).replace('\u202f', ' ')).toBe(
        shown.replace('\u202f', ' '),
      );
    }
    const { altText } = await dataOf(dashboard.api.GET('/media/{id}', { params: { path: { id: picture } } }));
    const image = row('First of all').getByRole('img', { name: altText ?? '' });
    await expect
      .poll(() => image.evaluate((element: object): unknown => Reflect.get(element, 'naturalWidth')))
      .toBeGreaterThan(0);
    expect(await image.getAttribute('loading')).toBe('lazy');
    expect(await row('Second').getByRole('img').count()).toBe(0);
    await row('Second')
      .getByText(/^Threads .*, Bluesky /)
      .waitFor({ state: 'attached' });
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await link('Third').click();
    await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
  });

  it('moves a post to the next free hour by the keyboard, and back with Undo', async () => {
    const post = await plan('Sooner, please', noonOf(furtherDay));
    await open();
    await choose('Sooner, please', 'Move to the next free hour');
    await page
      .getByText(/“Sooner, please” was moved to/)
      .first()
      .waitFor();
    await focused('Sooner, please');
    const { scheduledAt, status } = await read(post);
    const movedMs = Date.parse(scheduledAt ?? '');
    expect([movedMs % hourMs, status]).toEqual([0, 'SCHEDULED']);
    expect(movedMs).toBeGreaterThan(Date.now());
    expect(movedMs).toBeLessThan(Date.now() + dayMs);
    const query = { workspaceId: dashboard.workspaceId, status: 'SCHEDULED', limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    const inSameHour = data.filter(
      ({ scheduledAt: at }) => Math.floor(Date.parse(at ?? '') / hourMs) === movedMs / hourMs,
    );
    expect(inSameHour.map(({ id }) => id)).toEqual([post.id]);
    await page.keyboard.press('z');
    await page.getByText('“Sooner, please” has its old time again').first().waitFor();
    await focused('Sooner, please');
    expect(await read(post)).toMatchObject({ scheduledAt: noonOf(furtherDay), status: 'SCHEDULED' });
    await underDay(nameOfDay(noonOf(furtherDay)))
      .getByText('Sooner, please')
      .waitFor();
    await remove(post);
  });

  it('says why a post could not be moved, and leaves the post at its time', async () => {
    const post = await plan('Stays', noonOf(furtherDay));
    await open();
    const body = {
      statusCode: 422,
      code: 'PLATFORM_RULE_VIOLATION',
      message: 'Not at that hour.',
      requestId: 'req_t',
    };
    await page.route('**/reschedule', (route) => route.fulfill({ status: 422, json: body }));
    await choose('Stays', 'Move to the next free hour');
    await page
      .getByText(/^Moving “Stays” failed\. .*Not at that hour\.$/)
      .first()
      .waitFor();
    await page.unroute('**/reschedule');
    await underDay(nameOfDay(noonOf(furtherDay)))
      .getByText('Stays')
      .waitFor();
    expect((await read(post)).scheduledAt).toBe(noonOf(furtherDay));
    await remove(post);
  });

  it('moves a post to another time in a dialog, after which the focus is on the post', async () => {
    const post = await plan('To be moved', noonOf(furtherDay));
    await open();
    await choose('To be moved', 'Move to another time …');
    const dialog = page.getByRole('dialog', { name: 'Move post' });
    await dialog.getByRole('button', { name: 'Open the month' }).click();
    const month = page.getByRole('dialog', { name: 'Date' });
    const wanted = new Date(farDay).toLocaleDateString('en-US', {
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
    const dayButton = month.getByRole('button', { name: `${wanted},` });
    await dayButton.waitFor();
    await expectAccessible(page);
    await dayButton.click();
    await dialog.getByLabel('Time').fill('08:30');
    await expectAccessible(page);
    await dialog.getByLabel('Time').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await focused('To be moved');
    await underDay(nameOfDay(noonOf(farDay)))
      .getByText('To be moved')
      .waitFor();
    expect((await read(post)).scheduledAt).toBe(`${farDay}T08:30:00.000Z`);
    await remove(post);
    await link('To be moved').waitFor({ state: 'detached' });
  });

  it('publishes a post immediately, after which the post leaves the queue', async () => {
    const post = await plan('Out with it', noonOf(farDay));
    await open();
    await choose('Out with it', 'Publish now');
    const question = page.getByRole('alertdialog', { name: 'Publish this post now?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Publish now' }).press('Enter');
    await page.getByText('Publishing now').first().waitFor();
    await expect.poll(async () => (await read(post)).status, outcome).toBe('PUBLISHED');
    await link('Out with it').waitFor({ state: 'detached' });
  });

  it('cancels a post, and puts it back with Undo', async () => {
    const post = await plan('Not now', noonOf(farDay));
    await open();
    await choose('Not now', 'Cancel post');
    await page.getByText('Post canceled.').first().waitFor();
    await link('Not now').waitFor({ state: 'detached' });
    await page.locator('h1:focus', { hasText: 'Queue' }).waitFor();
    expect((await read(post)).status).toBe('CANCELED');
    await page.keyboard.press('z');
    await link('Not now').waitFor();
    expect(await read(post)).toMatchObject({ status: 'SCHEDULED', scheduledAt: noonOf(farDay) });
    await remove(post);
  });

  it('changes several posts at once', async () => {
    const posts = [await plan('Rain date one', noonOf(farDay)), await plan('Rain date two', noonOf(farDay))];
    await open();
    for (const { caption } of posts)
      await page.getByLabel(`Select ${caption ?? ''}`, { exact: true }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 posts' });
    await expectAccessible(page);
    await dialog.getByLabel('Days', { exact: true }).fill('1');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('2 posts were moved').waitFor();
    const further = underDay(nameOfDay(noonOf(furtherDay)));
    await further.getByText('Rain date two').waitFor();
    const times = await Promise.all(posts.map(async (post) => (await read(post)).scheduledAt));
    expect(times).toEqual([noonOf(furtherDay), noonOf(furtherDay)]);
    await Promise.all(posts.map(remove));
  });

  it('shows which posts wait for an approval and which are late, and is read-only for a client reviewer', async () => {
    await setApproval(dashboard, true);
    const post = await plan('Forgotten', noonOf(farDay));
    await open();
    await row('Forgotten').getByText('Needs approval', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for “Forgotten”' }).click();
    await page.getByRole('menuitem', { name: 'Cancel post' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Publish now' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    const sql = postgres(dashboard.stack.info.databaseUrl, { max: 1 });
    await sql`update posts set scheduled_at = now() - interval '2 days' where id = ${post.id}`;
    await sql.end();
    await open();
    await underDay('Before today').getByText('Forgotten').waitFor();
    // The post could not be scheduled for its past time again, so the page asks first.
    await choose('Forgotten', 'Cancel post');
    const question = page.getByRole('alertdialog', { name: 'Cancel this post?' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Keep post' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await page.locator('main a[data-post]').allInnerTexts())[0]).toBe('Forgotten');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    const reviewer = await dashboard.newMember('CLIENT_REVIEWER');
    await reviewer.page.goto(dashboard.at('queue'));
    await reviewer.page.getByRole('link', { name: 'Forgotten' }).waitFor();
    expect(await reviewer.page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await reviewer.page.getByRole('checkbox').count()).toBe(0);
    await expectAccessible(reviewer.page);
    await reviewer.context.close();
    await remove(post);
  });

  it('invites the user to write a post if nothing waits, and shows a post as soon as it is planned', async () => {
    const query = { workspaceId: dashboard.workspaceId, dated: true, limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    await Promise.all(data.filter(({ status }) => status === 'SCHEDULED').map(remove));
    await page.goto(dashboard.at('queue'));
    await page.getByText('Nothing is waiting to be published').waitFor();
    const invitation = page.getByRole('main').getByRole('link', { name: 'Write a post' });
    expect(await invitation.getAttribute('href')).toBe(dashboard.at('compose'));
    await expectAccessible(page);
    await plan('Planned meanwhile', noonOf(farDay));
    await link('Planned meanwhile').waitFor();
  });

  it('reports no problems to the console', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
