import { eq, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, comments, socialAccounts, webhookEvents } from '../../src/db/schema/index.js';
import { pollCommentsWorkflowId, workflowTypes } from '../../src/domain/workflow-contract.js';
import { forgetComments, runRequestedPurges } from '../../src/services/comment-feeds/forget.js';
import { lookNow } from '../../src/services/comment-feeds/internal/look-now.js';
import { refreshComments } from '../../src/services/comment-feeds/refresh.js';
import { updateAccountReads } from '../../src/services/social-accounts/update-reads.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { getSocialAccount } from '../../src/services/social-accounts/get.js';
import { createShiftedClock } from '../harness/clock.js';
import { mintComment } from '../harness/comments.js';
import { startReceiver } from '../harness/receiver.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { addReceiver, eventsOf } from '../harness/webhooks.js';
import { commentsOf, feedOf, makeDue, publish, publishDue, read } from './reading-support.js';
import { waitMsMax } from '../harness/patience.js';

const dayMs = 24 * 60 * 60_000;
/** This text is in everything that another user has written, so that leaks can be found. */
const canary = 'canary-7d1e-written-by-somebody';
const dialect = new PgDialect();

describe('a refresh of comments', () => {
  const clock = createShiftedClock();
  const logged: string[] = [];
  const source = createScriptedComments();
  const paid = createScriptedComments({ paidReads: true });
  const platform = Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { comments: source });
  const stack = useStack({
    platforms: [
      platform,
      Object.assign(createScriptedPlatform('X', 'blind'), { comments: paid }),
      createScriptedPlatform('PINTEREST', 'blind'),
    ],
    clock,
    prepare: ({ deps }) => {
      const note = (...args: unknown[]): void => {
        logged.push(args.map((arg) => (arg instanceof Error ? arg.stack : JSON.stringify(arg))).join(' '));
      };
      for (const level of ['info', 'warn', 'error', 'debug'] as const) deps.log[level] = note;
    },
  });
  const workspace = useWorkspace(stack, ['BLUESKY', 'X', 'PINTEREST']);
  beforeEach(async () => {
    source.reset();
    paid.reset();
    logged.length = 0;
    await stack.deps.db.delete(commentFeeds);
  });

  const account = (index: number): string => workspace.accountIds[index] ?? '';
  const refresh = (input: { socialAccountId?: string; postId?: string } = {}) =>
    refreshComments(workspace.ctx, { workspaceId: workspace.workspaceId, ...input });
  const untilStored = (externalPostId: string, count = 1) =>
    expect
      .poll(async () => (await commentsOf(stack.deps, externalPostId)).length, { timeout: waitMsMax })
      .toBe(count);

  it('reads comments at once, at most once a minute, and reports the accounts that it skips', async () => {
    const { externalPostId } = await publish(stack.deps, workspace);
    source.write(externalPostId);
    const first = await refresh();
    expect(first.accepted).toEqual([{ socialAccountId: account(0) }]);
    expect(first.skipped).toHaveLength(2);
    expect(first.skipped).toEqual(
      expect.arrayContaining([
        { socialAccountId: account(1), reason: 'SWITCHED_OFF', retryAfterMs: null },
        { socialAccountId: account(2), reason: 'NOT_SUPPORTED', retryAfterMs: null },
      ]),
    );
    await untilStored(externalPostId);
    clock.shiftMs += 20_000;
    const [again] = (await refresh({ socialAccountId: account(0) })).skipped;
    expect(again).toMatchObject({ reason: 'REFRESHED_LATELY' });
    expect(again?.retryAfterMs).toBeGreaterThan(30_000);
    expect(again?.retryAfterMs).toBeLessThanOrEqual(40_000);
    clock.shiftMs += 41_000;
    source.write(externalPostId);
    expect((await refresh({ socialAccountId: account(0) })).accepted).toHaveLength(1);
    await untilStored(externalPostId, 2);
  });

  it('reports when a paused account can be refreshed again, and works after that', async () => {
    const pause = (column: 'pacedUntil' | 'commentsPausedUntil' | 'commentsCallsAt', ms: number) =>
      stack.deps.db
        .update(socialAccounts)
        .set({ [column]: new Date(clock.now().getTime() + ms) })
        .where(eq(socialAccounts.id, account(0)));
    for (const column of ['pacedUntil', 'commentsPausedUntil'] as const) {
      clock.shiftMs += 61_000;
      await pause(column, 300_000);
      const { accepted, skipped } = await refresh({ socialAccountId: account(0) });
      expect([accepted, skipped]).toMatchObject([[], [{ socialAccountId: account(0), reason: 'PAUSED' }]]);
      expect(skipped[0]?.retryAfterMs).toBeGreaterThan(200_000);
      expect(skipped[0]?.retryAfterMs).toBeLessThanOrEqual(300_000);
      await pause(column, 0);
    }
    // The calls of the account are used up for several hours.
    clock.shiftMs += 61_000;
    await pause('commentsCallsAt', 4 * 3_600_000);
    const { skipped } = await refresh({ socialAccountId: account(0) });
    expect(skipped).toMatchObject([{ reason: 'PAUSED' }]);
    expect(skipped[0]?.retryAfterMs).toBeGreaterThan(3_600_000);
    await pause('commentsCallsAt', 0);
    expect((await refresh({ socialAccountId: account(0) })).accepted).toHaveLength(1);
    clock.shiftMs += 61_000;
    // This pause is so short that it ends before the next sweep, which then reads the account.
    await pause('pacedUntil', 5_000);
    expect((await refresh({ socialAccountId: account(0) })).accepted).toHaveLength(1);
  });

  it('is accepted for only one of several concurrent requests', async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => refresh({ socialAccountId: account(0) })),
    );
    expect(asked.flatMap(({ accepted }) => accepted)).toHaveLength(1);
  });

  it('reads a single post of any age, and finds deleted comments', async () => {
    const { externalPostId, postId } = await publish(stack.deps, workspace, { agoMs: 100 * dayMs });
    source.write(externalPostId, { postedAt: new Date(Date.now() - 99 * dayMs) });
    await refresh({ postId });
    await untilStored(externalPostId);
    await expect.poll(async () => (await feedOf(stack.deps, externalPostId)).dueAt).toBeNull();
    clock.shiftMs += 61_000;
    source.posts.set(externalPostId, []);
    await refresh({ postId });
    await expect
      .poll(async () => (await commentsOf(stack.deps, externalPostId))[0]?.deletedAt ?? null, {
        timeout: waitMsMax,
      })
      .not.toBeNull();
  });

  it('is refused for an unknown post or account, and for an account whose grant has ended', async () => {
    await expect(refresh({ socialAccountId: 'acc_unknown' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      extras: { path: 'socialAccountId' },
    });
    await expect(refresh({ postId: 'post_unknown' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      extras: { path: 'postId' },
    });
    await stack.deps.db
      .update(socialAccounts)
      .set({ status: 'TOKEN_EXPIRED' })
      .where(eq(socialAccounts.id, account(0)));
    await expect(refresh({ socialAccountId: account(0) })).rejects.toMatchObject({
      code: 'PLATFORM_AUTH_FAILED',
    });
    expect((await refresh()).skipped).toContainEqual({
      socialAccountId: account(0),
      reason: 'TOKEN_EXPIRED',
      retryAfterMs: null,
    });
  });

  it('includes paid reads once they are enabled: older comments count as read, and cause no events', async () => {
    const { externalPostId } = await publish(stack.deps, workspace, { account: 1, agoMs: dayMs });
    await addReceiver(workspace, 'http://127.0.0.1:9/', ['comment.received']);
    paid.write(externalPostId, { postedAt: new Date(Date.now() - 60_000) });
    const on = await updateAccountReads(workspace.ctx, {
      socialAccountId: account(1),
      readsComments: true,
    });
    expect(on.comments).toEqual({ available: true, reads: true, paid: true, paidReadsThisMonth: 0 });
    await read(stack.deps);
    expect(await commentsOf(stack.deps, externalPostId)).toMatchObject([{ announceSince: null }]);
    expect((await commentsOf(stack.deps, externalPostId))[0]?.readAt).not.toBeNull();
    expect(await eventsOf(stack.deps, workspace.workspaceId)).toHaveLength(0);
    const { comments: now } = await getSocialAccount(workspace.ctx, { socialAccountId: account(1) });
    expect(now.paidReadsThisMonth).toBe(1);
    await updateAccountReads(workspace.ctx, { socialAccountId: account(1), readsComments: false });
    await makeDue(stack.deps, externalPostId);
    await read(stack.deps);
    expect((await feedOf(stack.deps, externalPostId)).dueAt).toBeNull();
    const nowhere = updateAccountReads(workspace.ctx, {
      socialAccountId: account(2),
      readsComments: true,
    });
    await expect(nowhere).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('reads posts that a platform reports as changed, even a post of another app', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    await read(stack.deps);
    const [row] = await stack.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, account(0)));
    const say = (id: string) => {
      const looks = [{ externalAccountId: row?.externalAccountId ?? '', externalPostId: id }];
      return lookNow(stack.deps, { mayStart: () => true }, { platform: 'BLUESKY', looks });
    };
    source.write(externalPostId);
    await say(externalPostId);
    await untilStored(externalPostId);
    source.write('somebody-elses-tool');
    await say('somebody-elses-tool');
    await untilStored('somebody-elses-tool');
    expect(await commentsOf(stack.deps, 'somebody-elses-tool')).toMatchObject([{ postId: null }]);
  });

  it('keeps the texts of visitors out of histories and logs, even after errors', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    const receiver = await startReceiver();
    await addReceiver(workspace, receiver.url, ['comment.received']);
    source.write(externalPostId, {
      text: canary,
      author: { externalId: canary, handle: canary, name: canary, avatarUrl: null },
    });
    const ids = ['a', 'b'].map((name) => `poll-comments-${stack.taskQueue}-${name}`);
    const run = (workflowId = '') =>
      stack.client.workflow.execute(workflowTypes.pollComments, { workflowId, taskQueue: stack.taskQueue });
    const { db } = stack.deps;
    const execute = db.execute.bind(db);
    Object.assign(db, {
      execute: (query: SQL) => {
        const text = JSON.stringify(dialect.sqlToQuery(query));
        return text.includes(canary) ? Promise.reject(new Error(`Failed query: ${text}`)) : execute(query);
      },
    });
    await run(ids[0]);
    db.execute = execute;
    expect(await commentsOf(stack.deps, externalPostId)).toHaveLength(0);
    await makeDue(stack.deps, externalPostId);
    await run(ids[1]);
    expect(await commentsOf(stack.deps, externalPostId)).toMatchObject([{ text: canary }]);
    await receiver.until(1);
    expect(receiver.received[0]?.body.toString()).toContain(canary);
    const [event] = await eventsOf(stack.deps, workspace.workspaceId);
    const delivering = stack.client.workflow.list({ query: `WorkspaceId = "${workspace.workspaceId}"` });
    for await (const { workflowId } of delivering) ids.push(workflowId);
    const histories = await Promise.all(
      ids.map(async (id) => JSON.stringify(await stack.client.workflow.getHandle(id).fetchHistory())),
    );
    await receiver.close();
    expect(event?.payload).toContain(canary);
    expect(logged.join('\n')).toContain('comments could not be read');
    expect([...histories, ...logged].filter((text) => text.includes(canary))).toEqual([]);
  });

  describe('a disconnected account', () => {
    const fill = async (): Promise<string> => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      await addReceiver(workspace, 'http://127.0.0.1:9/', ['comment.received']);
      source.write(externalPostId);
      await read(stack.deps);
      return externalPostId;
    };
    const left = async (): Promise<number[]> => {
      const { db } = stack.deps;
      const of = account(0);
      return [
        (await db.select().from(comments).where(eq(comments.socialAccountId, of))).length,
        (await db.select().from(commentFeeds).where(eq(commentFeeds.socialAccountId, of))).length,
        (await db.select().from(webhookEvents).where(eq(webhookEvents.workspaceId, workspace.workspaceId)))
          .length,
      ];
    };

    it('keeps its comments for thirty days', async () => {
      await fill();
      await deleteSocialAccount(workspace.ctx, { socialAccountId: account(0) });
      clock.shiftMs += 29 * dayMs;
      await forgetComments(stack.deps);
      expect(await left()).toEqual([1, 1, 1]);
      clock.shiftMs += 2 * dayMs;
      await forgetComments(stack.deps);
      expect(await left()).toEqual([0, 0, 1]);
    });

    it('loses its comments at once on request, along with their events', async () => {
      await fill();
      await deleteSocialAccount(workspace.ctx, { socialAccountId: account(0), purge: true });
      expect(await left()).toEqual([0, 0, 0]);
    });

    it('loses its comments in a later sweep if the request could not purge them, and a repeat is accepted', async () => {
      await fill();
      await deleteSocialAccount(workspace.ctx, { socialAccountId: account(0) });
      const { db } = stack.deps;
      await db
        .update(socialAccounts)
        .set({ purgeRequestedAt: clock.now() })
        .where(eq(socialAccounts.id, account(0)));
      await runRequestedPurges(stack.deps);
      expect(await left()).toEqual([0, 0, 0]);
      const owed = async () =>
        (
          await db
            .select()
            .from(socialAccounts)
            .where(eq(socialAccounts.id, account(0)))
        )[0]?.purgeRequestedAt;
      expect(await owed()).toBeNull();
      const purgeAgain = () =>
        deleteSocialAccount(workspace.ctx, { socialAccountId: account(0), purge: true });
      await purgeAgain();
      await purgeAgain();
      expect(await owed()).toBeNull();
      await expect(deleteSocialAccount(workspace.ctx, { socialAccountId: account(0) })).rejects.toMatchObject(
        { code: 'NOT_FOUND' },
      );
    });

    it('stores nothing from a read that was running', async () => {
      const externalPostId = await fill();
      source.write(externalPostId);
      source.script.push(async () => {
        await deleteSocialAccount(workspace.ctx, { socialAccountId: account(0), purge: true });
        return undefined;
      });
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(await left()).toEqual([0, 0, 0]);
    });

    it('keeps comments that were stored after the purge was requested', async () => {
      await fill();
      await stack.deps.db
        .update(socialAccounts)
        .set({ purgeRequestedAt: clock.now() })
        .where(eq(socialAccounts.id, account(0)));
      clock.shiftMs += 60_000;
      const { workspaceId, accountIds } = workspace;
      const id = await mintComment(stack, { workspaceId, accountIds: [accountIds[0] ?? '', '', ''] });
      await runRequestedPurges(stack.deps);
      const rows = await stack.deps.db
        .select()
        .from(comments)
        .where(eq(comments.socialAccountId, account(0)));
      expect(rows.map((row) => row.id)).toEqual([id]);
    });

    it('is not read', async () => {
      const externalPostId = await fill();
      await deleteSocialAccount(workspace.ctx, { socialAccountId: account(0) });
      const before = source.calls.length;
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(source.calls).toHaveLength(before);
    });
  });

  it('joins a read of the account that is already running', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    source.write(externalPostId);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    source.script.push(async () => {
      await held;
      return undefined;
    });
    await stack.deps.starter.startCommentRead(account(0));
    await expect.poll(() => source.calls.length, { timeout: waitMsMax }).toBe(1);
    await stack.deps.starter.startCommentRead(account(0));
    release();
    await untilStored(externalPostId);
    const run = stack.client.workflow.getHandle(pollCommentsWorkflowId(account(0)));
    expect(await run.result()).toEqual({ read: 1, failed: 0, stored: 1, announced: 0 });
    expect(source.calls).toHaveLength(1);
  });
});
