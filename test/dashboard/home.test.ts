import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { sendAhead } from '../harness/send-ahead.js';
import {
  expectAccessible,
  expectAccessibleInWidths,
  expectFitsNarrow,
  noBrowser,
  useDashboard,
} from './dashboard.js';
import { waitMsMax } from '../harness/patience.js';

type Post = components['schemas']['Post'];

const soonMs = 2_000;
const outcome = { timeout: waitMsMax };

describe.skipIf(noBrowser)('the home screen', () => {
  const dashboard = useDashboard();
  const page = (): Page => dashboard.owner.page;

  const card = (name: string) => page().getByRole('region', { name });
  const step = (name: string) => card('First steps').getByRole('listitem').filter({ hasText: name });
  const open = async (): Promise<void> => {
    await page().goto(dashboard.at('home'));
    await page().getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  };
  const accountOf = (platform: string): string =>
    dashboard.stack.info.socialAccounts.find((account) => account.platform === platform)?.id ?? '';
  const write = (caption: string, inMs = soonMs, platform = 'THREADS'): Promise<Post> =>
    sendAhead(inMs, (scheduledFor) => {
      const targets = [{ socialAccountId: accountOf(platform) }];
      return dataOf(dashboard.api.POST('/posts', { body: { caption, targets, scheduledFor } }));
    });
  const read = ({ id }: Post): Promise<Post> =>
    dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));

  it('is the first screen after the sign-in, and is calm while there is nothing to do', async () => {
    await page().goto('/');
    await page().getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await card('Due today').getByText('Nothing is due today.').waitFor();
    await card('Failed').getByText('No post has failed').waitFor();
    await card('Waiting for your approval').getByText('No posts need approval.').waitFor();
    await card('Unread comments').getByText('You have read every comment.').waitFor();
    await card('Accounts to reconnect').getByText('All accounts are connected.').waitFor();
    const link = card('Due today').getByRole('link', { name: 'Write a post' });
    expect(await link.getAttribute('href')).toBe(dashboard.at('compose'));
    expect(await card('First steps').getByText(': done').count()).toBe(0);
    await expectAccessible(page());
    await expectFitsNarrow(page());
  });

  it('ticks the first steps when posts are written and published, and ignores samples', async () => {
    const { workspaceId } = dashboard.stack.info;
    const sample = { workspaceId, caption: 'A sample', targets: [], metadata: { sample: 'true' } };
    await dataOf(dashboard.api.POST('/posts', { body: sample }));
    await open();
    await step('Write a post').waitFor();
    expect(await card('First steps').getByText(': done').count()).toBe(0);
    const post = await write('A first post');
    await open();
    await step('Write a post').getByText(': done').waitFor();
    await expect.poll(async () => (await read(post)).status, outcome).toBe('PUBLISHED');
    await open();
    await step('See it in the sandbox').getByText(': done').waitFor();
    const view = step('See it in the sandbox').getByRole('link', { name: 'View the published post' });
    expect(await view.getAttribute('href')).toBe((await read(post)).targets[0]?.externalUrl);
    expect(await step('Connect a real account').getByText(': done').count()).toBe(0);
    const { externalPostId } = (await read(post)).targets[0] ?? {};
    const answer = await fetch(`${dashboard.stack.info.sandboxUrl}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        platform: 'THREADS',
        externalPostId,
        text: 'Nice harbor',
        authorName: 'Anna Berg',
      }),
    });
    expect(answer.status).toBe(201);
  });

  it('says why a post failed, and links to it', async () => {
    const refused = await write('No thanks [sandbox:reject]');
    await expect.poll(async () => (await read(refused)).status, outcome).toBe('FAILED');
    await open();
    const row = card('Failed').getByRole('listitem').filter({ hasText: 'No thanks' });
    await row.getByText('The platform rejected the post').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    await row.getByRole('link', { name: /^Open/ }).waitFor();
    await expectAccessible(page());
  });

  it('shows what is due later today and which comments are unread', async () => {
    const due = await write('Soon at the harbor', 60_000);
    const isToday = new Date(due.scheduledAt ?? '').getDate() === new Date().getDate();
    const refresh = await dashboard.api.POST('/comments/refresh', {
      params: { query: { workspaceId: dashboard.workspaceId } },
      body: {},
    });
    expect(refresh.response.status).toBe(202);
    await open();
    if (isToday) {
      const link = card('Due today').getByRole('link', { name: 'Soon at the harbor' });
      expect(await link.getAttribute('href')).toBe(dashboard.at(`posts/${due.id}`));
      await card('Due today').getByText('Threads', { exact: true }).waitFor({ state: 'attached' });
    }
    await expect
      .poll(async () => {
        await open();
        await card('Unread comments')
          .getByRole('listitem')
          .or(page().getByText('You have read every comment.'))
          .waitFor();
        return card('Unread comments').getByText('Nice harbor').count();
      }, outcome)
      .toBe(1);
    await expectAccessibleInWidths(page());
    await expectFitsNarrow(page());
  });

  it('hides the first steps for good once they are dismissed', async () => {
    await open();
    await card('First steps').getByRole('button', { name: 'Dismiss the first steps' }).click();
    await card('First steps').waitFor({ state: 'detached' });
    await page().locator('h1:focus', { hasText: 'Home' }).waitFor();
    await open();
    await card('Due today').waitFor();
    await page()
      .getByText('You have read every comment.')
      .or(card('Unread comments').getByRole('listitem'))
      .first()
      .waitFor();
    expect(await card('First steps').count()).toBe(0);
  });

  it('asks a person who has never signed in to sign in, without mentioning an ended session', async () => {
    const visitor = await dashboard.newVisitor();
    await visitor.page.goto(dashboard.at('home'));
    await visitor.page.getByRole('heading', { level: 1, name: 'Sign in to Punctual' }).waitFor();
    expect(await visitor.page.getByText('Your session has ended').count()).toBe(0);
    await visitor.context.close();
  });

  it('complies with the content policy', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
