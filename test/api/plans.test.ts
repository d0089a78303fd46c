import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { monthlyUsage, posts, workspaces } from '../../src/db/schema/index.js';
import { planNames, planOf, plans, storageBytesMaxOf, type PlanName } from '../../src/domain/plans.js';
import { ahead, call, codeOf, field, startTestApi, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant, mintWorkspaceOf, type Tenant } from '../harness/tenants.js';

const api = useTestApi();

async function mintOn(plan: PlanName, used?: { posts: number; apiPosts: number }): Promise<Tenant> {
  const tenant = await mintTenant(api);
  const { workspaceId } = tenant;
  await api.deps.db.update(workspaces).set({ plan }).where(eq(workspaces.id, workspaceId));
  if (used !== undefined) {
    const month = api.clock.now().toISOString().slice(0, 7);
    await api.deps.db.insert(monthlyUsage).values({ workspaceId, month, ...used });
  }
  return tenant;
}

const bodyOf = ({ accountIds }: Tenant, more: object = {}): object => ({
  content: 'Counted',
  platforms: [{ accountId: accountIds[0] }],
  ...more,
});

const create = (tenant: Tenant, more: object = {}): Promise<Answer> =>
  call(api, 'POST', '/posts', { key: tenant.key, body: bodyOf(tenant, more) });

async function postsOf({ workspaceId }: Tenant): Promise<number> {
  return api.deps.db.$count(posts, eq(posts.workspaceId, workspaceId));
}

async function usageOf({ workspaceId }: Tenant) {
  const rows = await api.deps.db
    .select({ posts: monthlyUsage.posts, apiPosts: monthlyUsage.apiPosts })
    .from(monthlyUsage)
    .where(eq(monthlyUsage.workspaceId, workspaceId));
  return rows[0];
}

describe('plans', () => {
  it('have no limits when self-hosted, but some when hosted', () => {
    const { hosted, features, ...numbers } = planOf('SELF_HOSTED');
    expect(hosted).toBe(false);
    expect(features).toEqual(['API', 'APPROVALS', 'WHITE_LABEL']);
    expect(Object.values(numbers).every((limit) => limit === null)).toBe(true);
    expect(storageBytesMaxOf('SELF_HOSTED')).toBeNull();
    for (const name of planNames.filter((each) => each !== 'SELF_HOSTED')) {
      const plan = plans[name];
      expect(plan.apiPostsPerMonthMax).toBeLessThanOrEqual(plan.postsPerMonthMax);
      expect(plan.workspacesIncluded).toBeLessThanOrEqual(plan.workspacesMax);
      expect(storageBytesMaxOf(name)).toBeGreaterThan(0);
    }
  });

  it('report their usage, even without limits', async () => {
    const limited = await mintOn('STARTER', { posts: 12, apiPosts: 3 });
    const usage = (tenant: Tenant) => call(api, 'GET', `/workspaces/${tenant.workspaceId}/usage`, tenant);
    const month = api.clock.now().toISOString().slice(0, 7);
    expect((await usage(limited)).body).toEqual({
      plan: 'STARTER',
      month,
      hasBillingPage: false,
      posts: { used: 12, max: 300 },
      apiPosts: { used: 3, max: 100 },
      storageBytes: { used: 0, max: 10 * 1024 ** 3 },
      socialAccounts: { used: 3, max: 5_000 },
      members: { used: 1, max: 500 },
      waitingPosts: { used: 0, max: 200_000 },
      mediaAssets: { used: 0, max: 100_000 },
      openConnectSessions: { used: 0, max: 200 },
    });
    const free = await mintTenant(api);
    const created = await create(free);
    await call(api, 'DELETE', `/posts/${field<string>(created, 'id')}`, { key: free.key });
    expect((await usage(free)).body).toMatchObject({
      plan: 'SELF_HOSTED',
      posts: { used: 1, max: null },
      apiPosts: { used: 1, max: null },
    });
  });

  it('count no posts if they have no limit', async () => {
    const tenant = await mintTenant(api);
    expect((await create(tenant)).status).toBe(201);
    expect(await usageOf(tenant)).toBeUndefined();
  });
});

