import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  posts,
  publications,
  publishAttempts,
  targets,
  workflowCancellations,
} from '../../src/db/schema/index.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { deletePost } from '../../src/services/posts/delete.js';
import { getPost } from '../../src/services/posts/get.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { aheadMs } from '../../src/domain/ready-ahead.js';
import type { Advance, AdvanceInput } from '../../src/domain/workflow-contract.js';
import { advance } from '../../src/services/publishing/advance.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import type {
  PublishPostStart,
  RetryFirstCommentStart,
  WorkflowStarter,
} from '../../src/services/shared/workflow-starter.js';
import { runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { commentOf } from '../harness/leave-targets.js';

const hourMs = 3_600_000;

describe('the debts of requests to Temporal', () => {
  const platform = createScriptedPlatform('BLUESKY', 'keyed');
  /** While this is set, the API cannot reach Temporal. */
  let away = false;
  const unlessAway =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      away ? Promise.reject(new Error('Temporal is away')) : call(...args);

  const stack = useStack({
    platforms: [platform],
  });
  const workspace = useWorkspace(stack, ['BLUESKY']);
  beforeAll(() => {
    const starter = stack.deps.starter;
    const flaky: WorkflowStarter = {
      ...starter,
      startPublishPost: unlessAway((start: PublishPostStart) => starter.startPublishPost(start)),
      startRetryFirstComment: unlessAway((start: RetryFirstCommentStart) =>
        starter.startRetryFirstComment(start),
      ),
      cancel: unlessAway((workflowId: string) => starter.cancel(workflowId)),
    };
    stack.deps.starter = flaky;
    // The request to retry a first comment does not wait for the outcome, because Temporal or its worker is
    // unavailable.
    stack.deps.publishing.replyWaitMs = 0;
  });
  beforeEach(() => {
    away = false;
  });
  const sweep = () => reconcile(stack.deps, { includeYoung: true });

  it('show a pending run for a post that is created while Temporal is down, and that is published later', async () => {
    away = true;
    const post = await schedule(workspace);
    expect(post).toMatchObject({
      status: 'SCHEDULED',
      workflowId: null,
      pendingWorkflowId: `publish-post:${post.id}:1`,
    });
    away = false;
    await Promise.all([sweep(), sweep(), sweep()]);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
  });

  it('do not weaken a cancel while Temporal is down: a run that starts later does nothing', async () => {
    const post = await schedule(workspace, { inMs: 800 });
    away = true;
    const cancelled = await cancelPost(workspace.ctx, { postId: post.id });
    expect(cancelled).toMatchObject({ status: 'CANCELED', workflowId: null });
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    expect(await stack.client.workflow.getHandle(runIdOf(post)).result()).toEqual({ outcome: 'SUPERSEDED' });
    expect(platform.commits).toBe(0);
  });

  it('include a cancellation, which is delivered later', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    away = true;
    await cancelPost(workspace.ctx, { postId: post.id });
    away = false;
    await sweep();
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    const owed = await stack.deps.db
      .select()
      .from(workflowCancellations)
      .where(eq(workflowCancellations.workflowId, runIdOf(post)));
    expect(owed).toEqual([]);
  });

  it('include the end of a run that starts after the cancel, which the sweep requests', async () => {
    away = true;
    const post = await schedule(workspace, { inMs: hourMs });
    await cancelPost(workspace.ctx, { postId: post.id });
    away = false;
    // This request was on its way when Temporal became available again.
    await stack.deps.starter.startPublishPost({
      workflowId: runIdOf(post),
      postId: post.id,
      workspaceId: post.workspaceId,
      socialAccountIds: [],
      platforms: [],
      scheduledAt: post.scheduledAt ?? new Date(),
      startAt: post.scheduledAt ?? new Date(),
      targets: [],
      requestId: null,
    });
    await sweep();
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect(platform.commits).toBe(0);
  });

  describe('a first comment that was retried while Temporal was down', () => {
    /** Creates a retry that was accepted this long ago, but never started. */
    async function askedFor(agoMs: number): Promise<{ postId: string; targetId: string }> {
      platform.script.push(
        { accept: true },
        { accept: false, answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } },
      );
      const { id: postId } = await schedule(workspace, { firstComment: 'First!' });
      const published = await untilStatus(workspace, postId, 'PUBLISHED');
      const { id: targetId = '' } = published.targets[0] ?? {};
      const isIt = eq(publishAttempts.publicationId, `${targetId}:FIRST_COMMENT`);
      await stack.deps.db
        .update(publishAttempts)
        .set({ startedAt: new Date(0) })
        .where(isIt);
      away = true;
      await retryFirstComment(workspace.ctx, { postId, targetId });
      away = false;
      const runSince = new Date(Date.now() - agoMs);
      const isComment = eq(publications.targetId, targetId);
      await stack.deps.db.update(publications).set({ runSince }).where(isComment);
      return { postId, targetId };
    }
    const errorOf = async ({ postId }: { postId: string }) =>
      (await getPost(workspace.ctx, { postId })).targets[0]?.firstCommentError;
    const runOf = async ({ targetId }: { targetId: string }) =>
      (await commentOf(stack.deps.db, targetId)).runId;

    it.each([5 * 60_000, 20 * hourMs])(
      'is sent once Temporal is back, %i ms after the request',
      async (agoMs) => {
        const asked = await askedFor(agoMs);
        await Promise.all([sweep(), sweep()]);
        await expect.poll(() => errorOf(asked)).toBeNull();
        expect(platform.published.map(({ text }) => text)).toEqual(['Hello', 'First!']);
      },
    );

    it('fails visibly again after more than a day', async () => {
      const asked = await askedFor(26 * hourMs);
      await sweep();
      expect(await errorOf(asked)).toMatch(/within 24 hours and was stopped/);
      expect(await runOf(asked)).toBeNull();
      expect(platform.commits).toBe(2);
    });

    it('fails visibly again if its run was terminated', async () => {
      const asked = await askedFor(5 * 60_000);
      await stack.stopWorker();
      const workflowId = (await runOf(asked)) ?? '';
      const { workspaceId } = workspace;
      await stack.deps.starter.startRetryFirstComment({ ...asked, workflowId, workspaceId, requestId: null });
      await stack.client.workflow.getHandle(workflowId).terminate('by hand');
      await sweep();
      expect(await errorOf(asked)).toMatch(/^PUBLISH_UNCONFIRMED: The first comment /);
      expect(await runOf(asked)).toBeNull();
      await stack.startWorker();
    });
  });

  it('never lead to the publication of a deleted post', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    await deletePost(workspace.ctx, { postId: post.id });
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect(platform.commits).toBe(0);
  });

  it('include a new run for an overdue post whose run was terminated, which publishes once', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    await stack.client.workflow.getHandle(runIdOf(post)).terminate('by hand');
    const past = new Date(Date.now() - hourMs);
    await stack.deps.db
      .update(posts)
      .set({ scheduledAt: past, updatedAt: past })
      .where(eq(posts.id, post.id));
    await stack.deps.db.update(targets).set({ scheduledFor: past }).where(eq(targets.postId, post.id));
    expect((await sweep()).revived).toBe(1);
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(done.workflowId).toBe(`publish-post:${post.id}:2`);
    expect(platform.published).toHaveLength(1);
  });

  it('are overdue from the time of a retry, however long ago the post was first due', async () => {
    platform.script.push({
      accept: false,
      answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
    });
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'FAILED');
    const longAgo = new Date(Date.now() - 48 * hourMs);
    await stack.deps.db.update(posts).set({ scheduledAt: longAgo }).where(eq(posts.id, post.id));
    await stack.stopWorker();
    const retried = await retryPost(workspace.ctx, { postId: post.id });
    await stack.client.workflow.getHandle(runIdOf(retried)).terminate('by hand');
    await stack.deps.db.update(posts).set({ updatedAt: longAgo }).where(eq(posts.id, post.id));
    await stack.startWorker();
    expect((await sweep()).revived).toBe(1);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
  });

  const taken = (input: AdvanceInput): Promise<Advance> =>
    advance(stack.deps, input, { turns: createPublishTurns(stack.deps.publishing.dueClock) });

  it('do not include any run but the one that the post names, so that others are superseded', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const strange = {
      postId: post.id,
      targetId: post.targets[0]?.id ?? '',
      workflowId: `publish-post:${post.id}:9`,
      nowMs: Date.now() + 2 * hourMs,
    };
    const superseded = { kind: 'END', outcome: 'SUPERSEDED' };
    expect(await taken(strange)).toMatchObject(superseded);
    const missing = `post_${randomUUID().replaceAll('-', '')}`;
    expect(await taken({ ...strange, postId: missing })).toMatchObject(superseded);
    await cancelPost(workspace.ctx, { postId: post.id });
  });

  it('make a run that starts early wait until the due time', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const nowMs = Date.now();
    const startMs = performance.now();
    const targetId = post.targets[0]?.id ?? '';
    const turn = await taken({ postId: post.id, targetId, workflowId: runIdOf(post), nowMs });
    const tookMs = performance.now() - startMs;
    const beginMs = (post.scheduledAt?.getTime() ?? 0) - aheadMs(post.id);
    // The wait is correct on the run's clock, although it is calculated on the database's clock.
    expect(Math.abs((turn.kind === 'WAIT' ? nowMs + turn.waitMs : 0) - beginMs)).toBeLessThan(1_000 + tookMs);
    await cancelPost(workspace.ctx, { postId: post.id });
  });
});
