import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { components } from '../../packages/client/src/api-types.js';
import { dataOf } from '../../packages/client/src/index.js';
import { expectAccessible, noBrowser, useDashboard } from './dashboard.js';

type Post = components['schemas']['Post'];

const laterMs = 3_600_000;

/** Two people at one post, and answers that are lost on the way. */
describe.skipIf(noBrowser)('what somebody decides about', () => {
  const dashboard = useDashboard();

  const createPost = (caption: string): Promise<Post> => {
    const { info } = dashboard.stack;
    const socialAccountId = info.socialAccounts.find(({ platform }) => platform === 'THREADS')?.id ?? '';
    const scheduledFor = new Date(Date.now() + laterMs).toISOString();
    return dataOf(
      dashboard.api.POST('/posts', { body: { caption, targets: [{ socialAccountId }], scheduledFor } }),
    );
  };
  const read = ({ id }: Post): Promise<Post> =>
    dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const write = ({ id }: Post, body: components['schemas']['UpdatePost']): Promise<Post> =>
    dataOf(dashboard.api.PATCH('/posts/{id}', { params: { path: { id } }, body }));
  const requireApproval = async (requireApproval: boolean): Promise<void> => {
    const { info } = dashboard.stack;
    const answer = await dashboard.owner.context.request.patch(
      `${info.apiUrl}/workspaces/${info.workspaceId}`,
      { headers: { origin: info.dashboardUrl }, data: { requireApproval } },
    );
    expect(answer.status()).toBe(200);
  };

  it('is what they saw: a text that a colleague has changed meanwhile is shown, not approved', async () => {
    await requireApproval(true);
    const post = await createPost('Half price');
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto(dashboard.at('approvals'));
    await page.getByRole('button', { name: 'Approve Half price' }).waitFor();
    await write(post, { caption: 'Free for all' });
    await page.getByRole('button', { name: 'Approve Half price' }).click();
    await page.getByRole('alert').filter({ hasText: 'The post has changed' }).waitFor();
    await page.getByRole('button', { name: 'Approve Free for all' }).waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve Free for all' }).click();
    await page.getByText('Post approved').waitFor();
    expect((await read(post)).status).toBe('SCHEDULED');
    await requireApproval(false);
    await context.close();
  });

  it('is what they saw: also where it changes between the look and the press', async () => {
    await requireApproval(true);
    const post = await createPost('Open till six');
    const { page, context } = await dashboard.newMember('CLIENT_REVIEWER');
    await page.goto(dashboard.at(`posts/${post.id}`));
    const approve = page.getByRole('button', { name: 'Approve the post' });
    await approve.waitFor();
    const change = async (route: Route): Promise<void> => {
      await write(post, { caption: 'Open till eight' });
      await route.continue();
    };
    await page.route('**/approve', change, { times: 1 });
    await approve.click();
    await page.getByRole('alert').filter({ hasText: 'The post has changed' }).waitFor();
    await page.getByText('Open till eight').waitFor();
    expect((await read(post)).status).toBe('NEEDS_APPROVAL');
    await requireApproval(false);
    await context.close();
  });

  it('was refused nothing by the policy of its page, and no page has failed', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
