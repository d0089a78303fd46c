import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { apiKeys, posts } from '../../src/db/schema/index.js';
import { openApiDocument } from '../../src/api/openapi.js';
import { ahead, call, codeOf, field, startTestApi, type Answer, type TestApi } from '../harness/api.js';
import {
  countRows,
  mintAccount,
  mintKey,
  mintTenant,
  mintWorkspaceOf,
  revokeKeysOf,
  type Tenant,
} from '../harness/tenants.js';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

interface Described {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

/** Every operation of the description, so that a new one cannot be forgotten here. */
const described = Object.entries((openApiDocument() as Described).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId ?? '',
    method: method.toUpperCase(),
    path,
  })),
);

/** A body that the operation would take, and the resource that its path names. */
function requestOf(tenant: Tenant, postId: string, { id, path }: { id: string; path: string }) {
  const ids: Record<string, string> = {
    '/posts': postId,
    '/social-accounts': tenant.accountIds[2],
    '/workspaces': tenant.workspaceId,
  };
  const root = /^\/[a-z-]+/.exec(path)?.[0] ?? '';
  const bodies: Record<string, object> = {
    createPost: { content: 'x', platforms: [{ accountId: tenant.accountIds[0] }] },
    updatePost: { content: 'y' },
    schedulePost: { scheduledAt: ahead(api) },
    reschedulePost: { scheduledAt: ahead(api) },
  };
  const body = bodies[id];
  // Whether the target exists is looked at only after the post has been authorised.
  const named = path.replace('{id}', ids[root] ?? '').replace('{tid}', 'tgt_doesnotexist000');
  return { path: named, ...(body === undefined ? {} : { body }) };
}

async function createPost(key: string, accountId: string): Promise<string> {
  const body = { content: 'Mine', platforms: [{ accountId }] };
  return field(await call(api, 'POST', '/posts', { key, body }), 'id');
}

/** Two failures that a caller must not be able to tell apart. */
function withoutRequestId({ status, text, headers }: Answer): { status: number; text: string } {
  return { status, text: text.replace(headers.get('x-request-id') ?? '?', 'ID') };
}

describe('every operation', () => {
  it('has an id of its own, and all of them are known here', () => {
    const ids = described.map((operation) => operation.id);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(16);
  });

  it.each(described)('$id refuses who has no key, before it looks at anything', async (operation) => {
    const tenant = await mintTenant(api);
    const postId = await createPost(tenant.key, tenant.accountIds[0]);
    const { path } = requestOf(tenant, postId, operation);
    const before = await countRows(api);
    const bare = operation.id === 'schedulePost';
    const bad: [Record<string, string>, string][] = [
      [{}, 'UNAUTHORIZED'],
      [{ authorization: tenant.key }, 'UNAUTHORIZED'],
      [{ authorization: `Basic ${tenant.key}` }, 'UNAUTHORIZED'],
      [{ authorization: 'Bearer punctual_live_short' }, 'UNAUTHORIZED'],
      [{ authorization: `Bearer punctual_live_${'0'.repeat(32)}` }, 'INVALID_API_KEY'],
    ];
    for (const [headers, code] of bad) {
      const answer = await call(api, operation.method, path, {
        headers,
        ...(operation.method === 'GET' ? {} : { raw: '{not json' }),
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      if (bare) expect(Object.keys(answer.body as object)).toEqual(['statusCode', 'message', 'requestId']);
      else expect(codeOf(answer)).toBe(code);
    }
    expect(await countRows(api)).toEqual(before);
  });

  it.each(described.filter(({ path }) => path.includes('{id}')))(
    '$id hides what belongs to others, and refuses what the key leaves out',
    async (operation) => {
      const tenant = await mintTenant(api);
      const stranger = await mintTenant(api);
      const postId = await createPost(tenant.key, tenant.accountIds[0]);
      const { path, body } = requestOf(tenant, postId, operation);
      const missingPath = operation.path
        .replace('{id}', 'post_doesnotexist000')
        .replace('{tid}', 'tgt_doesnotexist000');
      const options = body === undefined ? {} : { body };
      const before = await countRows(api);

      const foreign = await call(api, operation.method, path, { key: stranger.key, ...options });
      const missing = await call(api, operation.method, missingPath, { key: stranger.key, ...options });
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing));
      expect(codeOf(foreign)).toBe(
        operation.path.startsWith('/workspaces') ? 'FORBIDDEN_WORKSPACE' : 'NOT_FOUND',
      );

      const elsewhere = await mintWorkspaceOf(api, tenant.userId);
      const scopedKey = await mintKey(api, tenant.userId, [elsewhere]);
      const outside = await call(api, operation.method, path, { key: scopedKey, ...options });
      expect([outside.status, codeOf(outside)]).toEqual([403, 'FORBIDDEN_WORKSPACE']);
      expect(await countRows(api)).toEqual(before);
    },
  );

  it.each(described.filter(({ method }) => method !== 'GET'))(
    '$id is not for client reviewers',
    async (operation) => {
      const tenant = await mintTenant(api, 'CLIENT_REVIEWER');
      const owner = await mintTenant(api);
      const postId = await createPost(owner.key, owner.accountIds[0]);
      await moveToWorkspace(postId, tenant.workspaceId);
      const { path, body } = requestOf(tenant, postId, operation);
      const answer = await call(api, operation.method, path, {
        key: tenant.key,
        ...(body === undefined ? {} : { body }),
      });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_ROLE']);
    },
  );
});

