import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog, postEvents, posts, targets, workspaces } from '../../src/db/schema/index.js';
import { changedPostsMsMax, changedPostsPerRequestMax, idempotencyLockMs } from '../../src/domain/limits.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import { noMetrics } from '../../src/observability/metrics.js';
import { ahead, codeOf, field, type Answer } from '../harness/api.js';
import { untilLockWaits, whilePostsHeld } from '../harness/lock-waits.js';
import { mintKey, mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi, type Caller } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

const dayMs = 86_400_000;
const at = '2030-06-03T09:00:00.000Z';
const nextDay = '2030-06-04T09:00:00.000Z';

interface Outcome {
  postId: string;
  outcome: 'DONE' | 'FAILED';
  post: { status: string; scheduledAt: string | null; cancelResults?: object[] } | null;
  error: { statusCode: number; code: string; requestId: string } | null;
}

const change = (
  body: object,
  { caller = tenant, key }: { caller?: Caller; key?: string } = {},
): Promise<Answer> =>
  api.as(caller).post('/posts/bulk', body, key === undefined ? {} : { 'idempotency-key': key });

function outcomesOf(answer: Answer): Outcome[] {
  expect(answer.status, answer.text).toBe(200);
  return field(answer, 'data');
}

const codesOf = (answer: Answer): string[] =>
  outcomesOf(answer).map(({ outcome, error }) => error?.code ?? outcome);

async function several(count: number, more: object = { scheduledFor: at }): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await api.draft(tenant, more));
  return ids;
}

async function timesOf(postIds: string[]): Promise<(string | undefined)[]> {
  const rows = await api.deps.db.select().from(posts).where(inArray(posts.id, postIds));
  return postIds.map((postId) => rows.find(({ id }) => id === postId)?.scheduledAt?.toISOString());
}

/** Makes the workspace require approvals, and returns a post that waits for one. */
async function waiting(): Promise<string> {
  const settings = { plan: 'TEAM', requireApproval: true } as const;
  await api.deps.db.update(workspaces).set(settings).where(eq(workspaces.id, tenant.workspaceId));
  return api.draft(tenant, { scheduledFor: at });
}

async function failed(): Promise<string> {
  const postId = await api.draft(tenant, { scheduledFor: at });
  const ended = { status: 'FAILED', workflowId: null, pendingWorkflowId: null } as const;
  await api.deps.db.update(posts).set(ended).where(eq(posts.id, postId));
  await api.deps.db.update(targets).set({ status: 'FAILED' }).where(eq(targets.postId, postId));
  return postId;
}

