import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { metricFeeds, metricSnapshots, targets } from '../../src/db/schema/index.js';
import { metricValues } from '../../src/domain/metrics.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { leaveTargets } from '../harness/leave-targets.js';
import { mintLimitedKey, mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const minuteMs = 60_000;

const get = (path: string, key = tenant.key): Promise<Answer> => call(api, 'GET', path, { key });
const ago = (ms: number): Date => new Date(api.clock.now().getTime() - ms);

/** A post whose first target is public and was measured two minutes ago. */
async function measuredPost(): Promise<{ postId: string; targetId: string }> {
  const { db } = api.deps;
  const postId = await api.schedule(tenant);
  const [target] = await db.select().from(targets).where(eq(targets.postId, postId));
  if (target === undefined) throw new Error('There is no target.');
  const { id: targetId, socialAccountId, platform } = target;
  const [values, native] = [metricValues({ likes: 12, shares: 0 }), { likeCount: 12, repostCount: 0 }];
  const measuredAt = ago(2 * minuteMs);
  await db.insert(metricFeeds).values({
    targetId,
    postId,
    workspaceId: tenant.workspaceId,
    socialAccountId,
    platform,
    externalPostId: `at://did:plc:test/app.bsky.feed.post/${postId}`,
    publishedAt: ago(60 * minuteMs),
    dueAt: new Date(api.clock.now().getTime() + minuteMs),
    measuredAt,
    changedAt: measuredAt,
    values,
    native,
  });
  await db.insert(metricSnapshots).values({ targetId, measuredAt, values, native });
  return { postId, targetId };
}

describe('GET /posts/{id}/metrics', () => {
  it('returns the metrics of each target with their history', async () => {
    const { postId, targetId } = await measuredPost();
    const answer = await get(`/posts/${postId}/metrics`);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    const [target] = field<object[]>(answer, 'targets');
    const values = { likes: 12, shares: 0, views: null, reach: null };
    expect(target).toMatchObject({
      targetId,
      postId,
      metrics: { status: 'OK', measuredAt: expect.any(String) as string, values, native: { likeCount: 12 } },
      history: [{ values }],
    });
  });

  it('says PENDING before the first reading', async () => {
    const postId = await api.schedule(tenant);
    const [target] = field<object[]>(await get(`/posts/${postId}/metrics`), 'targets');
    expect(target).toMatchObject({
      metrics: { status: 'PENDING', measuredAt: null, native: {} },
      history: [],
    });
  });

  it('says OFF once the post was removed from its platform, with the last metrics', async () => {
    const { postId, targetId } = await measuredPost();
    const unmeasured = await api.schedule(tenant);
    const statusesOf = async (id: string) =>
      field<{ metrics: object }[]>(await get(`/posts/${id}/metrics`), 'targets').map(
        ({ metrics }) => metrics,
      );
    const gone = { takenDownAt: api.clock.now() };
    await leaveTargets(api.deps.db, eq(targets.id, targetId), gone);
    await leaveTargets(api.deps.db, eq(targets.postId, unmeasured), gone);
    const off = { status: 'OFF', nextAt: null };
    expect((await statusesOf(postId))[0]).toMatchObject({ ...off, values: { likes: 12 } });
    expect((await statusesOf(unmeasured))[0]).toMatchObject({ ...off, values: { likes: null } });
  });

  it('does not find posts of others', async () => {
    const { postId } = await measuredPost();
    const other = await mintTenant(api);
    expect((await get(`/posts/${postId}/metrics`, other.key)).status).toBe(404);
  });
});

describe('expand=targets.metrics', () => {
  it('adds the metrics to lists and to one post, for keys with the scope', async () => {
    const { postId } = await measuredPost();
    const [listed] = field<{ targets: object[] }[]>(await get('/posts?expand=targets.metrics'), 'data');
    expect(listed?.targets[0]).toMatchObject({ metrics: { status: 'OK', values: { likes: 12 } } });
    const plain = await get(`/posts/${postId}`);
    expect(field<object[]>(plain, 'targets')[0]).not.toHaveProperty('metrics');
    const key = await mintLimitedKey(api, tenant.userId, ['posts:read']);
    expect(codeOf(await get(`/posts/${postId}?expand=targets.metrics`, key))).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('GET /metrics', () => {
  it('lists changes once', async () => {
    const { targetId } = await measuredPost();
    const path = `/metrics?workspaceId=${tenant.workspaceId}`;
    const first = await get(path);
    expect(field<{ targetId: string }[]>(first, 'data').map((one) => one.targetId)).toEqual([targetId]);
    const since = encodeURIComponent(field<string>(first, 'cursor'));
    const second = await get(`${path}&since=${since}`);
    expect([field(second, 'data'), field(second, 'cursor'), field(second, 'hasMore')]).toEqual([
      [],
      field(first, 'cursor'),
      false,
    ]);
    const wrong = await get(`${path}&since=nonsense`);
    expect(codeOf(wrong)).toBe('VALIDATION_FAILED');
    expect(wrong.text).toContain('"since"');
  });
});

describe('POST /metrics/refresh', () => {
  it('skips a post that was removed from its platform', async () => {
    const { postId, targetId } = await measuredPost();
    const [socialAccountId] = tenant.accountIds;
    const known = { publishedAt: ago(minuteMs), externalPostId: 'at://post' };
    await leaveTargets(api.deps.db, eq(targets.id, targetId), { ...known, takenDownAt: api.clock.now() });
    const path = `/metrics/refresh?workspaceId=${tenant.workspaceId}`;
    const answer = await call(api, 'POST', path, { key: tenant.key, body: { postId, socialAccountId } });
    expect([field(answer, 'accepted'), field(answer, 'skipped')]).toMatchObject([
      [],
      [{ socialAccountId, reason: 'NOT_PUBLISHED' }],
    ]);
  });

  it('starts readings, and says which accounts are skipped', async () => {
    const path = `/metrics/refresh?workspaceId=${tenant.workspaceId}`;
    const answer = await call(api, 'POST', path, { key: tenant.key, body: {} });
    expect(answer.status).toBe(202);
    const [bluesky, x] = tenant.accountIds;
    expect(field(answer, 'accepted')).toContainEqual({ socialAccountId: bluesky });
    expect(field(answer, 'skipped')).toContainEqual({
      socialAccountId: x,
      reason: 'SWITCHED_OFF',
      retryAfterMs: null,
    });
    const again = await call(api, 'POST', path, { key: tenant.key, body: { socialAccountId: bluesky } });
    expect(field(again, 'skipped')).toMatchObject([{ reason: 'REFRESHED_LATELY' }]);
  });
});
