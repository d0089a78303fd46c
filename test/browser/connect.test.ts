import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createPunctualClient, dataOf, type components } from '../../packages/client/src/index.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { freePorts, startRealStack, type RealStack } from '../e2e/real-stack.js';
import { simulators } from '../harness/sandbox.js';
import { startCommand } from './command.js';
import { newPerson, openBrowser, signedInPerson, type Person } from './person.js';

type SocialAccount = components['schemas']['SocialAccount'];
type Post = components['schemas']['Post'];

const chromiumPath = inject('chromiumPath');
const nameOf = (platform: string): string =>
  platformDefinitions.find(({ name }) => name === platform)?.label ?? platform;
const waitUpTo = { timeout: 60_000, interval: 250 };
/** By credentials, unless the sandbox has a page for it. */
const appPassword = 'sandbox-app-password';

// One stack and one person for all: what they do tells one story.
describe.skipIf(chromiumPath === null)('connecting accounts in a browser', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-browser-'));
  let stack: RealStack;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let api: ReturnType<typeof createPunctualClient>;

  beforeAll(async () => {
    stack = await startRealStack(dataDir, await freePorts());
    api = createPunctualClient({ baseUrl: stack.info.apiUrl, apiKey: stack.info.apiKey });
    browser = await openBrowser(chromiumPath ?? '');
    person = await signedInPerson(browser, stack.info);
    ({ page } = person);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await stack.killAll();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const accountsPage = async (): Promise<void> => {
    await page.goto(new URL('/accounts', stack.info.apiUrl).toString());
    await page.getByRole('heading', { name: 'Connected accounts' }).waitFor();
  };
  const accounts = async (): Promise<SocialAccount[]> => {
    const query = { limit: 100 };
    return (await dataOf(api.GET('/social-accounts', { params: { query } }))).data;
  };
  const accountNamed = async (platform: string, handle: string): Promise<SocialAccount> => {
    const found = (await accounts()).find((one) => one.platform === platform && one.handle === handle);
    if (found === undefined) throw new Error(`${handle} of ${platform} is not connected.`);
    return found;
  };
  const message = () => page.getByRole('alert');
  const importCandidates = async (): Promise<void> => {
    await page.getByRole('heading', { name: 'Choose the accounts to connect' }).waitFor();
    await page.locator('#import').getByRole('button', { name: 'Connect' }).click();
    await expect.poll(() => message().textContent(), { timeout: 15_000 }).toMatch(/connected/);
  };
  const begin = async (platform: string): Promise<void> => {
    await accountsPage();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: `Connect ${nameOf(platform)}`, exact: true }).click();
    expect((await answered).status()).toBe(201);
  };

  it.each(simulators.map(({ name, furtherAccounts = [] }) => [name, furtherAccounts[0]] as const))(
    'connects %s, which then publishes',
    async (platform, account) => {
      if (account === undefined) throw new Error(`The sandbox has no second account on ${platform}.`);
      await begin(platform);
      await grant(page, account.consentAs ?? account.externalAccountId, account.handle);
      await importCandidates();
      const { id, status } = await accountNamed(platform, account.handle);
      expect(status).toBe('ACTIVE');
      const post = await publish(id);
      await vi.waitFor(async () => {
        expect((await postOf(post)).targets[0]).toMatchObject({ status: 'PUBLISHED', errorCode: null });
      }, waitUpTo);
    },
  );

  it('says so when somebody denies', async () => {
    await begin('X');
    await page.getByRole('button', { name: 'Deny' }).click();
    await expect.poll(() => message().textContent()).toContain('not granted');
  });

  it('says so when the code came too late, and shows no HTML of the platform', async () => {
    for (const [outcome, words] of [
      ['expired-code', 'has expired or was already used'],
      ['error-with-html', 'refused'],
    ] as const) {
      await begin('X');
      await page.getByLabel('Outcome, for tests').selectOption(outcome);
      await page.getByRole('button', { name: 'Allow' }).click();
      await expect.poll(() => message().textContent()).toContain(words);
      expect(await page.title()).toBe('Punctual: accounts');
    }
  });

  it('does not offer an account without a permission that publishing needs', async () => {
    await begin('FACEBOOK_PAGE');
    await page.getByRole('checkbox', { name: /pages_manage_posts/ }).uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Choose the accounts to connect' }).waitFor();
    expect(await page.locator('#candidates input:enabled').count()).toBe(0);
    await expect
      .poll(() => page.locator('#candidates').textContent())
      .toMatch(/A permission that publishing needs.*Not granted: pages_manage_posts \(to /);
  });

  it('offers every Page that was picked', async () => {
    await begin('FACEBOOK_PAGE');
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    const pages = await page.locator('input[name=account]').count();
    expect(pages).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Choose the accounts to connect' }).waitFor();
    expect(await page.locator('#candidates li').count()).toBe(pages);
  });

  it('reconnects what was revoked, and what had failed goes out', async () => {
    const handle = simulators.find(({ name }) => name === 'X')?.furtherAccounts?.[0]?.handle ?? '';
    const { id } = await accountNamed('X', handle);
    await page.goto(stack.info.sandboxUrl);
    await page.getByRole('button', { name: `Revoke access to ${handle} on X` }).click();
    const post = await publish(id);
    await vi.waitFor(async () => {
      const [target] = (await postOf(post)).targets;
      expect(target).toMatchObject({ status: 'FAILED', errorCode: 'PLATFORM_AUTH_FAILED' });
    }, waitUpTo);
    expect((await accountNamed('X', handle)).status).toBe('TOKEN_EXPIRED');
    await accountsPage();
    await page.getByRole('button', { name: `Reconnect ${handle} on X` }).click();
    await grant(page, '1000000000000000002', handle);
    await importCandidates();
    expect(await accountNamed('X', handle)).toMatchObject({ id, status: 'ACTIVE' });
    await vi.waitFor(async () => {
      expect((await postOf(post)).targets[0]).toMatchObject({ status: 'PUBLISHED' });
    }, waitUpTo);
  });

  it('says what is of the sandbox, and disconnects it once that is confirmed', async () => {
    const handle = simulators.find(({ name }) => name === 'X')?.furtherAccounts?.[0]?.handle ?? '';
    const { id } = await accountNamed('X', handle);
    await accountsPage();
    const row = page.locator('#accounts li').filter({ hasText: `X: ${handle} (sandbox)` });
    const button = row.getByRole('button', { name: `Disconnect ${handle} on X` });
    page.once('dialog', (dialog) => void dialog.dismiss());
    await button.click();
    expect(await row.count()).toBe(1);
    page.once('dialog', (dialog) => void dialog.accept());
    await button.click();
    await expect.poll(() => message().textContent()).toBe(`${handle} on X was disconnected.`);
    expect(await row.count()).toBe(0);
    expect((await accounts()).map((account) => account.id)).not.toContain(id);
  });

  it('connects an account with a few requests, of the sixty that a minute has', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) asked.push(`${request.method()} ${request.url()}`);
    });
    const second = simulators.find(({ name }) => name === 'X')?.furtherAccounts?.[0];
    await begin('X');
    await grant(page, second?.consentAs ?? second?.externalAccountId ?? '', second?.handle ?? '');
    await importCandidates();
    // Three for the page, five for the account.
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8);
  });

  const refusals = ({ complaints }: Person): string[] =>
    complaints.filter((text) => /Content Security Policy|Uncaught/i.test(text));
  /** Presses the button of our page behind a link that was made without a browser, and then the platform's. */
  const goThrough = async (link: string, handle: string): Promise<void> => {
    await using stranger = await newPerson(browser);
    await stranger.page.goto(link);
    await stranger.page.getByRole('button', { name: 'Continue to X' }).click();
    const account = simulators.find(({ name }) => name === 'X')?.furtherAccounts?.[0];
    await grant(stranger.page, account?.consentAs ?? account?.externalAccountId ?? '', handle);
    await stranger.page.getByText('Access was granted').waitFor();
    expect(refusals(stranger)).toEqual([]);
  };
  const handleOnX = simulators.find(({ name }) => name === 'X')?.furtherAccounts?.[0]?.handle ?? '';

  it('leads from the link of an API key’s session to the platform and back', async () => {
    const { workspaceId } = stack.info;
    const body = { workspaceId, platform: 'X' } as const;
    const session = await dataOf(api.POST('/connect-sessions', { body }));
    await goThrough(session.authorizeUrl ?? '', handleOnX);
    const path = { id: session.id };
    const granted = await dataOf(api.GET('/connect-sessions/{id}', { params: { path } }));
    expect(granted.status).toBe('AWAITING_IMPORT');
  });

  it('leads from the link of npm run accounts to the platform and back', async () => {
    await using command = startCommand(
      ['accounts', 'connect', 'x', '--workspace', stack.info.workspaceId],
      dataDir,
    );
    const link = await command.line(/https?:\/\/\S+\/begin\?ticket=\S+/);
    await goThrough(link, handleOnX);
    await command.line(/Access was granted to:/);
  });

  it('was refused nothing by the policies of its pages', () => {
    expect(refusals(person)).toEqual([]);
  });

  const postOf = (id: string): Promise<Post> => dataOf(api.GET('/posts/{id}', { params: { path: { id } } }));

  /** With what its platform needs beside a text. */
  async function publish(accountId: string): Promise<string> {
    const { platform } = (await accounts()).find(({ id }) => id === accountId) ?? {};
    const seeded = stack.info.socialAccounts.find((one) => one.platform === platform);
    const { picture, video } = stack.info.exampleMedia;
    const mediaIds = seeded?.needs === 'video' ? [video] : seeded?.needs === 'picture' ? [picture] : [];
    const { id } = await dataOf(
      api.POST('/posts', {
        body: {
          caption: `From a connected account ${accountId} ${Date.now()}`,
          scheduledFor: new Date(Date.now() + 2_000).toISOString(),
          mediaIds,
          targets: [
            {
              socialAccountId: accountId,
              ...(seeded?.platformOptions && { platformOptions: seeded.platformOptions }),
            },
          ],
        },
      }),
    );
    return id;
  }
});

/** Consents on the platform's page, or types credentials where there is none. */
async function grant(page: Page, accountId: string, handle: string): Promise<void> {
  const allow = page.getByRole('button', { name: 'Allow' });
  const typed = page.getByRole('button', { name: 'Continue' });
  await allow.or(typed).waitFor();
  if (await typed.isVisible()) {
    await page.getByLabel('Handle').fill(handle);
    await page.getByLabel('App password').fill(appPassword);
    await typed.click();
    return;
  }
  const choice = page.locator(`input[name=account][value="${accountId}"]`);
  if ((await choice.getAttribute('type')) === 'checkbox') {
    for (const box of await page.locator('input[name=account]').all()) await box.setChecked(false);
  }
  await choice.check();
  await allow.click();
}
