import { beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { apiKeys, postMedia, posts, targets, workspaces } from '../../src/db/schema/index.js';
import { scopes, type Scope } from '../../src/domain/scopes.js';
import { apiKeyDaysMax } from '../../src/domain/workspaces.js';
import { ahead, call, codeOf, field, type Answer } from '../harness/api.js';
import { openApiDocument } from '../harness/description.js';
import { mintLimitedKey } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';
import { buildWorld, requestOf, type World } from './access-table.js';

const api = useTestApi();
const dayMs = 24 * 60 * 60 * 1_000;

interface Described {
  paths: Record<string, Record<string, { operationId: string; security: Record<string, Scope[]>[] }>>;
}

/** The operations that API keys may call. A limited key needs one of the listed scopes. */
const operations = Object.entries((openApiDocument() as Described).paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security.some((scheme) => 'bearer' in scheme))
    .map(([method, { operationId: id, security }]) => ({
      id,
      method: method.toUpperCase(),
      path,
      oneOf: security.flatMap(({ bearer = [] }) => bearer),
    })),
);
const open = ['listWorkspaces', 'getWorkspace', 'getWorkspaceUsage', 'listPlatforms'];
const closed = [
  'createConnectSession',
  'getConnectSession',
  'submitConnectCredentials',
  'importConnectCandidates',
  'updateSocialAccount',
  'deleteSocialAccount',
];

let world: World;
beforeAll(async () => {
  world = await buildWorld(api);
});

const keyWith = (...given: Scope[]): Promise<string> => mintLimitedKey(api, world.tenant.userId, given);

function send(operation: (typeof operations)[number], key: string): Promise<Answer> {
  const { path, body } = requestOf(api, world, operation);
  return call(api, operation.method, path, { key, ...(body !== undefined && { body }) });
}

describe('an operation', () => {
  it.each(operations.filter(({ oneOf }) => oneOf.length > 0))(
    '$id refuses a key that has every scope but the needed one, and accepts a key that has no other',
    async (operation) => {
      const { oneOf } = operation;
      const answer = await send(operation, await keyWith(...scopes.filter((one) => !oneOf.includes(one))));
      expect([answer.status, codeOf(answer), field(answer, 'scope')]).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
        oneOf[0],
      ]);
      // The response may be another error, for example because the post of this world is a draft.
      for (const scope of oneOf) {
        const { body } = await send(operation, await keyWith(scope));
        const { code, scope: lacked } = (body ?? {}) as { code?: string; scope?: Scope };
        expect(oneOf).not.toContain(code === 'INSUFFICIENT_SCOPE' ? lacked : null);
        world = await buildWorld(api);
      }
    },
  );

  it('needs no scope if it shows only workspaces and platforms', async () => {
    const key = await keyWith('media:write');
    for (const operation of operations.filter(({ id }) => open.includes(id)))
      expect((await send(operation, key)).status).toBe(200);
  });

  it('refuses every limited key if it connects, changes or disconnects accounts', async () => {
    const key = await keyWith(...scopes);
    for (const operation of operations.filter(({ id }) => closed.includes(id))) {
      const answer = await send(operation, key);
      expect([codeOf(answer), field(answer, 'scope')]).toEqual(['INSUFFICIENT_SCOPE', null]);
    }
    const unscoped = operations.filter(({ oneOf }) => oneOf.length === 0).map(({ id }) => id);
    expect(unscoped.sort()).toEqual([...open, ...closed].sort());
  });
});

