import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  apiKeys,
  memberships,
  posts,
  socialAccounts,
  targets,
  users,
  webhookEndpoints,
  workflowCancellations,
  workspaces,
} from '../../src/db/schema/index.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import type { InstallationRole } from '../../src/domain/installation-roles.js';
import type { DepsOverrides } from '../../src/services/shared/override-deps.js';
import {
  ahead,
  call,
  codeOf,
  field,
  startTestApi,
  type Answer,
  type TestApi,
  type TestSession,
} from '../harness/api.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';
import { mintWorkspaceOf, type Tenant } from '../harness/tenants.js';

const api = useTestApi();

const create = (session: TestSession, body: object): Promise<Answer> =>
  call(api, 'POST', '/workspaces', { session, body });

describe('the URL of workflow runs', () => {
  const linked = useTestApi({ runUrlTemplate: 'http://ui.example.test/{workflowId}' });

  it('is shown only to operators of the installation', async () => {
    const operator = await linked.mintPerson('EDITOR');
    await linked.deps.db
      .update(users)
      .set({ installationRole: 'OPERATOR' })
      .where(eq(users.id, operator.tenant.userId));
    const path = `/workspaces/${operator.tenant.workspaceId}`;
    const reported = (await call(linked, 'GET', path, { session: operator.session })).body;
    expect(reported).toMatchObject({ runUrlTemplate: 'http://ui.example.test/{workflowId}' });
    const { session, tenant } = await linked.mintPerson('OWNER');
    const listed = await call(linked, 'GET', '/workspaces', { session });
    const rows = field<{ id: string; runUrlTemplate: string | null }[]>(listed, 'data');
    expect(rows.find(({ id }) => id === tenant.workspaceId)).toMatchObject({ runUrlTemplate: null });
  });
});

