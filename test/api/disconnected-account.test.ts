import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { posts, targets } from '../../src/db/schema/index.js';
import { ahead, call, field } from '../harness/api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';

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
  const [target] = await api.deps.db
    .update(targets)
    .set({ status, ...(isPublic && { externalPostId: '1', firstCommentError: 'INTERNAL_ERROR: lost' }) })
    .where(eq(targets.postId, postId))
    .returning({ id: targets.id });
  return target?.id ?? '';
}

it('whatever would publish to a disconnected account is refused, and the answer names the account', async () => {
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
