import { beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { apiKeys } from '../../src/db/schema/index.js';
import { roles, type Role } from '../../src/domain/roles.js';
import { sessionCookieName } from '../../src/api/http/session-cookie.js';
import { openApiDocument } from '../harness/description.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { accessTable, allowedRoles, buildWorld, requestOf, type World } from './access-table.js';
import {
  countRows,
  mintAccount,
  mintKey,
  mintSession,
  mintTenant,
  mintTenantWithoutAccounts,
  mintWorkspaceOf,
  revokeKeysOf,
  type Tenant,
} from '../harness/tenants.js';

const api = useTestApi();

interface Described {
  paths: Record<string, Record<string, { operationId?: string; security?: object[] }>>;
}

/** Every operation of the API description, so that a new one is always tested here. */
const described = Object.entries((openApiDocument() as Described).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId = '', security = [] }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    takesKeys: security.some((scheme) => 'bearer' in scheme),
    isForClients: security.some((scheme) => 'clientLink' in scheme),
    isOpen: security.length === 0,
  })),
);
type DescribedOperation = (typeof described)[number];
const guarded = described.filter(({ isOpen }) => !isOpen);
const forMembers = guarded.filter(({ isForClients }) => !isForClients);
const forClients = guarded.filter(({ isForClients }) => isForClients);

function entryOf({ id }: DescribedOperation): (typeof accessTable)[string] {
  const entry = accessTable[id];
  if (entry === undefined) throw new Error(`${id} has no entry in access-table.ts`);
  return entry;
}

/** Returns a credential that the operation accepts: a key, or a session if it refuses keys. */
async function credentialOf(operation: DescribedOperation, { userId, key }: Pick<Tenant, 'userId' | 'key'>) {
  return operation.takesKeys ? { key } : { session: await mintSession(api, userId) };
}

/** Returns a member of the world's workspace with that role. */
async function memberOf({ tenant }: World, role: Role): Promise<Pick<Tenant, 'userId' | 'key'>> {
  const member = await mintTenantWithoutAccounts(api);
  await api.addMember(tenant.workspaceId, member.userId, role);
  return member;
}

/** Removes the request id, so that two failures can be compared that a caller must not be able to tell apart. */
function withoutRequestId({ status, text, headers }: Answer): { status: number; text: string } {
  return { status, text: text.replace(headers.get('x-request-id') ?? '?', 'ID') };
}

/**
 * The world for requests that are refused or only read. The tests check by counting rows that it does not change, so
 * all of them can use it.
 */
let unchanged: World;
/** Members of that world, by role. */
const unchangedMembers = new Map<Role, Pick<Tenant, 'userId' | 'key'>>();
let revokedKey = '';
beforeAll(async () => {
  unchanged = await buildWorld(api);
  const former = await memberOf(unchanged, 'OWNER');
  await revokeKeysOf(api, former.userId);
  revokedKey = former.key;
  for (const role of roles) unchangedMembers.set(role, await memberOf(unchanged, role));
});