describe('creating a workspace', () => {
  it('makes the caller its owner, and derives its slug from the name', async () => {
    const { session } = await api.mintPerson();
    const answer = await create(session, { name: '  Zürich & Söhne — Café №1  ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ slug: 'zurich-sohne-cafe-no1', role: 'OWNER' });
    const path = `/workspaces/${field<string>(answer, 'id')}`;
    expect((await call(api, 'GET', path, { session })).status).toBe(200);
  });

  it('creates a unique slug for a second workspace with the same name, even if the name has no Latin letters', async () => {
    const { session } = await api.mintPerson();
    for (const name of ['Twins', '東京', '!!!']) {
      const slugs = [await create(session, { name }), await create(session, { name })].map((answer) =>
        field<string>(answer, 'slug'),
      );
      expect(new Set(slugs).size).toBe(2);
      for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });

  it('refuses a slug in use, so that only one of many concurrent requests succeeds', async () => {
    const { session } = await api.mintPerson();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create(session, { name: 'x', slug: 'wanted-by-all' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'CONFLICT']);
    }
  });

  it.each([
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: 'x', slug: 'Upper' },
    { name: 'x', slug: '-a' },
    { name: 'x', slug: 'a--b' },
    { name: 'x', slug: 'a'.repeat(64) },
    { name: 'x', plan: 'AGENCY' },
    { name: 'x', id: 'ws_mine' },
  ])('refuses %j', async (body) => {
    const { session } = await api.mintPerson();
    expect(codeOf(await create(session, body))).toBe('VALIDATION_FAILED');
  });

  it('is impossible with an API key of any mode', async () => {
    const { tenant } = await api.mintPerson();
    const answer = await call(api, 'POST', '/workspaces', { key: tenant.key, body: { name: 'x' } });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_ROLE']);
  });
});

describe('the permission to create workspaces', () => {
  const setRole = (tenant: Tenant, installationRole: InstallationRole) =>
    api.deps.db.update(users).set({ installationRole }).where(eq(users.id, tenant.userId));

  /** Returns `mayCreateWorkspaces` from GET /me. */
  const mayCreate = async (session: TestSession): Promise<unknown> => {
    const answer = await call(api, 'GET', '/me', { session });
    return field<{ mayCreateWorkspaces: unknown }>(answer, 'user').mayCreateWorkspaces;
  };

  it('is not given to users who are only guests in workspaces of others', async () => {
    for (const role of ['ADMIN', 'EDITOR', 'CLIENT_REVIEWER'] as const) {
      const { session, tenant } = await api.mintPerson(role);
      const answer = await create(session, { name: 'x' });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_ROLE']);
      expect(await mayCreate(session)).toBe(false);
      // A user who leaves the workspace gains nothing.
      await api.deps.db.delete(memberships).where(eq(memberships.userId, tenant.userId));
      expect(codeOf(await create(session, { name: 'x' }))).toBe('INSUFFICIENT_ROLE');
    }
  });

  it('is given to operators, and to users whom an operator has permitted it', async () => {
    for (const installationRole of ['OPERATOR', 'CREATOR'] as const) {
      const { session, tenant } = await api.mintPerson('CLIENT_REVIEWER');
      await setRole(tenant, installationRole);
      expect(await mayCreate(session)).toBe(true);
      expect((await create(session, { name: 'x' })).status).toBe(201);
    }
  });

  it('can be configured for everyone or only for operators', async () => {
    const owner = await api.mintPerson();
    const reviewer = await api.mintPerson('CLIENT_REVIEWER');
    const operator = await api.mintPerson('EDITOR');
    await setRole(operator.tenant, 'OPERATOR');
    for (const [creation, allowed] of [
      ['everybody', [owner, reviewer, operator]],
      ['operators', [operator]],
    ] as const) {
      await using second = await secondApi({ workspaces: { creation } });
      for (const { session } of [owner, reviewer, operator]) {
        const answer = await call(second.api, 'POST', '/workspaces', {
          session: { ...session, headers: { ...session.headers, origin: second.api.url } },
          body: { name: 'x' },
        });
        expect(answer.status).toBe(allowed.some((one) => one.session === session) ? 201 : 403);
      }
    }
  });

  it('is given to a user without any workspace if sign-up is open', async () => {
    await using open = await secondApi({ signUp: { policy: 'open' } });
    const body = { email: 'new@example.test', name: 'New', password: 'correct horse battery staple' };
    const signedUp = await call(open.api, 'POST', '/auth/sign-up', { body });
    expect(signedUp.status).toBe(201);
    const cookie = (signedUp.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const headers = { cookie, origin: open.api.url };
    const made = await call(open.api, 'POST', '/workspaces', { headers, body: { name: 'Mine' } });
    expect(made.status).toBe(201);
    const guest = await api.mintPerson('EDITOR');
    const refused = await call(open.api, 'POST', '/workspaces', {
      session: { ...guest.session, headers: { ...guest.session.headers, origin: open.api.url } },
      body: { name: 'x' },
    });
    expect(codeOf(refused)).toBe('INSUFFICIENT_ROLE');
  });

  it('is limited to a number of workspaces for each user, even with concurrent requests', async () => {
    const { session } = await api.mintPerson();
    await using few = await secondApi({ workspaces: { perUserMax: 3 } });
    const headers = { ...session.headers, origin: few.api.url };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(few.api, 'POST', '/workspaces', { headers, body: { name: 'x' } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'PLAN_LIMIT_WORKSPACES', limit: 3, current: 3 });
    }
  });

  it('counts the workspaces that a user has created or owns, even after a transfer', async () => {
    await using few = await secondApi({ workspaces: { perUserMax: 2 } });
    const as = ({ session }: Pick<Person, 'session'>) => ({
      session: { ...session, headers: { ...session.headers, origin: few.api.url } },
    });
    const ask = (by: Pick<Person, 'session'>, method: string, path: string, body?: object): Promise<Answer> =>
      call(few.api, method, path, { ...as(by), ...(body && { body }) });
    const refusal = { code: 'PLAN_LIMIT_WORKSPACES', limit: 2, current: 2 };
    const [giver, taker] = [await api.mintPerson(), await api.mintPerson()];

    const made = await ask(giver, 'POST', '/workspaces', { name: 'Handed over' });
    const id = field<string>(made, 'id');
    const invited = await ask(giver, 'POST', `/workspaces/${id}/invitations`, {
      email: taker.email,
      role: 'OWNER',
    });
    const accepted = { token: field<string>(invited, 'token') };
    expect((await ask(taker, 'POST', '/invitations/accept', accepted)).status).toBe(200);
    const members = await ask(giver, 'GET', `/workspaces/${id}/members`);
    const own = field<{ id: string; userId: string }[]>(members, 'data').find(
      ({ userId }) => userId === giver.tenant.userId,
    );
    expect((await ask(giver, 'DELETE', `/workspaces/${id}/members/${own?.id}`)).status).toBe(204);
    for (const person of [giver, taker])
      expect((await ask(person, 'POST', '/workspaces', { name: 'One more' })).body).toMatchObject(refusal);

    const other = await api.mintPerson();
    const path = `/workspaces/${other.tenant.workspaceId}`;
    const asEditor = await api.addMember(other.tenant.workspaceId, taker.tenant.userId, 'EDITOR');
    const promoted = await ask(other, 'PATCH', `${path}/members/${asEditor}`, { role: 'OWNER' });
    expect([promoted.status, promoted.body]).toMatchObject([403, refusal]);
    const again = await ask(other, 'POST', `${path}/invitations`, { email: giver.email, role: 'OWNER' });
    const refused = await ask(giver, 'POST', '/invitations/accept', { token: field<string>(again, 'token') });
    expect([refused.status, refused.body]).toMatchObject([403, refusal]);

    // A deleted workspace does not count.
    expect((await ask(taker, 'DELETE', `/workspaces/${id}`)).status).toBe(204);
    expect(
      (await ask(giver, 'POST', '/invitations/accept', { token: field<string>(again, 'token') })).status,
    ).toBe(200);
  });
});

/** Starts another process on the same database, with its own settings. */
async function secondApi(overrides: DepsOverrides): Promise<AsyncDisposable & { api: TestApi }> {
  const second = await startTestApi(overrides, { databaseUrl: api.databaseUrl });
  return { api: second, [Symbol.asyncDispose]: () => second.close() };
}

describe('updating a workspace', () => {
  it('changes the given fields, for owners and admins', async () => {
    for (const role of ['OWNER', 'ADMIN'] as const) {
      const { tenant, session } = await api.mintPerson(role);
      const path = `/workspaces/${tenant.workspaceId}`;
      const before = await call(api, 'GET', path, { session });
      const answer = await call(api, 'PATCH', path, { session, body: { name: 'Renamed' } });
      expect(answer.body).toMatchObject({ name: 'Renamed', slug: field(before, 'slug'), role });
      const same = await call(api, 'PATCH', path, { session, body: { name: 'Renamed' } });
      expect(same.body).toEqual(answer.body);
    }
  });

  it('is refused to editors, reviewers, strangers and keys', async () => {
    for (const role of ['EDITOR', 'CLIENT_REVIEWER'] as const) {
      const { tenant, session } = await api.mintPerson(role);
      const path = `/workspaces/${tenant.workspaceId}`;
      expect(codeOf(await call(api, 'PATCH', path, { session, body: { name: 'x' } }))).toBe(
        'INSUFFICIENT_ROLE',
      );
    }
    const { tenant } = await api.mintPerson();
    const stranger = await api.mintPerson();
    const path = `/workspaces/${tenant.workspaceId}`;
    const body = { name: 'x' };
    const foreign = await call(api, 'PATCH', path, { session: stranger.session, body });
    const missing = await call(api, 'PATCH', '/workspaces/ws_none', { session: stranger.session, body });
    expect([codeOf(foreign), codeOf(missing)]).toEqual(['FORBIDDEN_WORKSPACE', 'FORBIDDEN_WORKSPACE']);
    expect(codeOf(await call(api, 'PATCH', path, { key: tenant.key, body }))).toBe('INSUFFICIENT_ROLE');
  });

  it('refuses the slug of another workspace', async () => {
    const { tenant, session } = await api.mintPerson();
    await create(session, { name: 'x', slug: 'already-there' });
    const path = `/workspaces/${tenant.workspaceId}`;
    const answer = await call(api, 'PATCH', path, { session, body: { slug: 'already-there' } });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'CONFLICT']);
  });
});

