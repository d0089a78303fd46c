import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { waitMsMax } from '../harness/patience.js';
import { sendAhead } from '../harness/send-ahead.js';
import {
  enterTime,
  expectAccessible,
  expectFitsNarrow,
  noBrowser,
  setApproval,
  useDashboard,
} from './dashboard.js';
import { pictureNamed } from './picture-files.js';

type Post = components['schemas']['Post'];

const daysAheadMs = 100 * 24 * 60 * 60 * 1000;
const dueAt = { date: new Date(Date.now() + daysAheadMs).toISOString().slice(0, 10), time: '09:30' };
const soonMs = 1_000;
const laterMs = 3_600_000;

describe.skipIf(noBrowser)('a post of several parts', () => {
  const dashboard = useDashboard();
  // This is a hook, so that it also runs after a failed test.
  afterEach(() => setApproval(dashboard, false));

  const accountOf = (platform: string): string =>
    dashboard.stack.info.socialAccounts.find((account) => account.platform === platform)?.id ?? '';
  const compose = async (page: Page, ...names: RegExp[]): Promise<void> => {
    await page.goto(dashboard.at('compose'));
    const accounts = page.getByRole('group', { name: 'Accounts' });
    await accounts.waitFor();
    const selected = accounts.getByRole('checkbox', { checked: true });
    for (let left = await selected.count(); left > 0; left -= 1) await selected.first().uncheck();
    for (const name of names) await accounts.getByRole('checkbox', { name }).check();
  };
  const field = (within: Page | Locator, name: string): Locator => within.getByLabel(name, { exact: true });
  const create = (body: object, inMs: number): Promise<Post> =>
    sendAhead(inMs, (scheduledFor) =>
      dataOf(
        dashboard.api.POST('/posts', {
          body: { ...body, scheduledFor } as components['schemas']['CreatePostNested'],
        }),
      ),
    );
  const newest = async (): Promise<Post> => {
    const query = { workspaceId: dashboard.workspaceId, limit: 1 };
    const [post] = (await dataOf(dashboard.api.GET('/posts', { params: { query } }))).data;
    if (post === undefined) throw new Error('There is no post.');
    return post;
  };

  it('is written in the composer, with media and counters for each part, and shown as a thread', async () => {
    const { page } = dashboard.owner;
    await compose(page, /^Bluesky/, /^X @/, /^Facebook/);
    await field(page, 'Text').fill('One');
    const panel = page.getByRole('tabpanel', { name: 'All' });
    expect(await panel.getByRole('listitem').count()).toBe(0);
    await panel.getByRole('button', { name: 'Add part' }).click();
    await field(panel, 'Part 2').and(page.locator(':focus')).waitFor();
    await field(panel, 'Part 2').fill('Three');
    await page.getByText(/^Several parts are published on (Bluesky and X|X and Bluesky)\./).waitFor();
    await panel.getByRole('button', { name: 'Add part' }).click();
    await field(panel, 'Part 3').fill('Two');
    await field(panel, 'Files for Images and videos of part 3').setInputFiles(await pictureNamed('quay.jpg'));
    await field(panel, 'Alt text for quay.jpg').fill('Boats at a quay');
    await panel.getByRole('button', { name: 'Move part 3 up' }).click();
    await panel.getByRole('button', { name: 'Move part 2 up' }).and(page.locator(':focus')).waitFor();
    expect(await field(panel, 'Part 2').inputValue()).toBe('Two');
    await panel.getByText(/^X @.+: 5 of 280 characters/).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    const preview = page.getByRole('article', { name: /^Preview for X/ });
    await preview.getByText('Part 2', { exact: true }).waitFor();
    await preview.getByAltText('Boats at a quay').waitFor();
    const onFacebook = page.getByRole('article', { name: /^Preview for Facebook/ });
    expect(await onFacebook.getByText('Part 2', { exact: true }).count()).toBe(0);
    await page
      .getByText(/^About .* on X: a post without a link, 2 further parts without a link, and an alt text/)
      .filter({ visible: true })
      .waitFor();
    await enterTime(page, dueAt);
    await page.getByText(/^Checked: /).waitFor();
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('heading', { name: 'Post scheduled', level: 1 }).waitFor();
    const post = await newest();
    expect(post.parts.map(({ text, mediaIds }) => [text, mediaIds.length])).toEqual([
      ['Two', 1],
      ['Three', 0],
    ]);
    expect(Object.values(post.mediaAltText)).toEqual(['Boats at a quay']);
    const parts = post.targets.map((target) => [target.platform, target.parts.length]);
    expect(Object.fromEntries(parts)).toEqual({ BLUESKY: 2, X: 2, FACEBOOK_PAGE: 0 });
  });

  it('shows a problem at its part, and lets an account have different parts', async () => {
    const { page } = dashboard.owner;
    await compose(page, /^Bluesky/, /^X @/);
    await field(page, 'Text').fill('One');
    const shared = page.getByRole('tabpanel', { name: 'All' });
    await shared.getByRole('button', { name: 'Add part' }).click();
    const long = field(shared, 'Part 2');
    await long.fill('x'.repeat(290));
    await page.getByRole('button', { name: /^X: Part 2$/ }).click();
    await long.and(page.locator(':focus')).waitFor();
    await expect.poll(() => long.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('tab', { name: /^X/ }).click();
    await page.getByText('Same further part as all accounts.').waitFor();
    await page.getByRole('button', { name: 'Write different parts for this account' }).click();
    const own = page.getByRole('tabpanel', { name: /^X/ });
    await own.getByLabel(/^Part 2 for X @/).fill('Shorter');
    await own.getByRole('button', { name: 'Add part' }).click();
    await own.getByLabel(/^Part 3 for X @/).fill('To be removed');
    await own.getByRole('button', { name: 'Remove part 3' }).click();
    await own.getByRole('button', { name: 'Add part' }).and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await expect.poll(() => page.getByText(/^Checked: /).textContent()).not.toContain('problem');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    const { targets } = await newest();
    const partsOf = (platform: string) =>
      targets.find((target) => target.platform === platform)?.parts.map(({ text }) => text);
    expect([partsOf('X'), partsOf('BLUESKY')]).toEqual([['Shorter'], ['x'.repeat(290)]]);
  });

  it('shows on its page the outcome of each part, and only its unpublished parts can change', async () => {
    const { page } = dashboard.owner;
    const refused = [{ text: 'Two' }, { text: 'Three [sandbox:reject]' }, { text: 'Four' }];
    const { id } = await create(
      {
        caption: 'One of four',
        parts: [{ text: 'Two' }],
        targets: [
          { socialAccountId: accountOf('BLUESKY') },
          { socialAccountId: accountOf('X'), partsOverride: refused },
        ],
      },
      soonMs,
    );
    await page.goto(dashboard.at(`posts/${id}`));
    const onX = page.getByRole('list', { name: /^Further parts on X/ });
    await onX.getByText('Failed', { exact: true }).waitFor({ timeout: waitMsMax });
    expect(
      await onX
        .getByRole('listitem')
        .getByText(/^(Published|Failed|Skipped)$/)
        .allTextContents(),
    ).toEqual(['Published', 'Failed', 'Skipped']);
    await onX.getByRole('link', { name: 'View part 2 on X' }).waitFor();
    await page
      .getByRole('list', { name: /^Further parts on Bluesky/ })
      .getByRole('link', { name: 'View part 2 on Bluesky' })
      .waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.goto(dashboard.at(`posts/${id}/edit`));
    const third = page.getByLabel(/^Part 3 for X @/);
    await third.waitFor();
    expect(await page.getByLabel(/^Text for X @/).isDisabled()).toBe(true);
    expect(await page.getByLabel(/^Part 2 for X @/).isDisabled()).toBe(true);
    await third.fill('Three, again');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and retry' }).click();
    await expect
      .poll(
        async () => (await dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }))).status,
        { timeout: waitMsMax },
      )
      .toBe('PUBLISHED');
    const post = await dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
    const x = post.targets.find(({ platform }) => platform === 'X');
    expect(x?.parts.map(({ text }) => text)).toEqual(['Two', 'Three, again', 'Four']);
  });

  it('is shown as a whole to a client who approves it', async () => {
    await setApproval(dashboard, true);
    const { apiUrl, dashboardUrl } = dashboard.stack.info;
    const answer = await dashboard.owner.context.request.post(
      `${apiUrl}/workspaces/${dashboard.workspaceId}/client-links`,
      { headers: { origin: dashboardUrl }, data: { name: 'Ms. Bauer' } },
    );
    const { url } = (await answer.json()) as { url: string };
    await create(
      {
        caption: 'For the client',
        parts: [{ text: 'And its end' }],
        targets: [{ socialAccountId: accountOf('THREADS') }],
      },
      laterMs,
    );
    const client = await dashboard.newVisitor();
    await client.page.goto(url);
    const preview = client.page.getByRole('article', { name: /^Preview for Threads/ });
    await preview.getByText('And its end').waitFor();
    await expectAccessible(client.page);
  });
});
