import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { metricNames } from '../../src/domain/metric-names.js';
import type { MetricValues } from '../../src/domain/metrics.js';
import { waitMsMax } from '../harness/patience.js';
import { sendAhead } from '../harness/send-ahead.js';
import {
  expectAccessible,
  expectAccessibleInWidths,
  expectFitsNarrow,
  noBrowser,
  useDashboard,
  type Visitor,
} from './dashboard.js';
import { storeMetrics } from './stored-metrics.js';

type Post = components['schemas']['Post'];
type Told = Partial<Record<string, Partial<MetricValues>>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const outcome = { timeout: waitMsMax };
const prepareMsMax = 240_000;
/** A value for every metric, for the widest tables. */
const everything = Object.fromEntries(metricNames.map((name) => [name, 12_345]));

describe.skipIf(noBrowser)('the results', () => {
  const dashboard = useDashboard();
  let person: Visitor;
  let page: Page;
  let sql: postgres.Sql;
  let bread: Post;
  beforeAll(async () => {
    const storageState = await dashboard.owner.context.storageState();
    const place = { timezoneId: 'UTC', locale: 'en-US', acceptDownloads: true };
    person = await dashboard.newVisitor({ storageState, ...place, viewport: { width: 1440, height: 900 } });
    page = person.page;
    sql = postgres(dashboard.stack.info.databaseUrl, { max: 1, onnotice: () => undefined });
    const today = new Date().setUTCHours(0, 0, 0, 0);
    const weeksAgo = (weeks: number, hour: number): number => today - weeks * 7 * dayMs + hour * hourMs;
    const regular = [1, 2, 3, 4, 5].flatMap((week) => [
      measured('Morning rolls', ['BLUESKY'], weeksAgo(week + 1, 9), { BLUESKY: { likes: 5, shares: 0 } }),
      measured('Evening menu', ['BLUESKY'], weeksAgo(week + 1, 18), { BLUESKY: { likes: 25, shares: 0 } }),
    ]);
    [bread] = await Promise.all([
      measured('=Fresh "bread", warm', ['BLUESKY', 'THREADS', 'X'], today - 2 * dayMs, {
        BLUESKY: { likes: 12, comments: 0, shares: 3 },
        THREADS: { views: 3_400, likes: 20, comments: 1, shares: 0 },
      }),
      measured('Old news', ['BLUESKY'], today - 3 * dayMs, {
        BLUESKY: { likes: 40, comments: 2, shares: 1 },
      }),
      measured('Just out', ['BLUESKY'], today - dayMs, {}),
      measured('Far and wide', ['FACEBOOK_PAGE'], today - 20 * dayMs, { FACEBOOK_PAGE: everything }),
      ...regular,
    ]);
  }, prepareMsMax);
  afterAll(async () => {
    await sql.end();
    await person.context.close();
  });

  const accountOf = (platform: string): string =>
    dashboard.stack.info.socialAccounts.find((account) => account.platform === platform)?.id ?? '';

  /** Publishes a post in the sandbox, dates it back, and stores numbers for each platform. */
  async function measured(caption: string, on: readonly string[], atMs: number, told: Told): Promise<Post> {
    const targets = on.map((platform) => ({ socialAccountId: accountOf(platform) }));
    const { id } = await sendAhead(2_000, (scheduledFor) =>
      dataOf(dashboard.api.POST('/posts', { body: { caption, targets, scheduledFor } })),
    );
    const read = (): Promise<Post> => dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
    await vi.waitFor(async () => expect((await read()).status).toBe('PUBLISHED'), outcome);
    const at = new Date(atMs);
    await sql`update posts set scheduled_at = ${at} where id = ${id}`;
    await sql`update publications set published_at = ${at}, scheduled_for = ${at} where post_id = ${id}`;
    const post = await read();
    for (const target of post.targets) {
      const given = told[target.platform];
      if (given !== undefined) await storeMetrics(sql, target, post, at, given);
    }
    return post;
  }

  const open = async (search = ''): Promise<void> => {
    await page.goto(`${dashboard.at('results')}${search}`);
    await posts().locator('tbody tr').first().waitFor();
  };
  const posts = (of = page): Locator => of.getByRole('region', { name: 'Posts', exact: true });
  const accounts = (of = page): Locator => of.getByRole('region', { name: 'Accounts', exact: true });
  const bestTimes = (): Locator => page.getByRole('region', { name: 'Best times' });
  const row = (within: Locator, ...texts: string[]): Locator =>
    texts.reduce((rows, text) => rows.filter({ hasText: text }), within.locator('tbody tr'));
  /** Returns the names of the posts, in the order of the table. */
  const names = (): Promise<string[]> => posts().locator('tbody th a').allInnerTexts();
  const cells = (of: Locator): Promise<string[]> => of.locator('td').allInnerTexts();
  const choose = async (select: string, option: string): Promise<void> => {
    await page.getByLabel(select, { exact: true }).selectOption({ label: option });
  };

  it('show on Home the metrics of last week’s posts, and more details after one click', async () => {
    await page.goto(dashboard.at('home'));
    const card = page.getByRole('region', { name: 'Last 7 days' });
    const ofBluesky = card.getByRole('listitem').filter({ hasText: 'Bluesky' });
    await ofBluesky.getByText('3 posts').waitFor();
    expect(await ofBluesky.locator('dd').allInnerTexts()).toEqual(['52', '2', '4']);
    await card
      .getByRole('listitem')
      .filter({ hasText: 'X @' })
      .getByText('Metrics off', { exact: true })
      .waitFor();
    await expectAccessibleInWidths(page);
    await card.getByRole('link', { name: 'Results' }).click();
    await page.locator('h1:focus', { hasText: 'Results' }).waitFor();
    await posts().getByText('Old news').waitFor();
    expect(await names()).toHaveLength(5);
    const bluesky = row(accounts(), 'Bluesky');
    await bluesky.getByText('3 posts, 2 measured').waitFor();
    // Likes, comments and shares are sums over two posts. A 0 differs from a number that is not reported.
    expect((await cells(bluesky)).map((text) => text.replace(/^.*:\s*/, ''))).toEqual([
      expect.stringContaining('Not reported by Bluesky'),
      '52',
      '2',
      '4',
    ]);
    expect(await cells(row(posts(), 'bread', 'Threads'))).toEqual([
      expect.stringContaining('3,400'),
      expect.stringContaining('20'),
      expect.stringContaining('1'),
      expect.stringMatching(/0$/),
    ]);
    await row(posts(), 'Just out').getByText('Not measured yet').first().waitFor();
    await expectAccessibleInWidths(page);
    await expectFitsNarrow(page);
  });

  it('show the price if reading is off, and turn it on only after a confirmation', async () => {
    await open();
    const x = row(accounts(), 'X @');
    await x.getByText('Metrics off', { exact: true }).first().waitFor();
    await x
      .getByText(/^Off until you turn it on: X charges \$0\.005 each time the metrics of a post are fetched/)
      .waitFor();
    await row(posts(), 'bread', 'X @').getByText('Metrics off', { exact: true }).first().waitFor();
    await x.getByRole('link', { name: 'Turn on under Accounts' }).click();
    await page.locator('h1:focus', { hasText: 'Accounts' }).waitFor();
    const box = page.getByRole('checkbox', { name: /^Fetch metrics for .* on X$/ });
    expect(await box.isChecked()).toBe(false);
    await box.click();
    const question = page.getByRole('alertdialog', { name: /^Fetch metrics for .* on X\?$/ });
    await question.getByText(/charges the operator of this server \$0\.005/).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Fetch metrics' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => box.isChecked(), outcome).toBe(true);
    await box.click();
    await expect.poll(() => box.isChecked(), outcome).toBe(false);
  });

  it('sort by a number, the largest first, and show one account', async () => {
    await open();
    await choose('Sort by', 'Likes');
    await expect
      .poll(names)
      .toEqual([
        'Old news',
        ...Array.from({ length: 2 }, () => '=Fresh "bread", warm'),
        'Just out',
        '=Fresh "bread", warm',
      ]);
    expect(await posts().locator('th[aria-sort=descending]').innerText()).toBe('Likes');
    await choose('Account', await accountName('THREADS'));
    await expect.poll(names).toEqual(['=Fresh "bread", warm']);
    await page.waitForURL(/sort=likes/);
  });

  const accountName = async (platform: string): Promise<string> => {
    const params = { path: { id: accountOf(platform) } };
    const { handle } = await dataOf(dashboard.api.GET('/social-accounts/{id}', { params }));
    return `${platform === 'THREADS' ? 'Threads' : 'Bluesky'} @${handle.replace(/^@/, '')}`;
  };

  it('are drawn day by day, with the numbers in a table, and compared with the period before', async () => {
    await open('?days=30');
    const byDay = page.getByRole('region', { name: 'By day' });
    const days = byDay.locator('tbody td');
    const drawn = (words: string): Promise<void> =>
      byDay.getByRole('img', { name: new RegExp(`^${words} in 30 days$`) }).waitFor();
    // Accounts whose platforms say how often posts were seen come first.
    await drawn('Views of Facebook @\\S+ by day of publication: 12,345');
    await byDay.getByText('Not reported for the 30 days before').waitFor();
    expect(await days.allInnerTexts()).toEqual(['12,345']);
    await choose('Account of the chart', await accountName('BLUESKY'));
    await drawn('Likes of Bluesky @\\S+ by day of publication: 142');
    await byDay.getByText('+137% compared with the 30 days before (60)').waitFor();
    await byDay.getByLabel('Metric').selectOption({ label: 'Shares' });
    await drawn('Shares of Bluesky @\\S+ by day of publication: 4');
    await byDay.getByText('None in the 30 days before').waitFor();
    // A 0 is drawn, and looks different from a post that was not measured.
    expect(await days.allInnerTexts()).toEqual(['0', '0', '0', '1', '3', 'Not measured yet']);
    const bars = await byDay.locator('svg rect.fill-accent').all();
    const heights = await Promise.all(bars.map((bar) => bar.getAttribute('height')));
    const drawnHeights = heights.map(Number).filter((height) => height > 0);
    expect(drawnHeights.map(Math.round)).toEqual([1, 1, 1, 33, 100]);
    await expectAccessibleInWidths(page);
    await expectFitsNarrow(page);
  });

  it('name a missing permission with the benefit of a reconnection, and a failed reading', async () => {
    const scope = 'threads_manage_insights';
    await sql`
      update social_accounts set scopes = '["threads_basic"]', missing_scopes = ${sql.json([scope])}
      where id = ${accountOf('THREADS')}`;
    const [target] = bread.targets.filter(({ platform }) => platform === 'BLUESKY');
    await sql`update metric_feeds set failures = 1 where target_id = ${target?.id ?? ''}`;
    await open();
    const threads = row(accounts(), 'Threads');
    await threads
      .getByText(`the permission ${scope} (read the metrics of posts, such as views and likes)`)
      .waitFor();
    await threads.getByRole('link', { name: 'Reconnect under Accounts' }).waitFor();
    await row(posts(), 'bread', 'Bluesky').getByText('Last fetch failed').waitFor();
    await expectAccessible(page);
    await sql`
      update social_accounts set scopes = null, missing_scopes = '[]' where id = ${accountOf('THREADS')}`;
    await sql`update metric_feeds set failures = 0 where target_id = ${target?.id ?? ''}`;
  });

  it('are exported as CSV, without formulas and with empty cells for unreported metrics', async () => {
    await open();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^results-\d{4}-\d\d-\d\d-7-days\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFPost id,Text,Platform,Account,Published (UTC),URL,Status,Measured (UTC),Views,Impressions,Reach,Likes,Comments,Shares,Saves,Clicks',
    );
    expect(lines).toHaveLength(7);
    const bluesky = lines.find((line) => line.startsWith(`${bread.id},`) && line.includes(',Bluesky,'));
    expect(bluesky).toContain(`,"'=Fresh ""bread"", warm",Bluesky,`);
    expect(bluesky).toMatch(/,Measured,[^,]+Z,,,,12,0,3,,$/);
  });

  it('show the best times of 90 days with the number of posts behind them, or say that there are too few posts', async () => {
    await open('?days=90');
    await choose('Account for best times', await accountName('BLUESKY'));
    await bestTimes()
      .getByText(/Based on 12 posts of Bluesky/)
      .waitFor();
    const slots = await bestTimes().getByRole('listitem').allInnerTexts();
    expect(slots.map((text) => text.replaceAll(/\s+/gu, ' '))).toEqual([
      expect.stringMatching(/6 PM on average 25 from 5 posts$/),
      expect.stringMatching(/9 AM on average 5 from 5 posts$/),
    ]);
    await expectAccessible(page);
    await choose('Account for best times', await accountName('THREADS'));
    await bestTimes()
      .getByText(/has 1 measured post from the last 90 days.* At least 10 are needed/)
      .waitFor();
    await expectFitsNarrow(page);
  });

  it('are on the page of a post, with earlier ones, and can be read immediately', async () => {
    await page.goto(dashboard.at(`posts/${bread.id}`));
    const numbers = page.getByRole('region', { name: 'Metrics' });
    const threads = numbers.getByRole('listitem').filter({ hasText: 'Threads' });
    await threads.getByRole('img', { name: /^Views: 1,700 on .*, 3,400 on / }).waitFor();
    const bluesky = numbers.getByRole('listitem').filter({ hasText: 'Bluesky' });
    await bluesky.getByText('Not reported by Bluesky').first().waitFor();
    await numbers.getByText(/^Off until you turn it on/).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await numbers.getByRole('button', { name: 'Read now' }).click();
    await page
      .getByText(/The metrics are being fetched\. Fetching metrics is turned off for X/)
      .first()
      .waitFor();
    // The button is clicked immediately, because the minute may have passed when the first reading has ended.
    await numbers.getByRole('button', { name: 'Read now' }).click();
    await page
      .getByText(/was refreshed less than a minute ago/)
      .first()
      .waitFor();
    // The sandbox knows that the post is only a few minutes old.
    await expect.poll(() => threads.locator('dd').first().innerText(), outcome).not.toBe('3,400');
  });

  it('say clearly that a platform has no metrics', async () => {
    const { id } = await measured('For colleagues', ['LINKEDIN_PERSON'], Date.now() - dayMs, {});
    const words = 'Punctual does not fetch metrics from LinkedIn.';
    await open();
    const linkedIn = row(accounts(), 'LinkedIn');
    await linkedIn.getByText(words).waitFor();
    await linkedIn.getByText('No metrics', { exact: true }).first().waitFor();
    await row(posts(), 'For colleagues').getByText('No metrics', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.goto(dashboard.at(`posts/${id}`));
    await page.getByRole('region', { name: 'Metrics' }).getByText(words).waitFor();
    expect(await page.getByRole('button', { name: 'Read now' }).count()).toBe(0);
    await expectAccessible(page);
  });

  it('are read-only for a client reviewer', async () => {
    const reviewer = await dashboard.newMember('CLIENT_REVIEWER');
    await reviewer.page.goto(dashboard.at('results'));
    await row(accounts(reviewer.page), 'X @').getByText('Ask an owner or admin.').waitFor();
    await reviewer.page.goto(dashboard.at(`posts/${bread.id}`));
    await reviewer.page.getByRole('region', { name: 'Metrics' }).getByText('Likes').first().waitFor();
    expect(await reviewer.page.getByRole('button', { name: 'Read now' }).count()).toBe(0);
    await expectAccessible(reviewer.page);
    await reviewer.context.close();
  });

  it('say that nothing was published', async () => {
    await sql`update posts set scheduled_at = scheduled_at - interval '100 days'`;
    await page.goto(dashboard.at('results'));
    await page.getByText('Nothing was published in the last 7 days').waitFor();
    await bestTimes().getByText('No account has measured posts of the last 90 days.').waitFor();
    await expectAccessible(page);
  });

  it('report no problems to the console', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
