import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  endRoutes,
  expectAccessible,
  expectFitsNarrow,
  holdBack,
  memberPassword,
  noBrowser,
  useDashboard,
} from './dashboard.js';
import { signOut } from '../browser/person.js';
import { waitMsMax } from '../harness/patience.js';

describe.skipIf(noBrowser)('the dashboard', () => {
  const dashboard = useDashboard();

  it('opens with a one-time link, whose token leaves the URL at once', async () => {
    const { page } = dashboard.owner;
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.evaluate<number>('history.length')).toBeLessThanOrEqual(3);
    await page.goBack().catch(() => null);
    expect(page.url()).not.toContain('token');
    await page.goto('/');
    await page.waitForURL(`**${dashboard.at('**')}`);
  });

  it('creates a key, shows it once, and lists only its first eight characters afterwards', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('keys'));
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    expect(await page.title()).toBe('API keys – Punctual');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByLabel('Name').fill('Newsletter <b>bot</b>');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).dblclick();
    const shown = page.getByRole('dialog', { name: 'Your new API key' });
    const key = await shown.getByLabel(/^Key /).inputValue();
    expect(key).toMatch(/^punctual_live_\w{30,}$/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.mouse.click(2, 2);
    expect(await shown.getByLabel(/^Key /).inputValue()).toBe(key);
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row', { name: /Newsletter/ });
    expect(await row.count()).toBe(1);
    expect(await row.textContent()).toContain(key.replace('punctual_live_', '').slice(0, 8));
    expect(await page.content()).not.toContain(key);
    const headers = { authorization: `Bearer ${key}` };
    const asked = (): Promise<Response> => fetch(`${dashboard.stack.info.apiUrl}/posts`, { headers });
    expect((await asked()).status).toBe(200);
    await row.getByRole('button', { name: 'Revoke Newsletter' }).click();
    const confirm = page.getByRole('alertdialog');
    await expectAccessible(page);
    await confirm.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“Newsletter <b>bot</b>” was revoked').waitFor();
    await expect.poll(() => row.count()).toBe(0);
    expect((await asked()).status).toBe(401);
  });

  it('works with the keyboard alone, and puts the focus in the expected place', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('keys'));
    await page.locator('h1:focus', { hasText: 'API keys' }).waitFor();
    const create = page.getByRole('button', { name: 'Create a key' });
    await create.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Create a key' }).waitFor();
  });

  it('starts each screen with a link that skips the navigation', async () => {
    const { page } = dashboard.owner;
    const screens = [
      'calendar',
      'queue',
      'compose',
      'drafts',
      'approvals',
      'inbox',
      'media',
      'accounts',
      'members',
      'keys',
    ];
    for (const address of [...screens, 'webhooks', 'workspace'].map(dashboard.at).concat('/me/profile')) {
      await page.goto(address);
      await page.locator('h1:focus').waitFor();
      // Starts from the top of the page, because the heading has the focus.
      const firstStop = async (): Promise<string> => {
        await page.evaluate('document.body.tabIndex = -1; document.body.focus()');
        await page.keyboard.press('Tab');
        return page.evaluate<string>('document.activeElement.textContent');
      };
      await expect.poll(firstStop, { message: address, timeout: waitMsMax }).toBe('Skip to content');
      await page.keyboard.press('Enter');
      await page.locator('main:focus').waitFor();
    }
  });

  it('does not move the focus if the user has moved on while a screen loads', async () => {
    const { page } = dashboard.owner;
    const answer = await holdBack(page, '**/api/v1/platforms*');
    await page.goto(dashboard.at('compose'));
    await page.locator('h1:focus', { hasText: 'New post' }).waitFor();
    await page.getByRole('link', { name: 'Inbox' }).focus();
    answer();
    await page.getByLabel('Text', { exact: true }).waitFor();
    expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('Inbox');
    await endRoutes(page);
  });

  it('shows no animation to users who prefer reduced motion', async () => {
    const { page } = dashboard.owner;
    // The response is delayed, so that the placeholder of the list stays visible.
    const answer = await holdBack(page, '**/api-keys?*');
    await page.goto(dashboard.at('keys'));
    await page.getByText('Loading', { exact: false }).first().waitFor({ state: 'attached' });
    expect(await movingFor(page)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(() => movingFor(page)).toBeGreaterThan(100);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => movingFor(page)).toBe(0);
    answer();
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await movingFor(page)).toBe(0);
    await page.keyboard.press('Escape');
    await endRoutes(page);
  });

  it('requests no session on the sign-in page if there has been none', async () => {
    const { page, context } = await dashboard.newVisitor();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/me')) asked.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);
    // For any other page, only the service knows whether there is a session, and it is asked once.
    await page.goto(dashboard.at('keys'));
    await page.waitForURL('**/sign-in?*');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(asked).toHaveLength(1);
    await context.close();
  });

  it('is accessible, and fits into a narrow window', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('keys'));
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    const visitor = await dashboard.newVisitor();
    await visitor.page.goto('/sign-in');
    await visitor.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(visitor.page);
    await expectFitsNarrow(visitor.page);
    await visitor.context.close();
  });

  it('hides its navigation in a drawer in a narrow window', async () => {
    const { context } = dashboard.owner;
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(dashboard.at('keys'));
    await page.locator('h1:focus').waitFor();
    const members = page.getByRole('link', { name: 'Members' });
    expect(await members.isVisible()).toBe(false);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await members.waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.keyboard.press('Escape');
    await members.waitFor({ state: 'hidden' });
    await page.locator('button:focus', { hasText: 'Menu' }).press('Enter');
    await members.press('Enter');
    await page.locator('h1:focus', { hasText: 'Members' }).waitFor();
    expect(await members.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.locator('h1:focus', { hasText: 'Calendar' }).waitFor();
    await page.close();
  });

  it('shows only the icons of its navigation below 1024 px, which keep their names', async () => {
    const { context } = dashboard.owner;
    const page = await context.newPage();
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(dashboard.at('keys'));
    await page.locator('h1:focus').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const calendar = navigation.getByRole('link', { name: 'Calendar' });
    await calendar.waitFor();
    expect((await navigation.boundingBox())?.width).toBeLessThan(80);
    const name = calendar.getByText('Calendar', { exact: true });
    expect((await name.boundingBox())?.width).toBeLessThanOrEqual(1);
    const bottom = page.getByRole('navigation', { name: 'Most used' });
    expect(await bottom.isVisible()).toBe(false);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(40);
    await page.setViewportSize({ width: 360, height: 740 });
    await bottom.waitFor();
    expect(await navigation.isVisible()).toBe(false);
    await page.close();
  });

  it('shows its whole navigation in a window of 1440 x 900', async () => {
    const page = await dashboard.owner.context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(dashboard.at('keys'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }).waitFor();
    const hiddenPx = `Math.max(...[...document.querySelectorAll('#menu *')].map((one) => one.checkVisibility() && getComputedStyle(one).overflowY === 'auto' ? one.scrollHeight - one.clientHeight : 0))`;
    expect(await page.evaluate<number>(hiddenPx)).toBe(0);
    await page.close();
  });

  it('shows the error of the service, with the request id and a way to try again', async () => {
    const { page } = dashboard.owner;
    const body = {
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      message: 'It is on our side.',
      requestId: 'req_test',
    };
    // The page also asks again by itself, so the service recovers only with the click.
    const list = '**/api-keys?*';
    const isClicked = () => page.evaluate<boolean>('document.isClicked === true');
    await page.route(list, async (route) =>
      (await isClicked()) ? route.continue() : route.fulfill({ status: 400, json: body }),
    );
    await page.goto(dashboard.at('keys'));
    const alert = page.getByRole('alert').filter({ hasText: 'It is on our side.' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('req_test');
    await expectAccessible(page);
    await page.evaluate("document.addEventListener('click', () => (document.isClicked = true), true)");
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .waitFor();
    await endRoutes(page);
  });

  it('says that the service is down, and recovers on request', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('keys'));
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Apps' }).getByText('No app has access.').waitFor();
    await page.route('**/api/v1/**', (route) => route.abort());
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByText('The server is not responding').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('What you see may be out of date.').waitFor();
    await expectAccessible(page);
    await endRoutes(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('What you see may be out of date.').waitFor({ state: 'detached' });
  });

  it('shows that a page or a workspace does not exist', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('nothing-here'));
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto('/w/ws_nobodys/keys');
    await page.getByRole('heading', { name: 'Workspace not found' }).waitFor();
    await expectAccessible(page);
  });

  it('tells a client reviewer that the role cannot manage keys', async () => {
    const reviewer = await dashboard.newMember('CLIENT_REVIEWER');
    await reviewer.page.goto(dashboard.at('keys'));
    await reviewer.page.getByText('Your role does not allow this').waitFor();
    expect(await reviewer.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await expectAccessible(reviewer.page);
    await reviewer.context.close();
  });

  it('notices in every tab that the session has ended, and returns to the same URL after the sign-in', async () => {
    const member = await dashboard.newMember('ADMIN');
    const { page } = member;
    await page.goto(`${dashboard.at('keys')}?from=here`);
    const other = await member.context.newPage();
    await other.goto(dashboard.at('keys'));
    await signOut(other);
    await page.getByText('Your session has ended').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${dashboard.at('keys')}?from=here`);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(memberPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**${dashboard.at('keys')}?from=here`);
    // The other tab is then signed in, too.
    await other.getByRole('heading', { name: 'API keys' }).waitFor();
    await member.context.close();
  });

  it('complies with its content policy, without errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});

/** Returns the longest duration of any movement on the page in ms. A duration of almost zero counts as none. */
const movingFor = (page: Page): Promise<number> =>
  page.evaluate<number>(`Math.max(...[...document.querySelectorAll('*')].map((element) => {
    const style = getComputedStyle(element);
    const ms = (text) => Math.max(...text.split(',').map((one) => parseFloat(one) * (one.includes('ms') ? 1 : 1000)));
    const animated = style.animationName === 'none' ? 0 : ms(style.animationDuration);
    const changed = style.transitionProperty === 'none' ? 0 : ms(style.transitionDuration);
    const longest = Math.max(animated, changed);
    return longest > 1 ? longest : 0;
  }))`);
