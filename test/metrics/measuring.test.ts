import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  auditLog,
  metricFeeds,
  metricSnapshots,
  socialAccounts,
  sweeps,
  targets,
  webhookEvents,
} from '../../src/db/schema/index.js';
import { enrolFeeds } from '../../src/services/metrics/enrol.js';
import { getPostMetrics } from '../../src/services/metrics/get.js';
import { listMetricChanges } from '../../src/services/metrics/list-changes.js';
import { measureDue } from '../../src/services/metrics/measure-due.js';
import { planMeasuring } from '../../src/services/metrics/plan.js';
import { refreshMetrics } from '../../src/services/metrics/refresh.js';
import { createReadTurns, type ReadTurns } from '../../src/services/platform-reads/read-turns.js';
import { deletePost } from '../../src/services/posts/delete.js';
import { storeConnection } from '../../src/services/social-accounts/connect.js';
import { updateAccountReads } from '../../src/services/social-accounts/update-reads.js';
import { never, publish } from '../comments/reading-support.js';
import { createShiftedClock } from '../harness/clock.js';
import { untilLockWaits } from '../harness/lock-waits.js';
import { createScriptedMetrics } from '../harness/scripted-metrics.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { addReceiver } from '../harness/webhooks.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const price = {
  currency: 'USD',
  asOf: '2026-08-22',
  source: 'https://example.test',
  thousandthsPerPost: 5,
} as const;

