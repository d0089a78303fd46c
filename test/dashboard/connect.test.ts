import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { startCommand } from '../browser/command.js';
import { simulators } from '../harness/sandbox.js';
import { sendAhead } from '../harness/send-ahead.js';
import {
  expectAccessible,
  expectAccessibleInWidths,
  expectFitsNarrow,
  faultsOf,
  noBrowser,
  tileOf,
  useDashboard,
} from './dashboard.js';
import { waitMsMax } from '../harness/patience.js';

type SocialAccount = components['schemas']['SocialAccount'];
type Post = components['schemas']['Post'];

const waitUpTo = { timeout: waitMsMax, interval: 250 };
/** The credentials for platforms without a consent page in the sandbox. */
const appPassword = 'sandbox-app-password';

const furtherAccountOf = (platform: string) => {
  const account = simulators.find(({ name }) => name === platform)?.accounts[1];
  if (account === undefined) throw new Error(`The sandbox has no second account on ${platform}.`);
  return account;
};

// The tests share one stack and one person, because together they tell one story.
describe.skipIf(noBrowser)('connecting accounts in a browser', () => {
  const dashboard = useDashboard();
  const api = () => dashboard.api;
  const page = (): Page => dashboard.owner.page;

  const openAccounts = async (): Promise<void> => {
    await page().goto(dashboard.at('accounts'));
    await page().getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
  };
  const accounts = async (): Promise<SocialAccount[]> => {
    const query = { limit: 100 };
    return (await dataOf(api().GET('/social-accounts', { params: { query } }))).data;
  };
  const accountNamed = async (platform: string, handle: string): Promise<SocialAccount> => {
    const found = (await accounts()).find((one) => one.platform === platform && one.handle === handle);
    if (found === undefined) throw new Error(`${handle} of ${platform} is not connected.`);
    return found;
  };
  const dialog = () => page().getByRole('dialog');
  const begin = async (platform: string): Promise<void> => {
    await openAccounts();
    await page().getByRole('button', { name: 'Connect an account' }).click();
    await tileOf(dialog(), platform).check();
    await dialog().getByRole('button', { name: 'Continue' }).click();
  };
  const importCandidates = async (action: 'Connect' | 'Reconnect' = 'Connect'): Promise<void> => {
    await dialog().getByRole('button', { name: action, exact: true }).click();
    await page()
      .getByText(/ is (re)?connected$/)
      .first()
      .waitFor();
  };

  it.each(simulators.map(({ name }) => name))('connects %s, which then publishes', async (platform) => {
    const account = furtherAccountOf(platform);
    await begin(platform);
    await grant(page(), account.consentAs ?? account.externalAccountId, account.handle);
    await importCandidates();
    const { id, status } = await accountNamed(platform, account.handle);
    expect(status).toBe('ACTIVE');
    const post = await publish(id);
    await vi.waitFor(async () => {
      expect((await postOf(post)).targets[0]).toMatchObject({ status: 'PUBLISHED', errorCode: null });
    }, waitUpTo);
  });

  it('shows that access was not granted', async () => {
    await begin('X');
    await page().getByRole('button', { name: 'Deny' }).click();
    await page().getByRole('alert').filter({ hasText: 'Access was not granted' }).waitFor();
  });

  it('shows that the code has expired, and escapes HTML from the platform', async () => {
    for (const [outcome, words] of [
      ['expired-code', 'has expired or was already used'],
      ['error-with-html', 'refused'],
    ] as const) {
      await begin('X');
      await page().getByLabel('Outcome, for tests').selectOption(outcome);
      await page().getByRole('button', { name: 'Allow' }).click();
      const alert = dialog().getByRole('alert').filter({ hasText: words });
      await alert.waitFor();
      expect(await alert.locator(':not(span[lang])').count()).toBe(0);
    }
  });

  it('offers no account that lacks a permission required for publishing', async () => {
    await begin('FACEBOOK_PAGE');
    await page()
      .getByRole('checkbox', { name: /pages_manage_posts/ })
      .uncheck();
    await page().getByRole('button', { name: 'Allow' }).click();
    await dialog().getByRole('checkbox').first().waitFor();
    for (const box of await dialog().getByRole('checkbox').all()) expect(await box.isEnabled()).toBe(false);
    await expect
      .poll(() => dialog().textContent())
      .toMatch(
        /A permission that is needed for publishing is missing.*Not granted: pages_manage_posts \(to /,
      );
  });

  it('offers every selected Facebook Page', async () => {
    await begin('FACEBOOK_PAGE');
    await page().getByRole('button', { name: 'Allow' }).waitFor();
    const pages = await page().locator('input[name=account]').count();
    expect(pages).toBeGreaterThan(1);
    await page().getByRole('button', { name: 'Allow' }).click();
    await dialog().getByRole('checkbox').first().waitFor();
    expect(await dialog().getByRole('checkbox').count()).toBe(pages);
    await expectAccessible(page());
  });

  it('reconnects a revoked account, and publishes the posts that had failed', async () => {
    const { handle, externalAccountId } = furtherAccountOf('X');
    const { id } = await accountNamed('X', handle);
    await page().goto(dashboard.stack.info.sandboxUrl);
    await page()
      .getByRole('button', { name: `Revoke access to ${handle} on X` })
      .click();
    const post = await publish(id);
    await vi.waitFor(async () => {
      const [target] = (await postOf(post)).targets;
      expect(target).toMatchObject({ status: 'FAILED', errorCode: 'PLATFORM_AUTH_FAILED' });
    }, waitUpTo);
    expect((await accountNamed('X', handle)).status).toBe('TOKEN_EXPIRED');
    await openAccounts();
    await page()
      .getByRole('button', { name: `Reconnect ${handle} on X` })
      .waitFor();
    await expectAccessibleInWidths(page());
    await page().goto(dashboard.at('home'));
    await page()
      .getByRole('link', { name: `Reconnect X @${handle.replace(/^@/, '')}` })
      .click();
    await dialog().getByText(`Reconnect ${handle} on X`).waitFor();
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await grant(page(), externalAccountId, handle);
    await importCandidates('Reconnect');
    expect(await accountNamed('X', handle)).toMatchObject({ id, status: 'ACTIVE' });
    await vi.waitFor(async () => {
      expect((await postOf(post)).targets[0]).toMatchObject({ status: 'PUBLISHED' });
    }, waitUpTo);
  });

  /** Opens a link that was made without a browser, and presses the buttons of our page and of the platform's. */
  const goThrough = async (link: string): Promise<void> => {
    const stranger = await dashboard.newVisitor();
    await stranger.page.goto(link);
    await stranger.page.getByRole('button', { name: 'Continue to X' }).click();
    const { consentAs, externalAccountId, handle } = furtherAccountOf('X');
    await grant(stranger.page, consentAs ?? externalAccountId, handle);
    await stranger.page.getByText('Access was granted').waitFor();
    await stranger.context.close();
  };

  it('follows the link of an API key’s session to the platform and back', async () => {
    const body = { workspaceId: dashboard.workspaceId, platform: 'X' } as const;
    const session = await dataOf(api().POST('/connect-sessions', { body }));
    await goThrough(session.authorizeUrl ?? '');
    const path = { id: session.id };
    const granted = await dataOf(api().GET('/connect-sessions/{id}', { params: { path } }));
    expect(granted.status).toBe('AWAITING_IMPORT');
  });

  it.each(['#0f766e', '#ffcc00', '#ffffff', '#000000', '#767676'])(
    'shows users with a link the brand of the workspace, with a readable button in %s',
    async (color) => {
      const { workspaceId, stack } = dashboard;
      const { apiUrl, exampleMedia } = stack.info;
      const setBrand = async (brand: object | null): Promise<void> => {
        const answer = await dashboard.owner.context.request.patch(`${apiUrl}/workspaces/${workspaceId}`, {
          headers: { origin: new URL(apiUrl).origin },
          data: { brand },
        });
        expect(answer.status(), await answer.text()).toBe(200);
      };
      await setBrand({ name: 'Acme & Söhne', logoMediaId: exampleMedia.picture, color });
      const body = { workspaceId, platform: 'X' } as const;
      const link = (await dataOf(api().POST('/connect-sessions', { body }))).authorizeUrl ?? '';
      const stranger = await dashboard.newVisitor();
      await stranger.page.goto(link);
      await stranger.page.getByText('Acme & Söhne', { exact: true }).waitFor();
      expect(await stranger.page.title()).toMatch(/ – Acme & Söhne$/);
      expect(await stranger.page.content()).not.toContain('Punctual');
      const logo = stranger.page.locator('img');
      await expect
        .poll(() => logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(0);
      for (const colorScheme of ['dark', 'light'] as const) {
        await stranger.page.emulateMedia({ colorScheme });
        expect(await faultsOf(stranger.page), colorScheme).toEqual([]);
        await expectFitsNarrow(stranger.page);
      }
      const painted = await stranger.page.evaluate<string>(
        'getComputedStyle(document.querySelector("button")).backgroundColor',
      );
      const parts = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
      expect(painted).toBe(`rgb(${parts.join(', ')})`);
      await stranger.context.close();
      await goThrough(link);
      await setBrand(null);
    },
  );

  it('follows the link from punctual accounts to the platform and back', async () => {
    await using command = startCommand(
      ['accounts', 'connect', 'x', '--workspace', dashboard.workspaceId],
      dashboard.dataDir,
    );
    const link = await command.line(/https?:\/\/\S+\/begin\?ticket=\S+/);
    await goThrough(link);
    await command.line(/Access was granted to:/);
  });

  it('happens on pages that comply with their content policies', () => {
    expect(dashboard.problems).toEqual([]);
  });

  const postOf = (id: string): Promise<Post> =>
    dataOf(api().GET('/posts/{id}', { params: { path: { id } } }));

  /** Publishes a post on the account, with the media and options that its platform requires. */
  async function publish(accountId: string): Promise<string> {
    const { platform } = (await accounts()).find(({ id }) => id === accountId) ?? {};
    const seeded = dashboard.stack.info.socialAccounts.find((one) => one.platform === platform);
    const { picture, video } = dashboard.stack.info.exampleMedia;
    const mediaIds = seeded?.needs === 'video' ? [video] : seeded?.needs === 'picture' ? [picture] : [];
    const platformOptions = seeded?.platformOptions;
    const post = {
      caption: `From a connected account ${accountId} ${Date.now()}`,
      mediaIds,
      targets: [{ socialAccountId: accountId, ...(platformOptions && { platformOptions }) }],
    };
    const { id } = await sendAhead(2_000, (scheduledFor) =>
      dataOf(api().POST('/posts', { body: { ...post, scheduledFor } })),
    );
    return id;
  }
});

/** Consents on the platform's page, or types credentials where there is none. */
async function grant(page: Page, accountId: string, handle: string): Promise<void> {
  const allow = page.getByRole('button', { name: 'Allow' });
  const typed = page.getByLabel('App password');
  await allow.or(typed).waitFor();
  if (await typed.isVisible()) {
    await page.getByLabel('Handle').fill(handle);
    await typed.fill(appPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    return;
  }
  const choice = page.locator(`input[name=account][value="${accountId}"]`);
  if ((await choice.getAttribute('type')) === 'checkbox') {
    for (const box of await page.locator('input[name=account]').all()) await box.setChecked(false);
  }
  await choice.check();
  await allow.click();
}
