import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Queryable, Tx } from '../../src/db/client.js';
import { postEvents, posts, publishAttempts, targets, workspaces } from '../../src/db/schema/index.js';
import type { PostStatus } from '../../src/domain/post-status.js';
import { lockOpen } from '../../src/services/publishing/internal/fence.js';
import { lockPost, readPost, readTargets } from '../../src/services/post-records/records.js';
import { settlePost } from '../../src/services/publishing/settle-post.js';
import { publisher } from '../../src/services/timeline/record.js';
import { promoteRun } from '../../src/services/post-runs/promote-run.js';
import { ahead, call, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);

beforeAll(() => {
  api.starter.failing = true;
});

/** Creates a scheduled post whose start did not reach Temporal, so its workflow id is pending. */
async function pendingPost(caption = 'hello'): Promise<{ postId: string; workflowId: string }> {
  const created = await call(api, 'POST', '/posts', {
    key: tenant.key,
    body: {
      caption,
      scheduledFor: ahead(api),
      targets: [{ socialAccountId: tenant.accountIds[0] }, { socialAccountId: tenant.accountIds[1] }],
    },
  });
  expect(created.status).toBe(201);
  return { postId: field(created, 'id'), workflowId: field(created, 'pendingWorkflowId') };
}

describe('the columns of a table', () => {
  it('store null, JSON and times, both in a transaction and outside of one', async () => {
    const { postId } = await pendingPost();
    type Given = Pick<typeof targets.$inferSelect, 'prepared' | 'publishedAt' | 'errorCode' | 'attemptCount'>;
    const update = (q: Queryable, given: Given) =>
      q.update(targets).set(given).where(eq(targets.postId, postId)).returning();
    const at = new Date('2026-03-29T01:30:00.123Z');
    const state = { 'a "key"': ["O'Neill", null, { deep: '\u{1F600}' }] };
    const given = { prepared: state, publishedAt: at, errorCode: null, attemptCount: 7 };
    const rows = await api.deps.db.transaction((tx) => update(tx, given));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ ...given, postId });
    const cleared = { prepared: null, publishedAt: null, errorCode: 'X', attemptCount: 0 };
    expect(await update(api.deps.db, cleared)).toMatchObject([cleared, cleared]);
    const [raw] = await api.deps.db.execute(sql`select prepared is null as "isNull" from publications
      where post_id = ${postId} limit 1`);
    expect(raw).toEqual({ isNull: true });
  });
});

describe('the status that a run stores for its post', () => {
  it('is written in the given transaction, and rolled back with it', async () => {
    const { postId, workflowId } = await pendingPost();
    const settle = async (tx: Tx, status: PostStatus) => {
      const record = await lockPost(tx, postId);
      if (record === undefined) throw new Error('There is no post.');
      return settlePost(tx, api.deps, record.post, { workflowId, status, by: publisher, entries: [] });
    };
    const ended = { workflowId, pendingWorkflowId: null, pendingSince: null };
    await api.deps.db.transaction((tx) => settle(tx, 'PUBLISHED'));
    expect((await readPost(api.deps.db, postId))?.post).toMatchObject({ ...ended, status: 'PUBLISHED' });
    const failing = api.deps.db.transaction(async (tx) => {
      await settle(tx, 'CANCELED');
      expect((await readPost(tx, postId))?.post).toMatchObject({ status: 'CANCELED', workflowId: null });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await readPost(api.deps.db, postId))?.post).toMatchObject({ ...ended, status: 'PUBLISHED' });
  });
});

describe('a query whose text is built once', () => {
  it('runs in the transaction that it is given, and otherwise outside of any', async () => {
    const { postId } = await pendingPost();
    const { db } = api.deps;
    const counts = async (q: Queryable) =>
      (await readTargets(q, [postId])).map(({ attemptCount }) => attemptCount);
    for (const attemptCount of [1, 2])
      await db.transaction(async (tx) => {
        await tx.update(targets).set({ attemptCount }).where(eq(targets.postId, postId));
        expect(await counts(tx)).toEqual([attemptCount, attemptCount]);
        expect(await counts(db)).toEqual([attemptCount - 1, attemptCount - 1]);
      });
    expect(await counts(db)).toEqual([2, 2]);
  });
});