describe('deleting a workspace', () => {
  const remove = (session: TestSession, id: string): Promise<Answer> =>
    call(api, 'DELETE', `/workspaces/${id}`, { session });

  async function schedule({ key, accountIds }: Tenant): Promise<string> {
    const body = { content: 'x', platforms: [{ accountId: accountIds[0] }], scheduledFor: ahead(api) };
    return field(await call(api, 'POST', '/posts', { key, body }), 'id');
  }

  it('cancels scheduled posts, in Temporal as well, and leaves no secrets and no access', async () => {
    const { tenant, session } = await api.mintPerson();
    const { workspaceId } = tenant;
    const keyBody = { name: 'made there' };
    const minted = await call(api, 'POST', `/workspaces/${workspaceId}/api-keys`, { session, body: keyBody });
    const postId = await schedule(tenant);
    const [before] = await api.deps.db.select().from(posts).where(eq(posts.id, postId));
    expect((await remove(session, workspaceId)).status).toBe(204);

    const [post] = await api.deps.db.select().from(posts).where(eq(posts.id, postId));
    expect(post).toMatchObject({ status: 'CANCELED', workflowId: null, pendingWorkflowId: null });
    expect(post?.deletedAt).not.toBeNull();
    const ofPost = await api.deps.db.select().from(targets).where(eq(targets.postId, postId));
    expect(ofPost.map(({ status }) => status)).toEqual(['CANCELED']);
    const accounts = await api.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.workspaceId, workspaceId));
    expect(accounts.map(({ credentials }) => credentials)).toEqual([null, null, null]);
    const endpoints = await api.deps.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.workspaceId, workspaceId));
    expect(endpoints.every(({ secret, deletedAt }) => secret === null && deletedAt !== null)).toBe(true);
    const runId = before?.workflowId ?? before?.pendingWorkflowId ?? '';
    const owed = await api.deps.db
      .select()
      .from(workflowCancellations)
      .where(eq(workflowCancellations.workflowId, runId));
    expect(owed).toHaveLength(1);
    await reconcile(api.deps, { includeYoung: true });
    expect(api.starter.cancellations).toContain(runId);

    for (const credential of [{ session }, { key: tenant.key }]) {
      expect(codeOf(await call(api, 'GET', `/workspaces/${workspaceId}`, credential))).toBe(
        'FORBIDDEN_WORKSPACE',
      );
      expect(codeOf(await call(api, 'GET', `/posts/${postId}`, credential))).toBe('NOT_FOUND');
    }
    expect(codeOf(await call(api, 'GET', '/posts', { key: field(minted, 'key') }))).toBe('INVALID_API_KEY');
    expect(await api.deps.db.$count(memberships, eq(memberships.workspaceId, workspaceId))).toBe(0);
    const [key] = await api.deps.db.select().from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId));
    expect(key?.revokedAt).not.toBeNull();
  });

  it('frees the slug', async () => {
    const { session } = await api.mintPerson();
    const first = await create(session, { name: 'x', slug: 'used-again' });
    await remove(session, field(first, 'id'));
    expect((await create(session, { name: 'x', slug: 'used-again' })).status).toBe(201);
  });

  it('is refused while one of its posts is being published', async () => {
    const { tenant, session } = await api.mintPerson();
    const postId = await schedule(tenant);
    await api.deps.db.update(posts).set({ status: 'PUBLISHING' }).where(eq(posts.id, postId));
    const answer = await remove(session, tenant.workspaceId);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
    expect((await call(api, 'GET', `/posts/${postId}`, { session })).status).toBe(200);
  });

  it('is allowed only to owners, and not with their keys', async () => {
    for (const role of ['ADMIN', 'EDITOR', 'CLIENT_REVIEWER'] as const) {
      const { tenant, session } = await api.mintPerson(role);
      expect(codeOf(await remove(session, tenant.workspaceId))).toBe('INSUFFICIENT_ROLE');
    }
    const { tenant } = await api.mintPerson();
    const path = `/workspaces/${tenant.workspaceId}`;
    expect(codeOf(await call(api, 'DELETE', path, { key: tenant.key }))).toBe('INSUFFICIENT_ROLE');
    const stranger = await api.mintPerson();
    expect(codeOf(await remove(stranger.session, tenant.workspaceId))).toBe('FORBIDDEN_WORKSPACE');
    const [row] = await api.deps.db.select().from(workspaces).where(eq(workspaces.id, tenant.workspaceId));
    expect(row?.deletedAt).toBeNull();
  });

  it('does not affect the other workspaces of its members', async () => {
    const { tenant, session } = await api.mintPerson();
    const other = await mintWorkspaceOf(api, tenant.userId);
    await remove(session, other);
    expect((await call(api, 'GET', `/workspaces/${tenant.workspaceId}`, { key: tenant.key })).status).toBe(
      200,
    );
  });
});