const refusals = ['UNAUTHORIZED', 'INVALID_API_KEY', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'];

describe('every operation', () => {
  it('has a unique operationId, and a row in the access table', () => {
    const ids = described.map((operation) => operation.id);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(accessTable).sort()).toEqual([...ids].sort());
    const open = described.filter(({ isOpen }) => isOpen).map(({ id }) => id);
    expect(open.sort()).toEqual(
      Object.keys(accessTable)
        .filter((id) => accessTable[id]?.who === 'nobody')
        .sort(),
    );
  });

  it.each(guarded)('$id refuses a request without credentials before anything else', async (operation) => {
    const world = unchanged;
    const { key } = world.tenant;
    const { path } = requestOf(api, world, operation);
    const before = await countRows(api);
    const bare = ['schedulePost', 'importConnectCandidates', 'markCommentRead'].includes(operation.id);
    const bad: [Record<string, string>, string][] = [
      [{}, 'UNAUTHORIZED'],
      [{ authorization: key }, 'UNAUTHORIZED'],
      [{ authorization: `Basic ${key}` }, 'UNAUTHORIZED'],
      [{ authorization: 'Bearer punctual_live_short' }, 'UNAUTHORIZED'],
      [{ authorization: `Bearer punctual_live_${'0'.repeat(32)}` }, 'INVALID_API_KEY'],
      [{ cookie: `${sessionCookieName}=${'0'.repeat(43)}`, origin: api.url }, 'UNAUTHORIZED'],
      [{ cookie: `${sessionCookieName}=x`, authorization: `Bearer ${key}` }, 'UNAUTHORIZED'],
    ];
    for (const [headers, code] of bad) {
      const answer = await call(api, operation.method, path, {
        headers,
        ...(operation.method === 'GET' ? {} : { raw: new TextEncoder().encode('{not json') }),
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      if (bare) expect(Object.keys(answer.body as object)).toEqual(['statusCode', 'message', 'requestId']);
      else expect(codeOf(answer)).toBe(code);
    }
    const revoked = await call(api, operation.method, path, { key: revokedKey });
    if (bare) expect(revoked.status).toBe(401);
    else expect(codeOf(revoked)).toBe('INVALID_API_KEY');
    expect(await countRows(api)).toEqual(before);
  });

  it.each(forMembers.filter(({ takesKeys }) => !takesKeys))(
    '$id requires a session: the full key of an owner gets 403',
    async (operation) => {
      const { path, body } = requestOf(api, unchanged, operation);
      const { key } = unchanged.tenant;
      const options = { key, ...(body === undefined ? {} : { body }) };
      const answer = await call(api, operation.method, path, options);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_ROLE']);
    },
  );

  it.each(forMembers.filter(({ path }) => path.includes('{id}')))(
    '$id responds to strangers as if the resource did not exist, and refuses keys without access with 403',
    async (operation) => {
      const world = unchanged;
      const { tenant } = world;
      const stranger = await mintTenantWithoutAccounts(api);
      const { path, body } = requestOf(api, world, operation);
      const missing = {
        ...world,
        postId: 'post_doesnotexist000',
        mediaId: 'med_doesnotexist000',
        connectSessionId: 'con_doesnotexist000',
      };
      missing.tenant = { ...tenant, workspaceId: 'ws_none', accountIds: ['acc_1', 'acc_2', 'acc_3'] };
      const missingPath = requestOf(api, missing, operation).path;
      const options = body === undefined ? {} : { body };
      const elsewhere = await mintWorkspaceOf(api, tenant.userId);
      const scopedKey = await mintKey(api, tenant.userId, [elsewhere]);
      const credential = await credentialOf(operation, stranger);
      const before = await countRows(api);

      const foreign = await call(api, operation.method, path, { ...credential, ...options });
      const absent = await call(api, operation.method, missingPath, { ...credential, ...options });
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(absent));
      expect(codeOf(foreign)).toBe(
        operation.path.startsWith('/workspaces') ? 'FORBIDDEN_WORKSPACE' : 'NOT_FOUND',
      );

      if (operation.takesKeys) {
        const outside = await call(api, operation.method, path, { key: scopedKey, ...options });
        expect([outside.status, codeOf(outside)]).toEqual([403, 'FORBIDDEN_WORKSPACE']);
      }
      expect(await countRows(api)).toEqual(before);
    },
  );

  it.each(forMembers)('$id allows exactly the roles in the table', async (operation) => {
    const allowed = allowedRoles(entryOf(operation));
    for (const role of roles) {
      const isAllowed = allowed.includes(role);
      const changes = isAllowed && operation.method !== 'GET';
      const world = changes ? await buildWorld(api) : unchanged;
      const member = (changes ? undefined : unchangedMembers.get(role)) ?? (await memberOf(world, role));
      const before = isAllowed ? undefined : await countRows(api);
      const { path, body } = requestOf(api, world, operation);
      const credential = await credentialOf(operation, member);
      const answer = await call(api, operation.method, path, {
        ...credential,
        ...(body === undefined ? {} : { body }),
      });
      if (isAllowed) {
        const code = answer.status >= 400 ? codeOf(answer) : 'none';
        expect(refusals.includes(code), `${role}: ${answer.text}`).toBe(false);
      } else {
        expect([role, answer.status, codeOf(answer)]).toEqual([role, 403, 'INSUFFICIENT_ROLE']);
        expect(await countRows(api)).toEqual(before);
      }
    }
  });
});

describe('a client link', () => {
  it('opens exactly the operations below /client/', () => {
    const below = described.filter(({ path }) => path.startsWith('/client/'));
    expect(forClients).toEqual(below);
    const ids = Object.keys(accessTable).filter((id) => accessTable[id]?.who === 'client');
    expect(forClients.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it.each(forMembers)('does not open $id', async (operation) => {
    const world = unchanged;
    const before = await countRows(api);
    const { path, body } = requestOf(api, world, operation);
    const options = { key: world.clientToken, ...(body === undefined ? {} : { body }) };
    const answer = await call(api, operation.method, path, options);
    expect(answer.status).toBe(401);
    expect(await countRows(api)).toEqual(before);
  });

  it.each(forClients)('alone opens $id, unlike keys and sessions of an owner', async (operation) => {
    const world = unchanged;
    const { path, body } = requestOf(api, world, operation);
    const options = body === undefined ? {} : { body };
    const session = await mintSession(api, world.tenant.userId);
    const byKey = await call(api, operation.method, path, { key: world.tenant.key, ...options });
    expect([byKey.status, codeOf(byKey)]).toEqual([401, 'INVALID_API_KEY']);
    const bySession = await call(api, operation.method, path, { session, ...options });
    expect([bySession.status, codeOf(bySession)]).toEqual([401, 'UNAUTHORIZED']);
    const byLink = await call(api, operation.method, path, { key: world.clientToken, ...options });
    expect(byLink.status).not.toBe(401);
  });
});

describe('roles', () => {
  it('let reviewers read', async () => {
    const tenant = await mintTenant(api, 'CLIENT_REVIEWER');
    for (const path of [
      '/posts',
      '/workspaces',
      '/social-accounts',
      `/social-accounts/${tenant.accountIds[0]}`,
    ]) {
      expect((await call(api, 'GET', path, { key: tenant.key })).status).toBe(200);
    }
  });

  it('let editors write posts, but not disconnect accounts', async () => {
    const tenant = await mintTenant(api, 'EDITOR');
    expect(await api.draft(tenant)).toMatch(/^post_/);
    const answer = await call(api, 'DELETE', `/social-accounts/${tenant.accountIds[0]}`, { key: tenant.key });
    expect(codeOf(answer)).toBe('INSUFFICIENT_ROLE');
  });
});

describe('the scope of a key', () => {
  it('covers every workspace of the owner for a full key, and the listed ones for a scoped key', async () => {
    const tenant = await mintTenant(api);
    const second = await mintWorkspaceOf(api, tenant.userId, 'EDITOR');
    await mintAccount(api, second, 'X');
    const scopedKey = await mintKey(api, tenant.userId, [second]);
    const idsFor = async (key: string, path: string): Promise<string[]> => {
      const answer = await call(api, 'GET', path, { key });
      return field<Record<string, string>[]>(answer, 'data').map(
        (row) => row['workspaceId'] ?? row['id'] ?? '',
      );
    };
    expect((await idsFor(tenant.key, '/workspaces')).sort()).toEqual([tenant.workspaceId, second].sort());
    expect(await idsFor(scopedKey, '/workspaces')).toEqual([second]);
    expect(await idsFor(tenant.key, '/social-accounts')).toHaveLength(4);
    expect(await idsFor(scopedKey, '/social-accounts')).toEqual([second]);
    await api.draft(tenant);
    expect(await idsFor(scopedKey, '/posts')).toEqual([]);
  });

  it('never exceeds the access of the key’s owner, even if other workspaces are listed', async () => {
    const tenant = await mintTenant(api);
    const stranger = await mintTenant(api);
    const key = await mintKey(api, tenant.userId, [stranger.workspaceId]);
    expect(field(await call(api, 'GET', '/workspaces', { key }), 'data')).toEqual([]);
    expect(field(await call(api, 'GET', '/posts', { key }), 'data')).toEqual([]);
    const answer = await call(api, 'GET', `/social-accounts/${stranger.accountIds[0]}`, { key });
    expect(codeOf(answer)).toBe('NOT_FOUND');
  });

  it.each(['/posts', '/social-accounts'])(
    'excludes a foreign workspace in the query of %s, which gets 403 whether or not it exists',
    async (path) => {
      const tenant = await mintTenant(api);
      const stranger = await mintTenant(api);
      const existing = await call(api, 'GET', `${path}?workspaceId=${stranger.workspaceId}`, {
        key: tenant.key,
      });
      const missing = await call(api, 'GET', `${path}?workspaceId=ws_doesnotexist000`, { key: tenant.key });
      expect([existing.status, codeOf(existing)]).toEqual([403, 'FORBIDDEN_WORKSPACE']);
      expect(withoutRequestId(existing)).toEqual(withoutRequestId(missing));
    },
  );

  it('Posts 2: depends on the first account of a post', async () => {
    const tenant = await mintTenant(api);
    const other = await mintWorkspaceOf(api, tenant.userId);
    const scopedKey = await mintKey(api, tenant.userId, [other]);
    const body = { content: 'x', platforms: [{ accountId: tenant.accountIds[0] }] };
    expect(codeOf(await call(api, 'POST', '/posts', { key: scopedKey, body }))).toBe('FORBIDDEN_WORKSPACE');
  });

  it('ends when the key is revoked, from the next request on', async () => {
    const tenant = await mintTenant(api);
    expect((await call(api, 'GET', '/workspaces', { key: tenant.key })).status).toBe(200);
    await revokeKeysOf(api, tenant.userId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(api, 'GET', '/posts', { key: tenant.key })),
    );
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 20 }, () => 'INVALID_API_KEY'));
  });

  it('is shown with its time of last use, which is stored at most once a minute', async () => {
    const tenant = await mintTenant(api);
    const lastUsed = async (): Promise<Date | null | undefined> => {
      await call(api, 'GET', '/workspaces', { key: tenant.key });
      const [row] = await api.deps.db.select().from(apiKeys).where(eq(apiKeys.userId, tenant.userId));
      return row?.lastUsedAt;
    };
    const first = await lastUsed();
    expect(first).toBeInstanceOf(Date);
    api.clock.shiftMs += 30_000;
    expect(await lastUsed()).toEqual(first);
    api.clock.shiftMs += 31_000;
    expect((await lastUsed())?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) + 60_000);
  });
});

describe('paths that cannot be an id', () => {
  it.each(['%00', '..%2f..', 'post_%ff', 'x'.repeat(200), 'post_1;drop'])(
    'returns 404 for %s',
    async (id) => {
      const tenant = await mintTenant(api);
      for (const path of [`/posts/${id}`, `/social-accounts/${id}`]) {
        expect(codeOf(await call(api, 'GET', path, { key: tenant.key }))).toBe('NOT_FOUND');
      }
    },
  );
});
