import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiKeys, memberships } from '../../src/db/schema/index.js';
import type { Role } from '../../src/domain/roles.js';
import { apiKeysPerUserMax } from '../../src/domain/workspaces.js';
import { call, codeOf, field, type Answer, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintKey, mintWorkspaceOf, type Tenant } from '../harness/tenants.js';

const api = useTestApi();
/** A second API with its own pool, which shares only the database with the first one. */
const second = useTestApi({}, () => ({ databaseUrl: api.databaseUrl }));

interface Person {
  tenant: Tenant;
  session: TestSession;
  path: string;
}

async function person(role: Role = 'OWNER'): Promise<Person> {
  const { tenant, session } = await api.mintPerson(role);
  return { tenant, session, path: `/workspaces/${tenant.workspaceId}/api-keys` };
}

const mint = ({ session, path }: Person, body: object): Promise<Answer> =>
  call(api, 'POST', path, { session, body });

async function workspacesOf(key: string): Promise<string[]> {
  const answer = await call(api, 'GET', '/workspaces', { key });
  return field<{ id: string }[]>(answer, 'data').map(({ id }) => id);
}

describe('a key', () => {
  it('does not show workspaces to members of other workspaces', async () => {
    const owner = await person();
    const elsewhere = await mintWorkspaceOf(api, owner.tenant.userId);
    const { workspaceId } = owner.tenant;
    await mint(owner, { name: 's', mode: 'scoped', workspaceIds: [workspaceId, elsewhere] });
    const admin = await api.mintPerson('EDITOR');
    await api.addMember(workspaceId, admin.tenant.userId, 'ADMIN');
    const listFor = async (session: TestSession) =>
      field<{ workspaceIds: string[] }[]>(await call(api, 'GET', owner.path, { session }), 'data')[0];
    expect((await listFor(owner.session))?.workspaceIds.sort()).toEqual([workspaceId, elsewhere].sort());
    expect(await listFor(admin.session)).toMatchObject({ mode: 'scoped', workspaceIds: [workspaceId] });
  });

  it('is shown in full once; the list shows eight characters, the creator and the last use', async () => {
    const owner = await person();
    const made = await mint(owner, { name: 'CI' });
    expect(made.status).toBe(201);
    const key = field<string>(made, 'key');
    expect(key).toMatch(/^punctual_live_[0-9A-Za-z]{32}$/);
    const before = await call(api, 'GET', owner.path, { session: owner.session });
    expect(field<object[]>(before, 'data')).toEqual([
      {
        id: field(made, 'id'),
        workspaceId: owner.tenant.workspaceId,
        name: 'CI',
        mode: 'full',
        workspaceIds: null,
        scopes: null,
        expiresAt: null,
        hint: key.slice('punctual_live_'.length, 'punctual_live_'.length + 8),
        createdByUserId: owner.tenant.userId,
        createdByName: 'A tester',
        createdAt: field(made, 'createdAt'),
        lastUsedAt: null,
      },
    ]);
    expect(before.text).not.toContain(key);
    await call(api, 'GET', '/posts', { key });
    const after = await call(api, 'GET', owner.path, { session: owner.session });
    expect(field<{ lastUsedAt: string | null }[]>(after, 'data')[0]?.lastUsedAt).not.toBeNull();
    const rows = await api.deps.db.select().from(apiKeys).where(eq(apiKeys.userId, owner.tenant.userId));
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(api.logLines.join('\n')).not.toContain(key);
  });

  it('covers every present and future workspace of its creator in full mode', async () => {
    const owner = await person();
    const key = field<string>(await mint(owner, { name: 'full' }), 'key');
    const later = await mintWorkspaceOf(api, owner.tenant.userId, 'EDITOR');
    expect((await workspacesOf(key)).sort()).toEqual([owner.tenant.workspaceId, later].sort());
  });

  it('covers only the listed workspaces in scoped mode, and never gets more', async () => {
    const owner = await person();
    const [listed, other] = [
      await mintWorkspaceOf(api, owner.tenant.userId),
      await mintWorkspaceOf(api, owner.tenant.userId),
    ];
    const made = await mint(owner, { name: 's', mode: 'scoped', workspaceIds: [listed, listed] });
    expect(field(made, 'workspaceIds')).toEqual([listed]);
    const key = field<string>(made, 'key');
    await mintWorkspaceOf(api, owner.tenant.userId);
    expect(await workspacesOf(key)).toEqual([listed]);
    expect(codeOf(await call(api, 'GET', `/workspaces/${other}`, { key }))).toBe('FORBIDDEN_WORKSPACE');
    const defaulted = await mint(owner, { name: 'd', mode: 'scoped' });
    expect(field(defaulted, 'workspaceIds')).toEqual([owner.tenant.workspaceId]);
  });

  it('cannot be created for a workspace that its creator has no access to', async () => {
    const owner = await person();
    const stranger = await person();
    for (const foreign of [stranger.tenant.workspaceId, 'ws_doesnotexist000']) {
      const workspaceIds = [owner.tenant.workspaceId, foreign];
      const answer = await mint(owner, { name: 'x', mode: 'scoped', workspaceIds });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'FORBIDDEN_WORKSPACE']);
    }
    expect(await workspacesOf(await mintKey(api, owner.tenant.userId))).toEqual([owner.tenant.workspaceId]);
  });

  it('loses access when its creator is demoted or removed from the workspace', async () => {
    const owner = await person();
    const key = field<string>(await mint(owner, { name: 'x' }), 'key');
    const body = { content: 'x', platforms: [{ accountId: owner.tenant.accountIds[0] }] };
    const ofOwner = eq(memberships.userId, owner.tenant.userId);
    await api.deps.db.update(memberships).set({ role: 'CLIENT_REVIEWER' }).where(ofOwner);
    expect(codeOf(await call(api, 'POST', '/posts', { key, body }))).toBe('INSUFFICIENT_ROLE');
    await api.deps.db.delete(memberships).where(ofOwner);
    expect(await workspacesOf(key)).toEqual([]);
    expect(codeOf(await call(api, 'POST', '/posts', { key, body }))).toBe('NOT_FOUND');
  });

  it.each([
    {},
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 'x', mode: 'admin' },
    { name: 'x', mode: 'scoped', workspaceIds: [] },
    { name: 'x', workspaceIds: ['ws_x'] },
    { name: 'x', key: 'punctual_live_chosenbyme' },
    { name: 'x', userId: 'usr_other' },
  ])('cannot be created from %j', async (body) => {
    expect(codeOf(await mint(await person(), body))).toBe('VALIDATION_FAILED');
  });

  it('counts towards a limit, even if many are created at once', async () => {
    const owner = await person();
    const now = api.clock.now();
    await api.deps.db.insert(apiKeys).values(
      Array.from({ length: apiKeysPerUserMax - 3 }, (_, index) => ({
        id: api.deps.newId('apiKey'),
        userId: owner.tenant.userId,
        name: 'filler',
        mode: 'full' as const,
        hash: Buffer.from(`${owner.tenant.userId}-${index}`),
        hint: 'fillerxx',
        createdAt: now,
      })),
    );
    // The workspace already has one key, that of the tenant.
    const answers = await Promise.all(Array.from({ length: 6 }, () => mint(owner, { name: 'x' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  });
});

describe('the management of keys', () => {
  it('is available only to owners and admins who are signed in', async () => {
    const owner = await person();
    const made = await mint(owner, { name: 'x' });
    const keyPath = `${owner.path}/${field<string>(made, 'id')}`;
    const stranger = await person();
    const forbidden: [object, string][] = [
      [{ key: owner.tenant.key }, 'INSUFFICIENT_ROLE'],
      [{ key: field(made, 'key') }, 'INSUFFICIENT_ROLE'],
      [{ session: stranger.session }, 'FORBIDDEN_WORKSPACE'],
    ];
    for (const role of ['EDITOR', 'CLIENT_REVIEWER'] as const) {
      const member = await person();
      await api.addMember(owner.tenant.workspaceId, member.tenant.userId, role);
      forbidden.push([{ session: member.session }, 'INSUFFICIENT_ROLE']);
    }
    for (const [credential, code] of forbidden) {
      const answers = [
        await call(api, 'POST', owner.path, { ...credential, body: { name: 'x' } }),
        await call(api, 'GET', owner.path, credential),
        await call(api, 'DELETE', keyPath, credential),
      ];
      expect(answers.map(codeOf)).toEqual([code, code, code]);
    }
    expect((await call(api, 'DELETE', keyPath, { session: owner.session })).status).toBe(204);
  });

  it('lets the creator of a key revoke it, even after leaving the workspace', async () => {
    const owner = await person();
    const home = await person();
    const join = {
      id: api.deps.newId('membership'),
      workspaceId: owner.tenant.workspaceId,
      userId: home.tenant.userId,
      role: 'ADMIN' as const,
      createdAt: api.clock.now(),
    };
    await api.deps.db.insert(memberships).values(join);
    const made = await call(api, 'POST', owner.path, { session: home.session, body: { name: 'x' } });
    const key = field<string>(made, 'key');
    await api.deps.db.delete(memberships).where(eq(memberships.id, join.id));
    expect(await workspacesOf(key)).toEqual([home.tenant.workspaceId]);
    const keyPath = `${owner.path}/${field<string>(made, 'id')}`;
    const stranger = await person();
    expect(codeOf(await call(api, 'DELETE', keyPath, { session: stranger.session }))).toBe(
      'FORBIDDEN_WORKSPACE',
    );
    expect((await call(api, 'DELETE', keyPath, { session: home.session })).status).toBe(204);
    expect(codeOf(await call(api, 'GET', '/workspaces', { key }))).toBe('INVALID_API_KEY');
    expect(codeOf(await call(api, 'DELETE', keyPath, { session: home.session }))).toBe('FORBIDDEN_WORKSPACE');
  });

  it('is limited to the keys of the workspace: others are not found', async () => {
    const owner = await person();
    const elsewhere = await person();
    const foreign = field<string>(await mint(elsewhere, { name: 'x' }), 'id');
    for (const id of [foreign, 'key_doesnotexist000']) {
      expect(codeOf(await call(api, 'DELETE', `${owner.path}/${id}`, { session: owner.session }))).toBe(
        'NOT_FOUND',
      );
    }
    const list = await call(api, 'GET', elsewhere.path, { session: elsewhere.session });
    expect(field<object[]>(list, 'data')).toHaveLength(1);
  });

  it('lists keys page by page, without revoked ones', async () => {
    const owner = await person();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(field(await mint(owner, { name }), 'id'));
    await call(api, 'DELETE', `${owner.path}/${ids[1] ?? ''}`, { session: owner.session });
    const { session } = owner;
    const first = await call(api, 'GET', `${owner.path}?limit=1&sort=createdAt`, { session });
    const cursor = field<string>(first, 'nextCursor');
    const next = await call(api, 'GET', `${owner.path}?limit=1&sort=createdAt&cursor=${cursor}`, { session });
    const names = [first, next].flatMap((page) => field<{ name: string }[]>(page, 'data'));
    expect(names.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(field(next, 'nextCursor')).toBeNull();
  });
});

describe('a revoked key', () => {
  it('is refused in 100 of 100 requests, by two servers with separate connection pools', async () => {
    const owner = await person();
    const made = await mint(owner, { name: 'x' });
    const key = field<string>(made, 'key');
    const ask = async (base: string): Promise<number> => {
      const response = await fetch(`${base}/api/v1/workspaces`, {
        headers: { authorization: `Bearer ${key}` },
      });
      await response.arrayBuffer();
      return response.status;
    };
    // Both processes have seen the key work, so each may have cached it.
    for (const base of [api.url, second.url]) expect(await ask(base)).toBe(200);
    const path = `${owner.path}/${field<string>(made, 'id')}`;
    expect((await call(api, 'DELETE', path, { session: owner.session })).status).toBe(204);
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => ask(index % 2 === 0 ? api.url : second.url)),
    );
    expect(statuses).toEqual(Array.from({ length: 100 }, () => 401));
    expect(codeOf(await call(api, 'DELETE', path, { session: owner.session }))).toBe('NOT_FOUND');
  });

  it('does not interrupt a request that is already running', async () => {
    const owner = await person();
    const made = await mint(owner, { name: 'x' });
    const key = field<string>(made, 'key');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const post = { content: 'x', platforms: [{ accountId: owner.tenant.accountIds[0] }] };
    const [head = '', tail = ''] = JSON.stringify(post).split(',', 2);
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes(head));
      },
      pull: async (controller) => {
        await held;
        controller.enqueue(bytes(`,${tail}`));
        controller.close();
      },
    });
    const underWay = call(api, 'POST', '/posts', {
      key,
      raw: body,
      headers: { 'content-type': 'application/json' },
    });
    await untilUsed(field(made, 'id'));
    const path = `${owner.path}/${field<string>(made, 'id')}`;
    expect((await call(api, 'DELETE', path, { session: owner.session })).status).toBe(204);
    release();
    expect((await underWay).status).toBe(201);
    expect(codeOf(await call(api, 'GET', '/posts', { key }))).toBe('INVALID_API_KEY');
  });
});

/** The API records the use of a key only after it has checked the key. */
async function untilUsed(keyId: string): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await api.deps.db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
      return row?.lastUsedAt ?? null;
    })
    .not.toBeNull();
}