async function moveToWorkspace(postId: string, workspaceId: string): Promise<void> {
  await api.deps.db.update(posts).set({ workspaceId }).where(eq(posts.id, postId));
}

describe('roles', () => {
  it('lets reviewers read', async () => {
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

  it('lets editors write posts, and not disconnect accounts', async () => {
    const tenant = await mintTenant(api, 'EDITOR');
    expect(await createPost(tenant.key, tenant.accountIds[0])).toMatch(/^post_/);
    const answer = await call(api, 'DELETE', `/social-accounts/${tenant.accountIds[0]}`, { key: tenant.key });
    expect(codeOf(answer)).toBe('INSUFFICIENT_ROLE');
  });
});

describe('the reach of a key', () => {
  it('is every workspace of the owner for a full key, and the list for a scoped one', async () => {
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
    await createPost(tenant.key, tenant.accountIds[0]);
    expect(await idsFor(scopedKey, '/posts')).toEqual([]);
  });

  it('never reaches beyond its owner, whatever the list says', async () => {
    const tenant = await mintTenant(api);
    const stranger = await mintTenant(api);
    const key = await mintKey(api, tenant.userId, [stranger.workspaceId]);
    expect(field(await call(api, 'GET', '/workspaces', { key }), 'data')).toEqual([]);
    expect(field(await call(api, 'GET', '/posts', { key }), 'data')).toEqual([]);
    const answer = await call(api, 'GET', `/social-accounts/${stranger.accountIds[0]}`, { key });
    expect(codeOf(answer)).toBe('NOT_FOUND');
  });

  it.each(['/posts', '/social-accounts'])(
    'a workspace named in the query of %s: 403, existing or not',
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

  it('decides for a post by its first account', async () => {
    const tenant = await mintTenant(api);
    const other = await mintWorkspaceOf(api, tenant.userId);
    const scopedKey = await mintKey(api, tenant.userId, [other]);
    const body = { content: 'x', platforms: [{ accountId: tenant.accountIds[0] }] };
    expect(codeOf(await call(api, 'POST', '/posts', { key: scopedKey, body }))).toBe('FORBIDDEN_WORKSPACE');
  });

  it('ends with the revocation, for the very next request', async () => {
    const tenant = await mintTenant(api);
    expect((await call(api, 'GET', '/workspaces', { key: tenant.key })).status).toBe(200);
    await revokeKeysOf(api, tenant.userId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(api, 'GET', '/posts', { key: tenant.key })),
    );
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 20 }, () => 'INVALID_API_KEY'));
  });

  it('notes when a key was used, at most once a minute', async () => {
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
  it.each(['%00', '..%2f..', 'post_%ff', 'x'.repeat(200), 'post_1;drop'])('%s answers 404', async (id) => {
    const tenant = await mintTenant(api);
    for (const path of [`/posts/${id}`, `/social-accounts/${id}`]) {
      expect(codeOf(await call(api, 'GET', path, { key: tenant.key }))).toBe('NOT_FOUND');
    }
  });
});