describe('a key that may write drafts but not publish', () => {
  const content = (): object => ({
    content: 'A draft',
    platforms: [{ accountId: world.tenant.accountIds[0] }],
  });
  const drafting = (): Promise<string> => keyWith('posts:read', 'posts:write');
  const full = (): string => world.tenant.key;
  const scheduled = async (): Promise<string> => {
    const body = { ...content(), scheduledFor: ahead(api) };
    return field<string>(await call(api, 'POST', '/posts', { key: full(), body }), 'id');
  };

  it('creates, edits, checks and deletes a draft', async () => {
    const key = await drafting();
    const made = await call(api, 'POST', '/posts', { key, body: content() });
    expect([made.status, field(made, 'status'), field(made, 'createdViaApi')]).toEqual([201, 'DRAFT', true]);
    const id = field<string>(made, 'id');
    expect((await call(api, 'PATCH', `/posts/${id}`, { key, body: { content: 'Better' } })).status).toBe(200);
    expect((await call(api, 'POST', '/posts/validate', { key, body: content() })).status).toBe(200);
    expect((await call(api, 'DELETE', `/posts/${id}`, { key })).status).toBe(204);
  });

  it('cannot schedule the draft, immediately or later, and leaves it unchanged', async () => {
    const key = await drafting();
    const body = { ...content(), scheduledFor: ahead(api) };
    const atOnce = await call(api, 'POST', '/posts', { key, body });
    expect([atOnce.status, codeOf(atOnce), field(atOnce, 'scope')]).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
      'posts:publish',
    ]);
    const id = field<string>(await call(api, 'POST', '/posts', { key, body: content() }), 'id');
    const time = { scheduledAt: ahead(api) };
    for (const [method, path, sent] of [
      ['POST', `/posts/${id}/schedule`, time],
      ['PATCH', `/posts/${id}`, { scheduledFor: ahead(api) }],
    ] as const)
      expect(codeOf(await call(api, method, path, { key, body: sent })), path).toBe('INSUFFICIENT_SCOPE');
    expect(field(await call(api, 'GET', `/posts/${id}`, { key }), 'status')).toBe('DRAFT');
  });

  it('cannot edit, move, cancel or delete a scheduled post, alone or among others', async () => {
    const key = await drafting();
    const id = await scheduled();
    const before = await call(api, 'GET', `/posts/${id}`, { key });
    for (const [method, path, body] of [
      ['PATCH', `/posts/${id}`, { content: 'Changed' }],
      ['POST', `/posts/${id}/reschedule`, { scheduledAt: ahead(api) }],
      ['POST', `/posts/${id}/cancel`, undefined],
      ['DELETE', `/posts/${id}`, undefined],
    ] as const) {
      const answer = await call(api, method, path, { key, ...(body !== undefined && { body }) });
      expect(codeOf(answer), `${method} ${path}`).toBe('INSUFFICIENT_SCOPE');
    }
    const many = await call(api, 'POST', '/posts/bulk', { key, body: { action: 'cancel', postIds: [id] } });
    expect(many.text).toContain('INSUFFICIENT_SCOPE');
    expect((await call(api, 'GET', `/posts/${id}`, { key })).body).toEqual(before.body);
  });

  it('can change the alt text of an image in a draft, but not of one in a scheduled post', async () => {
    const key = await keyWith('posts:write', 'media:write');
    const { mediaId: mediaAssetId } = world;
    const describeAs = (altText: string, by = key): Promise<Answer> =>
      call(api, 'PATCH', `/media/${mediaAssetId}`, { key: by, body: { altText } });
    const draftId = field<string>(await call(api, 'POST', '/posts', { key, body: content() }), 'id');
    await api.deps.db.insert(postMedia).values({ postId: draftId, mediaAssetId, order: 0 });
    expect((await describeAs('Of a draft')).status).toBe(200);
    await api.deps.db.insert(postMedia).values({ postId: await scheduled(), mediaAssetId, order: 0 });
    const refused = await describeAs('Of a post that is scheduled');
    expect([codeOf(refused), field(refused, 'scope')]).toEqual(['INSUFFICIENT_SCOPE', 'posts:publish']);
    expect((await describeAs('Of a post that is scheduled', full())).status).toBe(200);
  });

  it('cannot cancel or delete a post that waits for approval if part of it is public', async () => {
    const key = await drafting();
    const id = field<string>(await call(api, 'POST', '/posts', { key, body: content() }), 'id');
    await api.deps.db.update(posts).set({ status: 'NEEDS_APPROVAL' }).where(eq(posts.id, id));
    await api.deps.db.update(targets).set({ status: 'PUBLISHED' }).where(eq(targets.postId, id));
    for (const [method, path] of [
      ['POST', `/posts/${id}/cancel`],
      ['DELETE', `/posts/${id}`],
    ] as const)
      expect(codeOf(await call(api, method, path, { key })), path).toBe('INSUFFICIENT_SCOPE');
  });

  it('sees the accounts of posts only with the scope for accounts', async () => {
    const path = '/posts?expand=targets.account';
    const refused = await call(api, 'GET', path, { key: await keyWith('posts:read') });
    expect([codeOf(refused), field(refused, 'scope')]).toEqual(['INSUFFICIENT_SCOPE', 'accounts:read']);
    expect((await call(api, 'GET', path, { key: await keyWith('posts:read', 'accounts:read') })).status).toBe(
      200,
    );
  });

  it('cannot upload with a post, unless it may write media', async () => {
    const body = { ...content(), mediaItems: [{ url: 'https://127.0.0.1/a.jpg' }] };
    const refused = await call(api, 'POST', '/posts', { key: await drafting(), body });
    expect([codeOf(refused), field(refused, 'scope')]).toEqual(['INSUFFICIENT_SCOPE', 'media:write']);
    const allowed = await call(api, 'POST', '/posts', {
      key: await keyWith('posts:write', 'media:write'),
      body,
    });
    expect(codeOf(allowed)).not.toBe('INSUFFICIENT_SCOPE');
  });

  it('requests approval in a workspace that requires it', async () => {
    const ofWorkspace = eq(workspaces.id, world.tenant.workspaceId);
    await api.deps.db.update(workspaces).set({ requireApproval: true }).where(ofWorkspace);
    const key = await drafting();
    const body = { ...content(), scheduledFor: ahead(api) };
    const made = await call(api, 'POST', '/posts', { key, body });
    expect([made.status, field(made, 'status')]).toEqual([201, 'NEEDS_APPROVAL']);
    const path = `/posts/${field<string>(made, 'id')}`;
    expect((await call(api, 'POST', `${path}/cancel`, { key })).status).toBe(200);
    // A post that was canceled before anything was public can be planned again.
    const again = await call(api, 'POST', `${path}/schedule`, { key, body: { scheduledAt: ahead(api) } });
    expect([again.status, field(again, 'status')]).toEqual([200, 'NEEDS_APPROVAL']);
    await api.deps.db.update(workspaces).set({ requireApproval: false }).where(ofWorkspace);
  });
});