describe('POST /posts/bulk', () => {
  it('changes each post and returns the outcomes in the order of the request', async () => {
    const postIds = await several(6);
    const answer = await change({ action: 'move', postIds, days: 1 });
    const outcomes = outcomesOf(answer);
    expect(outcomes.map(({ postId }) => postId)).toEqual(postIds);
    for (const { post } of outcomes)
      expect(post).toMatchObject({ status: 'SCHEDULED', scheduledAt: nextDay });
    expect(await timesOf(postIds)).toEqual(postIds.map(() => nextDay));
    const starts = api.starter.starts.filter(({ postId }) => postIds.includes(postId));
    expect(starts.filter(({ scheduledAt }) => scheduledAt.toISOString() === nextDay)).toHaveLength(6);
  });

  it('gives a failed post the error of the single operation and goes on with the others', async () => {
    const [scheduled = ''] = await several(1);
    const published = await failed();
    const foreign = await api.draft(await mintTenant(api));
    const postIds = ['post_missing', published, scheduled, foreign];
    const answer = await change({ action: 'moveTo', postIds, scheduledAt: nextDay });
    expect(codesOf(answer)).toEqual(['NOT_FOUND', 'INVALID_STATE', 'DONE', 'NOT_FOUND']);
    const single = await api.act(tenant, published, 'reschedule', { scheduledAt: nextDay });
    const [, error] = outcomesOf(answer).map((each) => each.error);
    const requestId = answer.headers.get('x-request-id');
    expect(error).toEqual({ ...(single.body as object), requestId });
  });

  it('moves posts by days of the post’s time zone, of the given one, or of UTC', async () => {
    const beforeChange = '2030-03-30T08:00:00.000Z';
    const ofPost = await api.draft(tenant, { scheduledFor: beforeChange, timezone: 'Europe/Berlin' });
    const ofNone = await api.draft(tenant, { scheduledFor: beforeChange });
    const both = [ofPost, ofNone];
    await change({ action: 'move', postIds: both, days: 1 });
    expect(await timesOf(both)).toEqual(['2030-03-31T07:00:00.000Z', '2030-03-31T08:00:00.000Z']);
    await change({ action: 'move', postIds: both, days: -1, minutes: 30, timezone: 'Europe/Berlin' });
    expect(await timesOf(both)).toEqual(['2030-03-30T08:30:00.000Z', '2030-03-30T09:30:00.000Z']);
  });

  it('moves a draft in the calendar, which stays a draft, and refuses one without a time', async () => {
    const planned = await api.draft(tenant, { draftScheduledFor: at });
    const timeless = await api.draft(tenant);
    const answer = await change({ action: 'move', postIds: [planned, timeless], days: 1 });
    expect(codesOf(answer)).toEqual(['DONE', 'INVALID_STATE']);
    expect(outcomesOf(answer)[0]?.post).toMatchObject({ status: 'DRAFT', scheduledAt: nextDay });
    const given = await change({ action: 'moveTo', postIds: [timeless], scheduledAt: at });
    expect(outcomesOf(given)[0]?.post).toMatchObject({ status: 'DRAFT', scheduledAt: at });
  });

  it('refuses an unknown action with the code of an unknown value', async () => {
    const refused = await change({ action: 'remove', postIds: await several(1) });
    expect(field(refused, 'details')).toEqual([
      expect.objectContaining({ path: 'action', code: 'invalid_value' }),
    ]);
  });

  it('moves each post to its own time, and refuses times without a post', async () => {
    const [scheduled = ''] = await several(1);
    const timeless = await api.draft(tenant);
    const postIds = [timeless, scheduled];
    const answer = await change({ action: 'moveEach', postIds, times: [at, nextDay] });
    expect(codesOf(answer)).toEqual(['DONE', 'DONE']);
    expect(await timesOf(postIds)).toEqual([at, nextDay]);
    expect(outcomesOf(answer).map(({ post }) => post?.status)).toEqual(['DRAFT', 'SCHEDULED']);
    for (const times of [[at], [at, at, at]]) {
      const refused = await change({ action: 'moveEach', postIds, times });
      expect([refused.status, field(refused, 'details')]).toEqual([
        400,
        [expect.objectContaining({ path: 'times', message: 'Send one time for each post.' })],
      ]);
    }
    expect(await timesOf(postIds)).toEqual([at, nextDay]);
  });

  it('refuses a move to the past', async () => {
    const postIds = await several(1, { scheduledFor: ahead(api) });
    const answer = await change({ action: 'move', postIds, days: -1 });
    expect(codesOf(answer)).toEqual(['VALIDATION_FAILED']);
  });

  it('schedules, cancels and deletes posts', async () => {
    const postIds = await several(2, {});
    const scheduled = await change({ action: 'schedule', postIds, scheduledAt: at });
    expect(outcomesOf(scheduled).map(({ post }) => post?.status)).toEqual(['SCHEDULED', 'SCHEDULED']);
    const canceled = await change({ action: 'cancel', postIds });
    for (const { post } of outcomesOf(canceled)) {
      expect(post).toMatchObject({ status: 'CANCELED', cancelResults: [{ result: 'CANCELED' }] });
    }
    const deleted = await change({ action: 'delete', postIds });
    expect(outcomesOf(deleted)).toEqual(
      postIds.map((postId) => ({ postId, outcome: 'DONE', post: null, error: null })),
    );
    expect(codesOf(await change({ action: 'delete', postIds }))).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  it('retries the failed targets', async () => {
    const postIds = [await failed(), await failed()];
    const answer = await change({ action: 'retry', postIds });
    expect(outcomesOf(answer).map(({ post }) => post?.status)).toEqual(['SCHEDULED', 'SCHEDULED']);
  });

  it('approves and rejects posts for a session, with an entry in the audit log for each', async () => {
    const member = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const [approved, rejected] = [[await waiting(), await waiting()], [await waiting()]];
    const caller = { session: member.session };
    const first = await change({ action: 'approve', postIds: approved }, { caller });
    expect(outcomesOf(first).map(({ post }) => post?.status)).toEqual(['SCHEDULED', 'SCHEDULED']);
    const body = { action: 'reject', postIds: rejected, reason: 'Please mention the date.' };
    expect(outcomesOf(await change(body, { caller }))[0]?.post?.status).toBe('DRAFT');
    const entries = await api.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.workspaceId, tenant.workspaceId));
    const ofPosts = entries.filter(({ action }) => action.startsWith('post.'));
    expect(ofPosts.map(({ action, subjectId }) => [action, subjectId]).sort()).toEqual(
      [...approved.map((id) => ['post.approved', id]), ['post.rejected', rejected[0]]].sort(),
    );
  });

  it('checks the rights for each post, as single operations do', async () => {
    const other = await mintTenant(api);
    const theirs = await api.draft(other, { scheduledFor: at });
    await api.addMember(other.workspaceId, tenant.userId, 'CLIENT_REVIEWER');
    const [mine = ''] = await several(1);
    const held = await waiting();
    const moved = await change({ action: 'move', postIds: [mine, theirs], days: 1 });
    expect(codesOf(moved)).toEqual(['DONE', 'INSUFFICIENT_ROLE']);
    expect(codesOf(await change({ action: 'approve', postIds: [held] }))).toEqual(['INSUFFICIENT_ROLE']);
    const scoped = { key: await mintKey(api, tenant.userId, [other.workspaceId]) };
    const out = await change({ action: 'cancel', postIds: [mine] }, { caller: scoped });
    expect(codesOf(out)).toEqual(['FORBIDDEN_WORKSPACE']);
  });

  it.each([
    ['no post', { action: 'cancel', postIds: [] }, 'postIds'],
    ['a post twice', { action: 'cancel', postIds: ['post_a', 'post_a'] }, 'postIds'],
    [
      'too many posts',
      {
        action: 'cancel',
        postIds: Array.from({ length: changedPostsPerRequestMax + 1 }, (_, n) => `post_${n}`),
      },
      'postIds',
    ],
    ['an unknown action', { action: 'publish', postIds: ['post_a'] }, 'action'],
    ['a list instead of an object', ['post_a'], ''],
    ['no move at all', { action: 'move', postIds: ['post_a'], days: 0 }, 'days'],
    ['half a day', { action: 'move', postIds: ['post_a'], days: 0.5 }, 'days'],
    ['a field of another action', { action: 'cancel', postIds: ['post_a'], reason: 'x' }, 'reason'],
  ])('refuses a body with %s', async (_, body, path) => {
    const answer = await change(body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(field<{ path: string }[]>(answer, 'details')[0]?.path).toBe(path);
  });

  it('moves a post once for each of two concurrent requests, or reports that one of them did not', async () => {
    const postIds = await several(1);
    const body = { action: 'move', postIds, days: 1 };
    const answers = await whilePostsHeld(api.deps.db, postIds, async () => {
      const asked = [change(body), change(body)];
      await untilLockWaits(api.deps.db, 2);
      return asked;
    });
    const codes = (await Promise.all(answers)).flatMap(codesOf);
    const done = codes.filter((code) => code === 'DONE').length;
    expect(done).toBeGreaterThan(0);
    const moved = new Date(Date.parse(at) + done * dayMs).toISOString();
    expect(await timesOf(postIds)).toEqual([moved]);
  });
});

describe('the rate limit of POST /posts/bulk', () => {
  const limited = useTestApi({
    limiter: createRateLimiter({
      limits: { burst: 10, sustained: 100 },
      metrics: noMetrics,
      log: { error: () => undefined } as never,
    }),
  });

  it('counts each post as a request, and changes none if the limit does not allow all', async () => {
    const { key } = await mintTenant(limited);
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `post_${n}`);
    const ask = (count: number) =>
      limited.as({ key }).post('/posts/bulk', { action: 'cancel', postIds: ids(count) });
    expect((await ask(6)).status).toBe(200);
    const refused = await ask(5);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    expect((await ask(3)).status).toBe(200);
  });
});

