import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { posts, workspaces } from '../../src/db/schema/index.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { Platform, PublicationDraft } from '../../src/platforms/kit/platform.js';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';

const looked: string[] = [];

/** The usual platforms. They record which posts their rules were checked for. */
const platforms = createPlatforms({
  definitions: platformDefinitions,
  fetchFor: () => () => Promise.reject(new Error('The API must not call a platform.')),
  clock: { now: () => new Date() },
});
const telling = [...platforms].map(([name, platform]): [typeof name, Platform] => [
  name,
  {
    ...platform,
    validate: (draft: PublicationDraft) => {
      looked.push(draft.text);
      return platform.validate(draft);
    },
  },
]);
const api = useTestApi({ platforms: new Map(telling) });
let tenant: Tenant;

beforeAll(async () => {
  tenant = await mintTenant(api);
});
beforeEach(() => {
  looked.length = 0;
});

async function create(caption: string, scheduledFor?: string): Promise<string> {
  const targets = [{ socialAccountId: tenant.accountIds[0] }];
  const body = { caption, targets, ...(scheduledFor !== undefined && { scheduledFor }) };
  return field(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
}

/** Sends a request that has to wait for the lock of the post, and changes the caption in the meantime. */
async function changedMeanwhile(
  postId: string,
  ask: () => Promise<Answer>,
  caption: string,
): Promise<Answer> {
  const { answer } = await api.deps.db.transaction(async (tx) => {
    await tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.id, tenant.workspaceId))
      .for('update');
    looked.length = 0;
    const asked = ask();
    await expect.poll(() => looked.length).toBeGreaterThan(0);
    await tx.update(posts).set({ caption }).where(eq(posts.id, postId));
    return { answer: asked };
  });
  return answer;
}

describe('the check of platform rules', () => {
  it('runs without locks when a draft is scheduled, and runs again if the draft was changed meanwhile', async () => {
    const postId = await create('first');
    const body = { scheduledAt: ahead(api) };
    const ask = () => call(api, 'POST', `/posts/${postId}/schedule`, { key: tenant.key, body });
    const answer = await changedMeanwhile(postId, ask, 'second');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ caption: 'second', status: 'SCHEDULED' });
    expect(looked).toEqual(['first', 'second']);
  });

  it('refuses content that was changed meanwhile and now violates a rule', async () => {
    const postId = await create('first');
    const body = { scheduledAt: ahead(api) };
    const ask = () => call(api, 'POST', `/posts/${postId}/schedule`, { key: tenant.key, body });
    const answer = await changedMeanwhile(postId, ask, 'x'.repeat(9_000));
    expect(answer.status).toBe(422);
  });

  it('runs without locks when a post is approved', async () => {
    const postId = await create('first', ahead(api));
    await api.deps.db.update(posts).set({ status: 'NEEDS_APPROVAL' }).where(eq(posts.id, postId));
    const session = await mintSession(api, tenant.userId);
    const ask = () => call(api, 'POST', `/posts/${postId}/approve`, { session, body: {} });
    expect((await changedMeanwhile(postId, ask, 'second')).status).toBe(200);
    expect(looked).toEqual(['first', 'second']);
  });
});

it('a request with thousands of unknown options gets a limited number of findings', async () => {
  const options = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`option${index}`, true]));
  const targets = [{ socialAccountId: tenant.accountIds[0], platformOptions: options }];
  const body = { caption: 'hello', scheduledFor: ahead(api), targets };
  const refused = await call(api, 'POST', '/posts', { key: tenant.key, body });
  expect(refused.status).toBe(422);
  expect(field<object[]>(refused, 'details')).toHaveLength(50);
  const validation = await call(api, 'POST', '/posts/validate', { key: tenant.key, body });
  expect(field<{ findings: object[] }[]>(validation, 'targets')[0]?.findings).toHaveLength(50);
});