describe('a new key', () => {
  it('has the requested scopes and end, which the list and the audit log show', async () => {
    const { tenant, session } = await api.mintPerson('OWNER');
    const path = `/workspaces/${tenant.workspaceId}`;
    const body = { name: 'Reader', scopes: ['posts:read', 'posts:read'], days: 30 };
    const made = await call(api, 'POST', `${path}/api-keys`, { session, body });
    expect([made.status, field(made, 'scopes')]).toEqual([201, ['posts:read']]);
    const createdAt = Date.parse(field<string>(made, 'createdAt'));
    expect(Date.parse(field<string>(made, 'expiresAt'))).toBe(createdAt + 30 * dayMs);
    const [listed] = field<object[]>(await call(api, 'GET', `${path}/api-keys`, { session }), 'data');
    expect(listed).toMatchObject({ scopes: ['posts:read'], expiresAt: field(made, 'expiresAt') });
    const [entry] = field<object[]>(await call(api, 'GET', `${path}/audit-log`, { session }), 'data');
    const change = { field: 'scopes', from: null, to: 'posts:read' };
    expect(entry).toMatchObject({ changes: expect.arrayContaining([change]) as unknown });
    const key = field<string>(made, 'key');
    expect((await call(api, 'GET', '/posts', { key })).status).toBe(200);
    await api.deps.db.update(apiKeys).set({ expiresAt: api.clock.now() }).where(eq(apiKeys.name, 'Reader'));
    const late = await call(api, 'GET', '/posts', { key });
    expect([late.status, codeOf(late), field(late, 'message')]).toEqual([
      401,
      'INVALID_API_KEY',
      'The API key has expired.',
    ]);
  });

  it.each([
    { scopes: [] },
    { scopes: ['posts:delete'] },
    { scopes: 'posts:read' },
    { days: 0 },
    { days: apiKeyDaysMax + 1 },
    { days: 1.5 },
  ])('is refused with the limits %j', async (limits) => {
    const { tenant, session } = await api.mintPerson('OWNER');
    const body = { name: 'Wrong', ...limits };
    const path = `/workspaces/${tenant.workspaceId}/api-keys`;
    const answer = await call(api, 'POST', path, { session, body });
    expect(codeOf(answer)).toBe('VALIDATION_FAILED');
  });
});
