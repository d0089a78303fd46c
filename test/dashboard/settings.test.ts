import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, verifyStandard, type Receiver } from '../harness/receiver.js';
import { furtherAccountOf } from '../harness/sandbox.js';
import { tablePdf } from '../media/pdfs.js';
import {
  dropFiles,
  endRoutes,
  expectAccessible,
  expectFitsNarrow,
  noBrowser,
  tileOf,
  useDashboard,
} from './dashboard.js';

const picture = fileURLToPath(new URL('../../examples/picture.jpg', import.meta.url));

describe.skipIf(noBrowser)('the settings of a workspace', () => {
  const dashboard = useDashboard();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const open = async (page: Page, screen: string, title: string): Promise<void> => {
    await page.goto(dashboard.at(screen));
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  };
  const beginToConnect = async (page: Page, platform: string): Promise<void> => {
    await open(page, 'accounts', 'Accounts');
    await page.getByRole('button', { name: 'Connect an account' }).click();
    const dialog = page.getByRole('dialog');
    await tileOf(dialog, platform).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };

  it('say once that all accounts are in the sandbox, and mark these accounts only beside real ones', async () => {
    const { page } = dashboard.owner;
    await open(page, 'accounts', 'Accounts');
    const sign = page.locator('#menu').getByText('Sandbox: All accounts publish to simulated platforms');
    const marks = page.getByRole('main').getByText('Sandbox', { exact: true });
    await sign.waitFor();
    expect(await marks.count()).toBe(0);
    await page.route('**/social-accounts?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { sandbox: boolean }[] };
      Object.assign(body.data[0] ?? {}, { sandbox: false });
      await route.fulfill({ response: answer, json: body });
    });
    await open(page, 'accounts', 'Accounts');
    await marks.first().waitFor();
    const { length } = dashboard.stack.info.socialAccounts;
    await expect.poll(() => marks.count()).toBe(length - 1);
    expect(await sign.count()).toBe(0);
    await endRoutes(page);
  });

  it('let an owner connect an account, switch fetching its comments on and off, and disconnect it', async () => {
    const { page } = dashboard.owner;
    const account = furtherAccountOf('X');
    await page.route('**/platforms', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { platform: string; connect: object }[] };
      const change = { X: { configured: true }, THREADS: { configured: false, sandbox: false } };
      for (const one of body.data) {
        Object.assign(one.connect, (change as Record<string, object>)[one.platform]);
      }
      await route.fulfill({ response: answer, json: body });
    });
    await open(page, 'accounts', 'Accounts');
    await page.getByRole('button', { name: 'Connect an account' }).click();
    const tiles = page.getByRole('dialog').getByRole('group', { name: 'Platform' });
    await tiles.getByRole('radio', { name: 'X Ready', exact: true }).check();
    const place = page.getByRole('group', { name: 'Connect to' });
    await expect.poll(() => place.getByLabel('The real X').isChecked()).toBe(true);
    await tiles.getByRole('radio', { name: 'Instagram Sandbox' }).check();
    await page.getByText(/^This is a simulated account, because Instagram is not set up/).waitFor();
    const guide = tiles.getByRole('link', { name: /^Guide to Threads/ });
    expect(await guide.getAttribute('href')).toBe('/docs/connect/threads');
    expect(await tileOf(tiles, 'THREADS').count()).toBe(0);
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await endRoutes(page);
    await beginToConnect(page, 'X');
    await page.locator(`input[name=account][value="${account.externalAccountId}"]`).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    const dialog = page.getByRole('dialog', { name: /^Connect/ });
    await dialog.getByRole('checkbox', { name: account.handle }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(`${account.handle} is connected`).waitFor();
    await expect.poll(() => page.url()).not.toContain('connectSession');
    const row = page.getByRole('row', { name: new RegExp(account.handle) });
    await row.waitFor();
    const comments = row.getByRole('checkbox', { name: `Fetch comments for ${account.handle} on X` });
    await comments.click();
    const cost = page.getByRole('alertdialog', { name: `Fetch comments for ${account.handle} on X?` });
    await cost.getByText(/^X charges the operator of this server for every comment/).waitFor();
    await cost.getByRole('button', { name: 'Cancel' }).click();
    expect(await comments.isChecked()).toBe(false);
    await comments.click();
    await expectAccessible(page);
    await cost.getByRole('button', { name: 'Fetch comments' }).click();
    await expect.poll(() => comments.isChecked()).toBe(true);
    await comments.click();
    await expect.poll(() => comments.isChecked()).toBe(false);
    const menu = row.getByRole('button', { name: `Actions for ${account.handle} on X` });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Check' }).click();
    await page.getByText(`${account.handle} on X: Connected`).first().waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByLabel('Delete the comments').check();
    await expectAccessible(page);
    await confirm.getByRole('button', { name: 'Disconnect' }).click();
    await expect.poll(() => row.count()).toBe(0);
    await page.locator('h1:focus', { hasText: 'Accounts' }).waitFor();
  });

  it('report that access was denied', async () => {
    const { page } = dashboard.owner;
    await beginToConnect(page, 'X');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('alert').filter({ hasText: 'Access was not granted' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    expect(await tileOf(page, 'X').isChecked()).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('ask for credentials to connect an account if the platform requires them, and limit the tries', async () => {
    const { page } = dashboard.owner;
    const account = furtherAccountOf('BLUESKY');
    await beginToConnect(page, 'BLUESKY');
    const handle = page.getByLabel('Handle');
    await handle.and(page.locator(':focus')).waitFor();
    await page.getByText(/app password sandbox-app-password/).waitFor();
    await handle.fill(account.handle);
    await page.getByLabel('App password').fill('wrong');
    for (const tries of ['4 tries are', '3 tries are', '2 tries are', '1 try is']) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(`Check the handle and the app password. ${tries} left.`).waitFor();
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/^No tries are left/).waitFor();
    await page.getByRole('button', { name: 'Start again' }).click();
    expect(await tileOf(page, 'BLUESKY').isChecked()).toBe(true);
    await page.getByText(/an app password, which is made for programs/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await handle.fill(account.handle);
    await page.getByLabel('App password').fill('sandbox-app-password');
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: /^Connect/ });
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(`${account.handle} is connected`).waitFor();
    await page.getByRole('button', { name: `Actions for ${account.handle} on Bluesky` }).click();
    await page.getByRole('menuitem', { name: 'Reconnect' }).click();
    await page.getByRole('dialog', { name: `Reconnect ${account.handle} on Bluesky` }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('App password').fill('sandbox-app-password');
    await page.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Reconnect', exact: true }).click();
    await page.getByText(`${account.handle} is reconnected`).waitFor();
  });

  it('let an owner add an image to the library, save its description, and delete it', async () => {
    const { page } = dashboard.owner;
    await open(page, 'media', 'Media');
    const cards = page.getByRole('button', { name: /^own-picture/ });
    // The first upload of the file is interrupted.
    await page.route('**/storage/upload**', (route) => route.abort(), { times: 1 });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'own-picture.jpg',
        mimeType: 'image/jpeg',
        buffer: readFileSync(picture),
      });
    await cards.waitFor();
    expect(sent).toHaveLength(2);
    await expect
      .poll(() =>
        cards.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0);
    await expectAccessible(page);
    await expectFitsNarrow(page);
    const fault = { status: 400, json: { code: 'INTERNAL_ERROR', message: 'It is on our side.' } };
    await page.route(/\/posts\?.*mediaId=/, (route) => route.fulfill(fault));
    await cards.click();
    const dialog = page.getByRole('dialog', { name: 'own-picture.jpg' });
    const again = dialog.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expectAccessible(page);
    await endRoutes(page);
    await again.click();
    await dialog.getByText('No posts use this file.').waitFor();
    await dialog.getByLabel('Alt text').fill('A harbour <b>at dawn</b>');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await cards.and(page.locator(':focus')).waitFor();
    await cards.click();
    expect(await dialog.getByLabel('Alt text').inputValue()).toBe('A harbour <b>at dawn</b>');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => cards.count()).toBe(0);
  });

  it('accept an image that is dropped on the library', async () => {
    const { page } = dashboard.owner;
    await open(page, 'media', 'Media');
    await dropFiles(page.getByText('Drop images, videos, PDFs'), [
      { name: 'dropped.jpg', mimeType: 'image/jpeg', buffer: readFileSync(picture) },
    ]);
    await page.getByRole('button', { name: /^dropped/ }).waitFor();
  });

  it('accept a document, and show its pages without asking for an alt text', async () => {
    const { page } = dashboard.owner;
    await open(page, 'media', 'Media');
    const file = { name: 'report.pdf', mimeType: 'application/pdf', buffer: tablePdf({ count: '12' }) };
    await dropFiles(page.getByText('Drop images, videos, PDFs'), [file]);
    const card = page.getByRole('button', { name: /report\.pdf/ });
    await card.getByText('12 pages').first().waitFor();
    expect(await card.getByText('No alt text').count()).toBe(0);
  });

  it('let an owner set and remove a brand for connect pages, and report its errors', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('media'));
    const card = page.getByRole('button', { name: /^brand-logo/ });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'brand-logo.jpg', mimeType: 'image/jpeg', buffer: readFileSync(picture) });
    await card.waitFor();
    await open(page, 'workspace', 'Workspace');
    await page.getByLabel('Brand name').fill('Acme & Söhne');
    await page.getByLabel('Logo').selectOption({ label: 'brand-logo.jpg' });
    const preview = page.locator('section', { hasText: 'Brand' }).locator('img');
    await expect
      .poll(() => preview.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    await page.getByLabel('Button color').fill('red');
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByText('Must be a color such as #0f766e').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Button color').fill('#0F766E');
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByRole('button', { name: 'Remove brand' }).waitFor();
    expect(await page.getByLabel('Button color').inputValue()).toBe('#0f766e');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await open(page, 'media', 'Media');
    await card.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/is the logo of the workspace’s brand/).waitFor();
    await open(page, 'workspace', 'Workspace');
    expect(await page.getByLabel('Brand name').inputValue()).toBe('Acme & Söhne');
    await page.getByRole('button', { name: 'Remove brand' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Remove brand' }).count()).toBe(0);
    expect(await page.getByLabel('Brand name').inputValue()).toBe('');
  });

  it('show the audit log, which can be filtered and exported', async () => {
    const { page } = dashboard.owner;
    await open(page, 'keys', 'API keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('=Audited');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await open(page, 'audit-log', 'Audit log');
    await page.getByRole('row', { name: /Created an API key.*=Audited.*127\.0\.0\.1/ }).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByLabel('Show').selectOption('workspace.deleted');
    await page.getByText('Nothing like this was done yet.').waitFor();
    await page.getByLabel('Show').selectOption('api_key.created');
    await page.getByRole('row', { name: /=Audited/ }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    expect(text).toMatch(/^createdAt,action,/);
    expect(text).toContain("'=Audited");
    expect(text).not.toContain('social_account.');
  });

  it('let an owner send a test event to an endpoint, and send it again', async () => {
    const { page } = dashboard.owner;
    await open(page, 'webhooks', 'Webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('Default events').uncheck();
    expect(await dialog.getByLabel('A post was published').isChecked()).toBe(true);
    await dialog.getByLabel('A comment was received').uncheck();
    await dialog.getByLabel('A post was scheduled').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add' }).dblclick();
    const secret = await dialog.getByLabel('Signing secret').inputValue();
    await page.keyboard.press('Escape');
    await page.mouse.click(2, 2);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: receiver.url }).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('A post was scheduled').waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const row = page.getByRole('row', { name: /Test event/ });
    await row.getByText('Delivered').waitFor();
    await receiver.until(1);
    await row.getByRole('button', { name: /^Resend/ }).click();
    await receiver.until(2);
    expect(receiver.received).toHaveLength(2);
    await row.getByRole('cell', { name: '2', exact: true }).waitFor();
    await row.getByText('Delivered').waitFor();
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    for (const sent of receiver.received) verifyStandard(secret, sent);
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await row.getByRole('button', { name: /^Attempts/ }).click();
    await page.getByRole('dialog').getByText('2. Delivered').waitFor();
    await page.getByRole('dialog').getByText('Payload', { exact: true }).click();
    await page.getByRole('dialog').getByText('"type": "webhook.test"').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await row
      .getByRole('button', { name: /^Attempts/ })
      .and(page.locator(':focus'))
      .waitFor();
    for (const [button, title] of [
      ['Edit', /^Edit/],
      ['Resend failed events', 'Resend failed events'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog', { name: title }).waitFor();
      await expectAccessible(page);
      await expectFitsNarrow(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'New secret' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    expect(await page.getByLabel('Signing secret').inputValue()).not.toBe(secret);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Old secret valid until').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('A member turned it off.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints yet').waitFor();
  });

  it('report that a test event will be retried, and that a URL is invalid', async () => {
    const { page } = dashboard.owner;
    await open(page, 'webhooks', 'Webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://somebody:secret@example.com/hook');
    await dialog.getByText('A post was published, a post failed, an account must be reconnected').waitFor();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Check the URL').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: receiver.url }).click();
    receiver.answer = 500;
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const result = page.getByRole('status').filter({ hasText: 'Test event:' });
    await result.getByText('Retrying').waitFor();
    await result.getByText('Your server responded with 500.').waitFor();
    const row = page.getByRole('row', { name: /Test event/ });
    await row.getByText('Retrying').waitFor();
    await row.getByText('Your server responded with 500.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints yet').waitFor();
  });

  it('let an owner invite a user, renew the link, and revoke the invitation', async () => {
    const { page } = dashboard.owner;
    await open(page, 'members', 'Members');
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('ada@example.com');
    await dialog.getByLabel('Role').selectOption('CLIENT_REVIEWER');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('Link for').inputValue();
    expect(link).toMatch(/\/sign-in#invitation=/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(link);
    const { page: theirs, context } = await dashboard.newVisitor();
    await theirs.goto(link);
    const said = theirs.getByText(
      /invited you to the workspace .* as a client reviewer\. .* a…@example\.com\./,
    );
    await said.waitFor();
    await expectAccessible(theirs);
    await theirs.reload();
    await said.waitFor();
    expect(theirs.url()).not.toContain('invitation');
    expect(await theirs.content()).not.toContain('ada@example.com');
    await page.getByRole('button', { name: 'New link for ada@example.com' }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    expect(await dialog.getByLabel('Link for').inputValue()).not.toBe(link);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Revoke the invitation for ada@example.com' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No pending invitations.').waitFor();
    await theirs.reload();
    await theirs.getByText('This invitation can no longer be used').waitFor();
    await theirs.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(theirs);
    await context.close();
  });

  it('let an owner rename the workspace, and disable its deletion until its name has been entered', async () => {
    const { page } = dashboard.owner;
    await open(page, 'workspace', 'Workspace');
    await page.getByLabel('Name', { exact: true }).fill('Harbour news');
    await page.getByLabel('Require approval for posts').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await page.getByText(/^\d+ of 20$/).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Harbour news”?' });
    await expectAccessible(page);
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Require approval for posts').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  });

  it('show a client reviewer only what the role allows', async () => {
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await open(page, 'accounts', 'Accounts');
    await page.getByRole('table', { name: 'Connected accounts' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectAccessible(page);
    await open(page, 'media', 'Media');
    expect(await page.getByRole('button', { name: 'Upload files' }).count()).toBe(0);
    await open(page, 'webhooks', 'Webhooks');
    await page.getByText('Your role does not allow this').waitFor();
    await open(page, 'members', 'Members');
    await page.getByRole('button', { name: 'Leave the workspace' }).waitFor();
    expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Remove|Invite)/ }).count()).toBe(0);
    await expectAccessible(page);
    await page.goto('/me/profile');
    await page.getByLabel('Theme in this browser').selectOption('dark');
    const account = page.getByRole('button', { name: /^Signed in as/ });
    await account.click();
    expect(await page.getByLabel('Theme', { exact: true }).inputValue()).toBe('dark');
    await account.click();
    await page.getByLabel('Theme in this browser').selectOption('system');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await context.close();
  });

  it('let an owner change the role of a member, and remove the member', async () => {
    const { page } = dashboard.owner;
    await open(page, 'members', 'Members');
    const role = page.getByLabel('Role of Robin Reviewer');
    await role.click();
    await page.getByRole('option', { name: 'Editor', exact: true }).click();
    await page.getByText('Robin Reviewer: Editor').first().waitFor();
    await expect.poll(() => role.textContent()).toBe('Editor');
    await page.getByRole('button', { name: 'Remove Robin Reviewer' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => role.count()).toBe(0);
  });

  it('comply with the content policy of their pages, without errors', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
