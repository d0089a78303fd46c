import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/index.js';
import { sendAhead } from '../harness/send-ahead.js';
import { expectAccessibleInWidths, expectFitsAnyWidth, noBrowser, useDashboard } from './dashboard.js';
import { waitMsMax } from '../harness/patience.js';

const screens = [
  'home',
  'calendar',
  'queue',
  'compose',
  'drafts',
  'approvals',
  'inbox',
  'results',
  'media',
  'accounts',
  'keys',
  'webhooks',
  'audit-log',
  'workspace',
  'members',
];

/** Words that are frequent in English, and do not exist in German. */
const englishWords = /\b(?:the|and|your|with|this|of|to|for|by|has|have|are|is|no|yet|you)\b/i;

/** Collects the texts that a page shows or announces, except those that are marked as English. Runs in the page. */
const collectTexts = `[...document.body.querySelectorAll('*')]
  .filter((element) => element.closest('[lang="en"], noscript, script, style') === null)
  .flatMap((element) => [
    ...['aria-label', 'title', 'placeholder', 'alt', 'aria-description'].map((name) => element.getAttribute(name) ?? ''),
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((text) => text.textContent),
  ])`;

const englishTextsOn = async (page: Page): Promise<string[]> => {
  const texts = await page.evaluate<string[]>(collectTexts);
  return [...new Set(texts)].filter((text) => englishWords.test(text));
};

/** Chooses a setting of the profile, after which the page loads again. */
const choose = async (page: Page, label: string, value: string): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.getByLabel(label).selectOption(value)]);
};

describe.skipIf(noBrowser)('the dashboard in German', () => {
  const dashboard = useDashboard();

  /** Opens a page with the owner's session in a browser whose user reads German. */
  const openGerman = async (): Promise<Page> => {
    const storageState = await dashboard.owner.context.storageState();
    const { page } = await dashboard.newVisitor({ locale: 'de-DE', storageState });
    return page;
  };

  it('has no English text and no error of axe on any screen, and fits windows of any width', async () => {
    const account = dashboard.stack.info.socialAccounts.find(({ platform }) => platform === 'THREADS');
    const post = await dataOf(
      dashboard.api.POST('/posts', {
        body: {
          caption: 'Guten Morgen',
          targets: [{ socialAccountId: account?.id ?? '' }],
          scheduledFor: new Date(Date.now() + 3_600_000).toISOString(),
        },
      }),
    );
    const page = await openGerman();
    const addresses = [
      ...[...screens, `posts/${post.id}`, `posts/${post.id}/edit`].map((screen) => dashboard.at(screen)),
      '/me/profile',
      '/me/new-workspace',
    ];
    const english: Record<string, string[]> = {};
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByRole('status').filter({ hasText: '…' }).count()).toBe(0);
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      await expectAccessibleInWidths(page);
      await expectFitsAnyWidth(page);
      const texts = await englishTextsOn(page);
      if (texts.length > 0) english[address] = texts;
    }
    expect(english).toEqual({});
  });

  it('marks the words of a platform as English, because they have no translation', async () => {
    const account = dashboard.stack.info.socialAccounts.find(({ platform }) => platform === 'BLUESKY');
    const targets = [{ socialAccountId: account?.id ?? '' }];
    const post = await sendAhead(1_000, (scheduledFor) =>
      dataOf(
        dashboard.api.POST('/posts', {
          body: { caption: 'Guten Abend [sandbox:reject]', targets, scheduledFor },
        }),
      ),
    );
    const page = await openGerman();
    await page.goto(dashboard.at(`posts/${post.id}`));
    const title = page.getByText('Die Plattform hat den Beitrag abgelehnt', { exact: true });
    await title.first().waitFor({ timeout: waitMsMax });
    await page.locator('[lang="en"]', { hasText: 'refused by the sandbox' }).first().waitFor();
    expect(await englishTextsOn(page)).toEqual([]);
  });

  it('loads the translations of refusals only when the server refuses something', async () => {
    const page = await openGerman();
    const loaded = () =>
      page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => /refusals|field-names/.test(name)).length`,
      );
    await page.goto(dashboard.at('members'));
    await page.getByRole('heading', { level: 1, name: 'Mitglieder' }).waitFor();
    expect(await loaded()).toBe(0);
    await page.goto(dashboard.at('posts/post_unknown'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(loaded, { timeout: waitMsMax }).toBe(2);
  });

  it('shows dates as in Germany, with weeks that begin on Monday', async () => {
    const page = await openGerman();
    await page.goto(dashboard.at('calendar'));
    const days = page.getByRole('columnheader');
    await days.first().waitFor();
    expect((await days.first().textContent())?.startsWith('Mo')).toBe(true);
    await page.goto('/me/profile');
    await page
      .getByText(/^\d{2}\.\d{2}\.\d{4}$/)
      .first()
      .waitFor();
  });

  it('can be changed to English, with separate settings for hours and weeks', async () => {
    const page = await openGerman();
    await page.goto('/me/profile');
    await choose(page, 'Sprache', 'en');
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await choose(page, 'Hours', 'h23');
    await choose(page, 'Week begins on', 'saturday');
    await page.goto(dashboard.at('calendar'));
    const days = page.getByRole('columnheader');
    await days.first().waitFor();
    expect((await days.first().textContent())?.startsWith('Sat')).toBe(true);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('complies with the content policy, without errors', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