describe('a new post in one statement', () => {
  it('keeps every character of the request', async () => {
    const caption = `quotes ' " \\ \\n, a tab\t, a line\nbreak, {"json": [1]}, $1, null, \u{1F469}‍\u{1F680}, é`;
    const { postId } = await pendingPost(caption);
    const record = await readPost(api.deps.db, postId);
    expect(record?.post.caption).toBe(caption);
    expect(record?.targets.map((target) => [target.order, target.mediaIds, target.platformOptions])).toEqual([
      [0, [], null],
      [1, [], null],
    ]);
    const events = await api.deps.db.select().from(postEvents).where(eq(postEvents.postId, postId));
    expect(events.map((event) => event.kind).sort()).toEqual(['CREATED', 'SCHEDULED', 'START_DEFERRED']);
  });
});

// The fence relies on this: a run must decide from the values that exist once it holds the lock.
describe('a read with a row lock', () => {
  it('returns the values that the previous holder of the lock has written', async () => {
    const { postId, workflowId } = await pendingPost();
    const { db } = api.deps;
    const [target] = await db.select().from(targets).where(eq(targets.postId, postId)).limit(1);
    const targetId = target?.id ?? '';
    const input = { postId, targetId, step: 'POST', workflowId } as const;
    const waiting = await db.transaction(async (holder) => {
      await lockPost(holder, postId);
      await holder.update(posts).set({ workflowId, status: 'PUBLISHING' }).where(eq(posts.id, postId));
      const readers = [
        db.transaction((tx) => lockPost(tx, postId)),
        db.transaction((tx) => lockOpen(tx, input)),
      ] as const;
      await expect.poll(() => waitersForLocks()).toBe(2);
      await holder
        .update(targets)
        .set({ status: 'PUBLISHING', attemptCount: 3 })
        .where(eq(targets.id, targetId));
      await holder.insert(publishAttempts).values({
        id: api.deps.newId('attempt'),
        publicationId: targetId,
        accountIdentity: 'X:1',
        generation: 1,
        number: 1,
        workflowId,
        sentText: 'sent',
        startedAt: api.deps.clock.now(),
      });
      return readers;
    });
    const [record, open] = await Promise.all(waiting);
    expect(record?.targets.find(({ id }) => id === targetId)?.attemptCount).toBe(3);
    expect(open?.last).toMatchObject({ number: 1, outcome: null });
  });
});

describe('a change of a post', () => {
  it('locks the workspace before the post, like a deletion, so that the two cannot deadlock', async () => {
    const { postId } = await pendingPost();
    const { db } = api.deps;
    let canceled: ReturnType<typeof call> | undefined;
    await db.transaction(async (holder) => {
      await holder
        .select()
        .from(workspaces)
        .where(eq(workspaces.id, tenant.workspaceId))
        .for('no key update');
      canceled = call(api, 'POST', `/posts/${postId}/cancel`, { key: tenant.key });
      await expect.poll(() => waitersForLocks()).toBe(1);
      const free = holder.select({ id: posts.id }).from(posts).where(eq(posts.id, postId));
      expect(await free.for('update', { skipLocked: true })).toEqual([{ id: postId }]);
    });
    expect((await canceled)?.status).toBe(200);
  });
});

describe('concurrent promotions', () => {
  it('each promote only their own post, without waiting for others', async () => {
    const started = await Promise.all(Array.from({ length: 30 }, () => pendingPost()));
    const stale = { postId: started[0]?.postId ?? '', workflowId: started[1]?.workflowId ?? '' };
    const missing = { postId: 'post_missing', workflowId: 'publish-post:post_missing:1' };
    const promoted = await Promise.all([...started, missing].map((one) => promoteRun(api.deps, one)));
    expect(promoted.map((post) => post?.id)).toEqual([...started.map(({ postId }) => postId), undefined]);
    expect(promoted.map((post) => post?.workflowId)).toEqual([
      ...started.map(({ workflowId }) => workflowId),
      undefined,
    ]);
    expect(await promoteRun(api.deps, stale)).toBeUndefined();
  });

  it('fail separately: an error of the database for one does not affect the others', async () => {
    const good = await Promise.all(Array.from({ length: 5 }, () => pendingPost()));
    // No statement can contain a NUL, so this one fails.
    const bad = { postId: 'post_\0', workflowId: 'w' };
    const results = await Promise.allSettled(
      [good[0], bad, ...good.slice(1)].flatMap((one) =>
        one === undefined ? [] : [promoteRun(api.deps, one)],
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      ...good.slice(1).map(() => 'fulfilled'),
    ]);
    for (const { postId, workflowId } of good) {
      expect((await readPost(api.deps.db, postId))?.post).toMatchObject({
        workflowId,
        pendingWorkflowId: null,
      });
    }
  });
});

async function waitersForLocks(): Promise<number> {
  const [row] = await api.deps.db.execute<{ count: string }>(sql`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return Number(row?.count);
}
