import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { posts, targets } from '../../src/db/schema/index.js';
import { ahead, call, field } from '../harness/api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';
import { failedComment, leaveTargets } from '../harness/leave-targets.js';

const api = useTestApi();
let tenant: Tenant;
let accountId: string;

beforeAll(async () => {
  tenant = await mintTenant(api);
  accountId = tenant.accountIds[0];
});

async function create(body: object): Promise<string> {
  const created = await call(api, 'POST', '/posts', {
    key: tenant.key,
    body: {
      caption: 'hello',
      targets: [{ socialAccountId: accountId, firstComment: 'first' }],
      ...body,
    },
  });
  expect(created.status).toBe(201);
  return field(created, 'id');
}

async function end(postId: string, status: 'FAILED' | 'PUBLISHED'): Promise<string> {
  await api.deps.db.update(posts).set({ status }).where(eq(posts.id, postId));
  const isPublic = status === 'PUBLISHED';
  const fields = { externalPostId: '1', comment: failedComment('INTERNAL_ERROR') };
  const [targetId] = await leaveTargets(api.deps.db, eq(targets.postId, postId), {
    status,
    ...(isPublic && fields),
  });
  return targetId ?? '';
}

it('a post with a disconnected account can be edited, but the edit may not name that account', async () => {
  const other = await mintTenant(api);
  const [gone, kept] = other.accountIds;
  const edit = (id: string, body: object) => call(api, 'PATCH', `/posts/${id}`, { key: other.key, body });
  const platforms = [{ accountId: gone }, { accountId: kept }];
  const ids = [];
  for (const scheduledFor of [undefined, ahead(api)]) {
    const body = { content: 'hello', platforms, ...(scheduledFor && { scheduledFor }) };
    ids.push(field<string>(await call(api, 'POST', '/posts', { key: other.key, body }), 'id'));
  }
  expect((await call(api, 'DELETE', `/social-accounts/${gone}`, { key: other.key })).status).toBe(204);
  for (const id of ids) {
    const edited = await edit(id, { caption: 'Changed' });
    expect([edited.status, field(edited, 'caption')]).toEqual([200, 'Changed']);
    const flat = await edit(id, { content: 'Again', platforms });
    expect([flat.status, flat.body]).toMatchObject([
      409,
      { code: 'FK_VIOLATION', accountId: gone, path: 'platforms.0.accountId' },
    ]);
    const targets = [{ socialAccountId: kept }, { socialAccountId: gone }];
    const nested = await edit(id, { targets });
    expect([nested.status, nested.body]).toMatchObject([
      409,
      { code: 'FK_VIOLATION', accountId: gone, path: 'targets.1.socialAccountId' },
    ]);
    expect((await edit(id, { targets: targets.slice(0, 1) })).status).toBe(200);
  }
});

it('an action that would publish to a disconnected account is refused with an error that names the account', async () => {
  const draft = await create({});
  const waiting = await create({ scheduledFor: ahead(api) });
  const held = await create({ scheduledFor: ahead(api) });
  await api.deps.db.update(posts).set({ status: 'NEEDS_APPROVAL' }).where(eq(posts.id, held));
  await api.deps.db.update(targets).set({ status: 'DRAFT' }).where(eq(targets.postId, held));
  const failed = await create({ scheduledFor: ahead(api) });
  await end(failed, 'FAILED');
  const published = await create({ scheduledFor: ahead(api) });
  const targetId = await end(published, 'PUBLISHED');
  const removed = await call(api, 'DELETE', `/social-accounts/${accountId}`, { key: tenant.key });
  expect(removed.status).toBe(204);

  const session = await mintSession(api, tenant.userId);
  const scheduledAt = ahead(api, 7_200_000);
  const asked: [string, object | undefined][] = [
    [`/posts/${draft}/schedule`, { scheduledAt }],
    [`/posts/${waiting}/reschedule`, { scheduledAt }],
    [`/posts/${held}/approve`, {}],
    [`/posts/${failed}/retry`, {}],
    [`/posts/${published}/targets/${targetId}/retry-first-comment`, undefined],
  ];
  for (const [path, body] of asked) {
    const answer = await call(api, 'POST', path, { session, ...(body && { body }) });
    expect(answer.body, path).toMatchObject({ code: 'FK_VIOLATION', accountId });
    expect(answer.status, path).toBe(409);
  }
});
