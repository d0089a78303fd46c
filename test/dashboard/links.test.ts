import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.js';
import { openDb } from '../../src/db/client.js';
import { newId } from '../../src/ids.js';
import { createOneTimeSignIn, ensureUser } from '../../src/services/sessions/one-time-sign-in.js';
import { expectAccessible, expectFitsNarrow, noBrowser, useDashboard, type Visitor } from './dashboard.js';
import { signOut } from '../browser/person.js';

describe.skipIf(noBrowser)('links to sign in or to join', () => {
  const dashboard = useDashboard();
  let open: ReturnType<typeof openDb>;
  beforeAll(() => {
    open = openDb({ url: dashboard.stack.info.databaseUrl, connectionsMax: 2 });
  });
  afterAll(() => open.close());

  /** Returns a sign-in link as `punctual users add` prints it. */
  const linkFor = async (email: string): Promise<string> => {
    const deps = { db: open.db, clock: systemClock, newId };
    const { userId } = await ensureUser(deps, { email, name: 'Lena Link' });
    const { token } = await createOneTimeSignIn(deps, userId);
    return `${dashboard.stack.info.signInUrl}#token=${token}`;
  };
  /** Returns the email of the user who is signed in. */
  const whoIs = async ({ context }: Visitor): Promise<string | null> => {
    const answer = await context.request.get(`${dashboard.stack.info.apiUrl}/me`);
    if (answer.status() === 401) return null;
    return ((await answer.json()) as { user: { email: string } }).user.email;
  };
  const workspacesOf = async ({ context }: Visitor): Promise<string[]> => {
    const answer = await context.request.get(`${dashboard.stack.info.apiUrl}/workspaces`);
    return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
  };
  const ownerPost = async (path: string, data: object): Promise<Record<string, string>> => {
    const { apiUrl, dashboardUrl } = dashboard.stack.info;
    const headers = { origin: dashboardUrl };
    const answer = await dashboard.owner.context.request.post(`${apiUrl}${path}`, { headers, data });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as Record<string, string>;
  };

  it('name the account of a one-time link, and sign in only after the button is pressed', async () => {
    const visitor = await dashboard.newVisitor();
    const { page } = visitor;
    const link = await linkFor('lena@example.com');
    await page.goto(link);
    const button = page.getByRole('button', { name: 'Sign in as lena@example.com' });
    await button.waitFor();
    await page.getByText('signs you in as Lena Link').waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    expect(await whoIs(visitor)).toBeNull();
    await button.click();
    await expect.poll(() => whoIs(visitor)).toBe('lena@example.com');
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('A sign-in link works once').waitFor();
    await page.getByRole('link', { name: 'Go to your workspaces' }).waitFor();
    await visitor.context.close();
  });

  it('lead a user without a workspace to a form that creates the first one, and later others', async () => {
    const visitor = await dashboard.newVisitor();
    const { page } = visitor;
    await page.goto(await linkFor('nora@example.com'));
    await page.getByRole('button', { name: 'Sign in as nora@example.com' }).click();
    await page.getByRole('heading', { name: 'Create your first workspace', level: 1 }).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByLabel('Name').fill('Harbor');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('link', { name: 'New workspace' }).click();
    await page.getByRole('heading', { name: 'New workspace', level: 1 }).waitFor();
    await page.getByLabel('Name').fill('Museum');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    const switcher = page.getByLabel('Workspace', { exact: true });
    await expect.poll(() => switcher.locator('option:checked').textContent()).toBe('Museum');
    expect((await workspacesOf(visitor)).sort()).toEqual(['Harbor', 'Museum']);
    await visitor.context.close();
  });

  it('keep the current session if the one-time link is for another user', async () => {
    const member = await dashboard.newMember('EDITOR');
    const { page } = member;
    await page.goto('about:blank');
    await page.goto(await linkFor('mallory@example.com'));
    await page.getByText('This link is for mallory@example.com').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: /^Sign in as/ }).count()).toBe(0);
    expect(await whoIs(member)).toBe(member.email);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as mallory@example.com' }).click();
    await expect.poll(() => whoIs(member)).toBe('mallory@example.com');
    await member.context.close();
  });

  it('show the signed-in user that the server reports, even if the browser remembers none', async () => {
    const member = await dashboard.newMember('EDITOR');
    const { page } = member;
    await page.evaluate('localStorage.clear()');
    await page.goto('about:blank');
    await page.goto(await linkFor('oscar@example.com'));
    await page.getByText('This link is for oscar@example.com').waitFor();
    expect(await whoIs(member)).toBe(member.email);
    await member.context.close();
  });

  it('wait for a signed-in user to press Join', async () => {
    const member = await dashboard.newMember('CLIENT_REVIEWER');
    const { page, email } = member;
    const workspace = await ownerPost('/workspaces', { name: 'Stranger & Co' });
    const { url = '' } = await ownerPost(`/workspaces/${workspace['id']}/invitations`, {
      email,
      role: 'OWNER',
    });
    const before = await workspacesOf(member);
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByText(/invited you to the workspace Stranger & Co/).waitFor();
    await page.getByText(`You are signed in as ${email}`).waitFor();
    await expectAccessible(page);
    expect(await workspacesOf(member)).toEqual(before);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByLabel('Workspace').waitFor();
    expect(await workspacesOf(member)).toContain('Stranger & Co');
    await member.context.close();
  });

  it('say that an invitation may be for another email address', async () => {
    const member = await dashboard.newMember('EDITOR');
    const { page } = member;
    const path = `/workspaces/${dashboard.workspaceId}/invitations`;
    const { url = '' } = await ownerPost(path, { email: 'other@example.com', role: 'EDITOR' });
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('The invitation may be for another email address').waitFor();
    await member.context.close();
  });

  it('warn before a sign-out that unsent work will be deleted', async () => {
    const member = await dashboard.newMember('EDITOR');
    const { page } = member;
    const keptCount = () =>
      page.evaluate<number>(`Object.keys(localStorage)
      .filter((name) => name.startsWith('punctual.draft.')).length`);
    await page.goto(dashboard.at('compose'));
    await page.getByLabel('Text', { exact: true }).fill('Not for the next person here');
    await expect.poll(keptCount).toBe(1);
    await signOut(page);
    const question = page.getByRole('alertdialog');
    await question.getByText('They are deleted when you sign out').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    expect([await whoIs(member), await keptCount()]).toEqual([member.email, 1]);
    await signOut(page);
    await question.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect([await whoIs(member), await keptCount()]).toEqual([null, 0]);
    await member.context.close();
  });

  it('cause no errors in the browser’s console', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