describe('the monthly quota of posts', () => {
  it('allows exactly one of 50 concurrent posts when one is left', async () => {
    const tenant = await mintOn('STARTER', { posts: 299, apiPosts: 0 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(tenant)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(49);
    expect(refused[0]?.body).toMatchObject({ code: 'PLAN_LIMIT_POSTS', limit: 300, current: 300 });
    expect(await postsOf(tenant)).toBe(1);
    expect(await usageOf(tenant)).toEqual({ posts: 300, apiPosts: 1 });
  });

  it('counts posts of the API separately, so that the dashboard continues when theirs are used up', async () => {
    const tenant = await mintOn('STARTER', { posts: 100, apiPosts: 99 });
    expect((await create(tenant)).status).toBe(201);
    expect((await create(tenant)).body).toMatchObject({
      code: 'PLAN_LIMIT_API_POSTS',
      limit: 100,
      current: 100,
    });
    const session = await mintSession(api, tenant.userId);
    const atDashboard = await call(api, 'POST', '/posts', { session, body: bodyOf(tenant) });
    expect(atDashboard.status).toBe(201);
    expect(await usageOf(tenant)).toEqual({ posts: 102, apiPosts: 100 });
  });

  it('counts a draft once, and no refused or repeated request', async () => {
    const tenant = await mintOn('TEAM');
    const reference = { clientReferenceId: 'once' };
    const draft = await create(tenant, reference);
    expect((await create(tenant, reference)).headers.get('idempotent-replayed')).toBe('true');
    expect((await create(tenant, { scheduledFor: '2020-01-01T00:00:00Z' })).status).toBe(400);
    await call(api, 'POST', '/posts/validate', { key: tenant.key, body: bodyOf(tenant) });
    expect(await usageOf(tenant)).toEqual({ posts: 1, apiPosts: 1 });
    const id = field<string>(draft, 'id');
    const scheduledAt = ahead(api);
    await api.act(tenant, id, 'schedule', { scheduledAt });
    await api.act(tenant, id, 'cancel');
    await call(api, 'DELETE', `/posts/${id}`, { key: tenant.key });
    expect(await usageOf(tenant)).toEqual({ posts: 1, apiPosts: 1 });
  });

  it('does not affect a repeat, which returns the first post for its reference', async () => {
    const tenant = await mintOn('STARTER', { posts: 299, apiPosts: 0 });
    const reference = { clientReferenceId: 'the last one' };
    const [first, again] = [await create(tenant, reference), await create(tenant, reference)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(field(again, 'id')).toBe(field(first, 'id'));
  });

  it('restarts with each month, in UTC', async () => {
    const own = await startTestApi();
    try {
      const tenant = await mintTenant(own);
      await own.deps.db.update(workspaces).set({ plan: 'STARTER' });
      const at = (time: string): void => {
        own.clock.shiftMs = new Date(time).getTime() - Date.now();
      };
      const send = (): Promise<Answer> =>
        call(own, 'POST', '/posts', { key: tenant.key, body: bodyOf(tenant) });
      at('2031-01-31T23:59:50Z');
      await own.deps.db
        .insert(monthlyUsage)
        .values({ workspaceId: tenant.workspaceId, month: '2031-01', posts: 300, apiPosts: 0 });
      expect(codeOf(await send())).toBe('PLAN_LIMIT_POSTS');
      at('2031-02-01T00:00:00Z');
      expect((await send()).status).toBe(201);
    } finally {
      await own.close();
    }
  });
});

describe('a feature that is not in the plan', () => {
  it('closes the API to keys of its workspace, but not to sessions', async () => {
    const tenant = await mintOn('FREE');
    const other = await mintWorkspaceOf(api, tenant.userId);
    const refused = await create(tenant);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'FEATURE_NOT_AVAILABLE', feature: 'API' });
    const named = await call(api, 'GET', `/posts?workspaceId=${tenant.workspaceId}`, { key: tenant.key });
    expect(codeOf(named)).toBe('FEATURE_NOT_AVAILABLE');
    // Without that filter, the workspace is left out, and the others that the key may read are returned.
    const listed = field<{ id: string }[]>(
      await call(api, 'GET', '/workspaces', { key: tenant.key }),
      'data',
    );
    expect(listed.map(({ id }) => id)).toEqual([other]);
    const session = await mintSession(api, tenant.userId);
    expect((await call(api, 'POST', '/posts', { session, body: bodyOf(tenant) })).status).toBe(201);
  });
});
