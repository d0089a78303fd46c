import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { apiKeys, posts, webhookEndpoints, workspaces } from '../../src/db/schema/index.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { lockWaits } from '../harness/lock-waits.js';
import { connectAccount } from '../harness/connect-account.js';
import { ahead, call, codeOf, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant } from '../harness/tenants.js';

const guard = createGuardedFetch({
  resolver: () => Promise.reject(new Error('No names are looked up here.')),
});
afterAll(() => guard[Symbol.asyncDispose]());
const api = useTestApi({ webhooks: { fetch: guard } });

// Each of these requests has been authorized, and wants to write just before a deletion is committed.
describe('a creation in a workspace that is being deleted', () => {
  it('completes before the deletion or fails, so that no hidden post and no irrevocable key remains', async () => {
    const tenant = await mintTenant(api);
    const session = await mintSession(api, tenant.userId);
    const { workspaceId, accountIds, key } = tenant;
    const post = { content: 'x', platforms: [{ accountId: accountIds[0] }], scheduledFor: ahead(api) };
    const home = `/workspaces/${workspaceId}`;
    const endpoint = { url: 'https://9.9.9.9/hooks', events: ['post.published'] };
    const requests = (): Promise<Answer>[] => [
      call(api, 'POST', '/posts', { key, body: post }),
      call(api, 'POST', '/posts', { key, body: { ...post, clientReferenceId: 'once' } }),
      call(api, 'POST', `${home}/api-keys`, { session, body: { name: 'x' } }),
      call(api, 'POST', `${home}/webhook-endpoints`, { session, body: endpoint }),
      call(api, 'POST', `${home}/invitations`, {
        session,
        body: { email: 'a@example.test', role: 'EDITOR' },
      }),
    ];
    const connection = () =>
      connectAccount(api.deps, {
        workspaceId,
        platform: 'BLUESKY',
        externalAccountId: 'did:plc:late',
        handle: 'late.example',
        displayName: null,
        serviceUrl: null,
        sandbox: true,
        credentials: { accessToken: 'secret' },
        allowReplace: false,
      });
    let connected: Promise<unknown> = Promise.resolve();
    let answers: Promise<Answer>[] = [];
    await api.deps.db.transaction(async (tx) => {
      await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId)).for('no key update');
      answers = requests();
      connected = connection().catch((error: unknown) => error);
      await expect.poll(() => lockWaits(api.deps.db)).toBe(answers.length + 1);
      await tx
        .update(workspaces)
        .set({ deletedAt: api.clock.now(), slug: workspaceId })
        .where(eq(workspaces.id, workspaceId));
    });
    const codes = (await Promise.all(answers)).map(codeOf);
    expect(codes).toEqual(Array(answers.length).fill('NOT_FOUND'));
    expect(await connected).toMatchObject({ code: 'NOT_FOUND' });
    expect(await api.deps.db.$count(posts, eq(posts.workspaceId, workspaceId))).toBe(0);
    expect(await api.deps.db.$count(apiKeys, eq(apiKeys.workspaceId, workspaceId))).toBe(0);
    const endpoints = eq(webhookEndpoints.workspaceId, workspaceId);
    expect(await api.deps.db.$count(webhookEndpoints, endpoints)).toBe(0);
  });
});