describe('reading the metrics of posts', () => {
  const clock = createShiftedClock();
  const source = createScriptedMetrics({ postsPerCallMax: 2 });
  const paid = createScriptedMetrics({ price });
  const scoped = createScriptedMetrics({ scope: 'insights', postsPerCallMax: 1 });
  const stack = useStack({
    platforms: [
      Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { metrics: source }),
      Object.assign(createScriptedPlatform('X', 'blind'), { metrics: paid }),
      Object.assign(createScriptedPlatform('THREADS', 'queryable'), { metrics: scoped }),
      createScriptedPlatform('PINTEREST', 'blind'),
    ],
    clock,
    runWorker: false,
  });
  const workspace = useWorkspace(stack, ['BLUESKY', 'X', 'THREADS', 'PINTEREST']);
  beforeEach(async () => {
    for (const scripted of [source, paid, scoped]) scripted.reset();
    // Rows of other tests are not due for the sweeps here.
    await stack.deps.db.delete(metricFeeds);
    await stack.deps.db.delete(sweeps);
    await stack.deps.db.update(targets).set({ publishedAt: null });
  });

  const account = (index: number): string => workspace.accountIds[index] ?? '';
  const setAccount = (index: number, values: Partial<typeof socialAccounts.$inferInsert>) =>
    stack.deps.db
      .update(socialAccounts)
      .set(values)
      .where(eq(socialAccounts.id, account(index)));
  const measure = () => measureDue(stack.deps, {}, never);
  const makeDue = () => stack.deps.db.update(metricFeeds).set({ dueAt: clock.now() });
  /** Turns the reading of paid metrics on or off. */
  const turn = (to: 'on' | 'off') =>
    updateAccountReads(workspace.ctx, { socialAccountId: account(1), readsMetrics: to === 'on' });
  const feedOf = async (targetId: string) => {
    const [row] = await stack.deps.db.select().from(metricFeeds).where(eq(metricFeeds.targetId, targetId));
    if (row === undefined) throw new Error('There is no feed.');
    return row;
  };
  const snapshotsOf = (targetId: string) =>
    stack.deps.db.select().from(metricSnapshots).where(eq(metricSnapshots.targetId, targetId));
  const metricsOf = async (postId: string) =>
    (await getPostMetrics(workspace.ctx, { postId })).targets[0]?.metrics;
  /** Creates a public post whose metrics are due. */
  const publishDue = async (options: { account?: number; agoMs?: number } = {}) => {
    const post = await publish(stack.deps, workspace, options);
    await stack.deps.db.delete(sweeps);
    await enrolFeeds(stack.deps);
    await makeDue();
    return post;
  };

  describe('the posts to read', () => {
    it('include posts of thirty days on platforms with metrics, each once and after an hour', async () => {
      const young = await publish(stack.deps, workspace);
      await publish(stack.deps, workspace, { agoMs: 31 * dayMs });
      await publish(stack.deps, workspace, { account: 1 });
      await publish(stack.deps, workspace, { account: 3 });
      await enrolFeeds(stack.deps);
      await enrolFeeds(stack.deps);
      const feeds = await stack.deps.db.select().from(metricFeeds);
      expect(feeds.map(({ targetId }) => targetId)).toEqual([young.targetId]);
      const dueInMs = (feeds[0]?.dueAt?.getTime() ?? 0) - clock.now().getTime();
      expect(dueInMs).toBeGreaterThan(0.85 * hourMs);
      expect(dueInMs).toBeLessThan(1.11 * hourMs);
      expect(await planMeasuring(stack.deps)).toEqual({ reads: 0 });
    });

    it('include posts on paid platforms once a person has turned reading on', async () => {
      const post = await publish(stack.deps, workspace, { account: 1 });
      expect(await metricsOf(post.postId)).toMatchObject({ status: 'OFF', nextAt: null });
      await turn('on');
      paid.likes.set(post.externalPostId, 7);
      expect(await measure()).toMatchObject({ read: 1 });
      expect((await metricsOf(post.postId))?.values.likes).toBe(7);
      await turn('off');
      await makeDue();
      await measure();
      expect([(await feedOf(post.targetId)).dueAt, paid.calls.length]).toEqual([null, 1]);
    });

    it('leave out posts on paid platforms, even if they are claimed, after a person has turned reading off', async () => {
      await publish(stack.deps, workspace, { account: 1 });
      await turn('on');
      const turns = createReadTurns();
      const offFirst: ReadTurns = (platform) => ({
        ...turns(platform),
        run: async (server, work) => {
          await turn('off');
          return turns(platform).run(server, work);
        },
      });
      expect(await measureDue(stack.deps, {}, never, offFirst)).toMatchObject({ read: 0 });
      expect(paid.calls).toEqual([]);
    });

    it('are due if the last of two concurrent requests turns reading on', async () => {
      const { db } = stack.deps;
      const post = await publish(stack.deps, workspace, { account: 1 });
      await turn('on');
      const changes = await db.transaction(async (tx) => {
        await tx
          .select()
          .from(socialAccounts)
          .where(eq(socialAccounts.id, account(1)))
          .for('update');
        const off = turn('off');
        await untilLockWaits(db, 1);
        const on = turn('on');
        await untilLockWaits(db, 2);
        return [off, on];
      });
      await Promise.all(changes);
      expect((await feedOf(post.targetId)).dueAt).not.toBeNull();
      const entries = await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.subjectId, account(1)));
      expect(entries).toHaveLength(3);
    });

    it('are still read for a price after a reconnection of the same account, but not those of another account', async () => {
      await turn('on');
      const connected = async (externalAccountId: string) => {
        const connection = await storeConnection(stack.deps, {
          workspaceId: workspace.workspaceId,
          platform: 'X',
          externalAccountId,
          handle: '@x',
          displayName: null,
          serviceUrl: null,
          sandbox: false,
          credentials: { token: 'new' },
          allowReplace: true,
        });
        return [connection.outcome, connection.account.metrics.reads];
      };
      const [row] = await stack.deps.db
        .select()
        .from(socialAccounts)
        .where(eq(socialAccounts.id, account(1)));
      await setAccount(1, { status: 'TOKEN_EXPIRED' });
      expect(await connected(row?.externalAccountId ?? '')).toEqual(['reconnected', true]);
      expect(await connected('another')).toEqual(['connected', false]);
    });

    it('leave out accounts without the permission, until they are connected with it', async () => {
      await setAccount(2, { scopes: ['basic'], missingScopes: ['insights'] });
      const post = await publishDue({ account: 2 });
      expect(await measure()).toMatchObject({ read: 0, failed: 0 });
      expect(scoped.calls).toEqual([]);
      expect(await metricsOf(post.postId)).toMatchObject({ status: 'PERMISSION_MISSING', nextAt: null });
      await setAccount(2, { scopes: ['basic', 'insights'], missingScopes: [] });
      await makeDue();
      scoped.likes.set(post.externalPostId, 1);
      expect(await measure()).toMatchObject({ read: 1 });
    });

    it('leave out posts that were deleted in Punctual', async () => {
      const post = await publishDue();
      await deletePost(workspace.ctx, { postId: post.postId });
      expect(await measure()).toMatchObject({ read: 0 });
      expect((await feedOf(post.targetId)).dueAt).toBeNull();
      expect(source.calls).toEqual([]);
    });
  });

  describe('a reading', () => {
    it('takes as many posts in one call as the platform allows', async () => {
      const posts = [await publishDue(), await publishDue(), await publishDue()];
      for (const { externalPostId } of posts) source.likes.set(externalPostId, 3);
      expect(await measure()).toEqual({ read: 3, failed: 0, changed: 3, announced: 0 });
      expect(source.calls.map(({ externalPostIds }) => externalPostIds.length)).toEqual([2, 1]);
    });

    it('distinguishes null from zero', async () => {
      const post = await publishDue();
      source.likes.set(post.externalPostId, 0);
      await measure();
      const metrics = await metricsOf(post.postId);
      expect(metrics).toMatchObject({
        status: 'OK',
        measuredAt: expect.any(Date) as Date,
        native: { likes: 0 },
      });
      expect(metrics?.values).toMatchObject({ likes: 0, views: null });
    });

    it('writes a snapshot only if something has changed, and waits longer if nothing does', async () => {
      const post = await publishDue({ agoMs: 2 * dayMs });
      source.likes.set(post.externalPostId, 1);
      for (let count = 0; count < 3; count += 1) {
        await measure();
        clock.shiftMs += minuteMs;
        await makeDue();
      }
      expect(await snapshotsOf(post.targetId)).toHaveLength(1);
      expect(await feedOf(post.targetId)).toMatchObject({ unchanged: 2, failures: 0 });
      source.likes.set(post.externalPostId, 2);
      await measure();
      expect(await snapshotsOf(post.targetId)).toHaveLength(2);
      expect(await feedOf(post.targetId)).toMatchObject({ unchanged: 0 });
    });

    it('keeps one snapshot of each day that is older than seven days', async () => {
      const post = await publishDue({ agoMs: 20 * dayMs });
      const day = new Date(Math.floor((clock.now().getTime() - 10 * dayMs) / dayMs) * dayMs);
      const at = [1, 5, 9, 30, 34].map((hours) => new Date(day.getTime() + hours * hourMs));
      for (const measuredAt of at) {
        await stack.deps.db
          .execute(sql`insert into metric_snapshots (target_id, measured_at, "values", native)
          values (${post.targetId}, ${measuredAt.toISOString()}::timestamptz, '{}', '{}')`);
      }
      source.likes.set(post.externalPostId, 1);
      await measure();
      const rows = await snapshotsOf(post.targetId);
      const times = rows.map(({ measuredAt }) => measuredAt.getTime()).sort((a, b) => a - b);
      expect(times).toHaveLength(3);
      expect(times.slice(0, 2)).toEqual([at[2]?.getTime(), at[4]?.getTime()]);
    });

    it('keeps the earlier metrics if it fails, and is repeated later', async () => {
      const post = await publishDue();
      source.likes.set(post.externalPostId, 5);
      await measure();
      await makeDue();
      source.script.push({ kind: 'ambiguous', message: 'It did not respond.' });
      expect(await measure()).toMatchObject({ failed: 1, read: 0 });
      const metrics = await metricsOf(post.postId);
      expect(metrics).toMatchObject({ status: 'FAILED', values: { likes: 5 } });
      expect(metrics?.nextAt?.getTime()).toBeGreaterThan(clock.now().getTime());
    });

    it('pauses the account after a rate limit, without a failure of the post', async () => {
      const post = await publishDue();
      source.script.push({ kind: 'rate-limited', retryAfterMs: 5 * minuteMs, message: 'Slow down.' });
      await measure();
      await makeDue();
      await measure();
      expect(source.calls).toHaveLength(1);
      expect(await feedOf(post.targetId)).toMatchObject({ failures: 0 });
      expect(await metricsOf(post.postId)).toMatchObject({ status: 'PENDING' });
      await setAccount(0, { commentsPausedUntil: null });
    });

    it('waits while the account waits for a rate limit of publishing', async () => {
      await publishDue();
      await setAccount(0, { pacedUntil: new Date(clock.now().getTime() + minuteMs) });
      await measure();
      expect(source.calls).toEqual([]);
      await setAccount(0, { pacedUntil: null });
    });
  });

  it('counts calls in the same budget of the account as the reading of comments', async () => {
    await setAccount(0, { commentsCallsAt: null });
    const post = await publishDue();
    source.likes.set(post.externalPostId, 1);
    const before = clock.now().getTime();
    await measure();
    const [row] = await stack.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, account(0)));
    const aheadMs = (row?.commentsCallsAt?.getTime() ?? 0) - before;
    expect(aheadMs).toBeGreaterThanOrEqual(hourMs / 36_000);
    expect(aheadMs).toBeLessThan(minuteMs);
  });

  it('lists changes since a position, each target once', async () => {
    const posts = [await publishDue(), await publishDue()];
    for (const { externalPostId } of posts) source.likes.set(externalPostId, 1);
    await measure();
    const list = (since?: string) =>
      listMetricChanges(workspace.ctx, {
        workspaceId: workspace.workspaceId,
        limit: 1,
        ...(since !== undefined && { since }),
      });
    expect(await list()).toEqual({ data: [], cursor: null, hasMore: false });
    clock.shiftMs += minuteMs / 2;
    // A statement that takes longer may still be running.
    expect((await list()).data).toEqual([]);
    clock.shiftMs += minuteMs / 2;
    const first = await list();
    expect(first).toMatchObject({ data: [{ metrics: { values: { likes: 1 } } }], hasMore: true });
    const second = await list(first.cursor ?? '');
    expect(second).toMatchObject({ hasMore: false });
    expect(new Set([...first.data, ...second.data].map(({ targetId }) => targetId)).size).toBe(2);
    expect(await list(second.cursor ?? '')).toEqual({ data: [], cursor: second.cursor, hasMore: false });
    await expect(list('nonsense')).rejects.toThrow('cursor');
    for (const { postId } of posts) await deletePost(workspace.ctx, { postId });
    expect((await list()).data).toEqual([]);
  });

  it('sends an event to the endpoints that have chosen it, at most once a day for each target', async () => {
    await addReceiver(workspace, 'https://127.0.0.1:9/', ['post.metrics_updated']);
    const post = await publishDue();
    const step = async (likes: number, laterMs: number) => {
      clock.shiftMs += laterMs;
      await makeDue();
      source.likes.set(post.externalPostId, likes);
      return (await measure()).announced;
    };
    expect(await step(1, 0)).toBe(1);
    expect(await step(2, hourMs)).toBe(0);
    expect(await step(3, dayMs)).toBe(1);
    // The change came too early for another event, so it is reported later, although nothing has changed since.
    expect(await step(4, hourMs)).toBe(0);
    expect(await step(4, dayMs)).toBe(1);
    expect(await step(4, dayMs)).toBe(0);
    const events = await stack.deps.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.postId, post.postId));
    expect(events).toHaveLength(3);
    expect(JSON.parse(events[0]?.payload ?? '{}')).toMatchObject({
      type: 'post.metrics_updated',
      data: { target: { targetId: post.targetId, metrics: { status: 'OK' } } },
    });
  });

  it('is requested at most once a minute, with reasons for the accounts that are skipped', async () => {
    const post = await publish(stack.deps, workspace);
    const first = await refreshMetrics(workspace.ctx, { workspaceId: workspace.workspaceId });
    expect(first.accepted.map(({ socialAccountId }) => socialAccountId)).toContain(account(0));
    expect(first.skipped).toEqual(
      expect.arrayContaining([
        { socialAccountId: account(1), reason: 'SWITCHED_OFF', retryAfterMs: null },
        { socialAccountId: account(3), reason: 'NOT_SUPPORTED', retryAfterMs: null },
      ]),
    );
    expect((await feedOf(post.targetId)).dueAt?.getTime()).toBeLessThanOrEqual(clock.now().getTime());
    const again = await refreshMetrics(workspace.ctx, { workspaceId: workspace.workspaceId });
    expect(again.accepted).toEqual([]);
  });

  it('costs few statements: 100,000 targets in 30 days stay below one a second', async () => {
    const post = await publishDue();
    await stack.deps.db.execute(sql`
      insert into publications select (jsonb_populate_record(t, jsonb_build_object('id', t.id || '-' || n,
        'external_post_id', t.external_post_id || '-' || n))).* from publications t, generate_series(1, 199) n
      where t.id = ${post.targetId}`);
    await stack.deps.db.delete(sweeps);
    await enrolFeeds(stack.deps);
    await makeDue();
    const { db } = stack.deps;
    const seen = { statements: 0 };
    const counted = new Proxy(db, {
      get: (target, name, receiver) => {
        if (['execute', 'select', 'selectDistinct', 'insert', 'update', 'delete'].includes(String(name)))
          seen.statements += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    await planMeasuring({ ...stack.deps, db: counted });
    await measureDue({ ...stack.deps, db: counted }, {}, never);
    expect(source.calls).toHaveLength(100);
    // A busy post is read 43 times in 30 days, so 100,000 posts need 100 reads a minute. This reads twice as many.
    expect(seen.statements).toBeLessThan(60);
  });
});