describe('a repeated POST /posts/bulk', () => {
  const key = 'bulk';
  const movedOnce = (postIds: string[]) => postIds.map(() => nextDay);
  const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

  it('gets the stored response and changes nothing', async () => {
    const postIds = await several(3);
    const body = { action: 'move', postIds, days: 1 };
    const first = await change(body, { key });
    const again = await change(body, { key });
    expect([isReplay(first), isReplay(again), again.text]).toEqual([false, true, first.text]);
    expect(await timesOf(postIds)).toEqual(movedOnce(postIds));
    const other = await change({ ...body, days: 2 }, { key });
    expect(codeOf(other)).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('continues after the first request stopped in the middle, and the first request does nothing more', async () => {
    const postIds = await several(6);
    const held = postIds.slice(4);
    const body = { action: 'move', postIds, days: 1 };
    const { first, second } = await whilePostsHeld(api.deps.db, held, async () => {
      const first = change(body, { key });
      await expect.poll(() => timesOf(postIds.slice(0, 4))).toEqual(movedOnce(postIds.slice(0, 4)));
      await untilLockWaits(api.deps.db, 2);
      expect(codeOf(await change(body, { key }))).toBe('IDEMPOTENCY_KEY_IN_USE');
      // The lock has expired, as if the process of the first request were dead or suspended.
      api.clock.shiftMs += idempotencyLockMs + 1;
      const second = change(body, { key });
      await untilLockWaits(api.deps.db, 4);
      return { first, second };
    });
    expect(codeOf(await first)).toBe('IDEMPOTENCY_KEY_IN_USE');
    expect(codesOf(await second)).toEqual(postIds.map(() => 'DONE'));
    expect(await timesOf(postIds)).toEqual(movedOnce(postIds));
    expect(isReplay(await change(body, { key }))).toBe(true);
    const rows = await api.deps.db.select().from(postEvents).where(inArray(postEvents.postId, postIds));
    expect(rows.filter(({ kind }) => kind === 'RESCHEDULED')).toHaveLength(postIds.length);
  });

  it('continues with the posts that the earlier request had no time for, until none is left', async () => {
    const postIds = await several(6);
    const body = { action: 'move', postIds, days: 1 };
    const asked = await whilePostsHeld(api.deps.db, postIds, async () => {
      const asked = change(body, { key });
      await untilLockWaits(api.deps.db, 4);
      api.clock.shiftMs += changedPostsMsMax;
      return { answer: asked };
    });
    const first = await asked.answer;
    expect(codesOf(first)).toEqual(['DONE', 'DONE', 'DONE', 'DONE', 'RETRY', 'RETRY']);
    const second = await change(body, { key });
    expect([isReplay(second), ...codesOf(second)]).toEqual([false, ...postIds.map(() => 'DONE')]);
    expect(await timesOf(postIds)).toEqual(movedOnce(postIds));
    expect(isReplay(await change(body, { key }))).toBe(true);
  });

  it('reports the outcome of posts that were changed without a response, even if they are deleted since', async () => {
    const postIds = await several(3);
    const body = { action: 'cancel', postIds };
    await change(body, { key });
    await api.deps.db.execute(sql`update idempotency_keys set answer = null where key = ${key}`);
    const [revived = '', deleted = ''] = postIds;
    await api.act(tenant, revived, 'schedule', { scheduledAt: nextDay });
    await api.as(tenant).delete(`/posts/${deleted}`);
    api.clock.shiftMs += idempotencyLockMs + 1;
    const again = outcomesOf(await change(body, { key }));
    expect(again.map(({ outcome, post }) => [outcome, post?.status ?? null])).toEqual([
      ['DONE', 'SCHEDULED'],
      ['DONE', null],
      ['DONE', 'CANCELED'],
    ]);
  });
});
