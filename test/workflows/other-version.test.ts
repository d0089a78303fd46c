import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  posts,
  publications,
  publishAttempts,
  targets,
  webhookDeliveries,
} from '../../src/db/schema/index.js';
import { refreshAccountWorkflowId } from '../../src/domain/workflow-contract.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { failsUnknownHistories } from '../../src/temporal/worker.js';
import { attemptsOf, runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { startReceiver } from '../harness/receiver.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { hushTemporal } from '../harness/temporal-runtime.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { addReceiver, deliveryOf, emit, untilDelivery } from '../harness/webhooks.js';
import { bundleLaterWorkflows } from '../upgrade/later-bundle.js';
import { waitMsMax } from '../harness/patience.js';
import { commentOf } from '../harness/leave-targets.js';

const hourMs = 3_600_000;
const longAgo = (): Date => new Date(Date.now() - hourMs);

// After a roll-back, the workers do not know the steps that the later version has put into histories.
describe('a run that a later version has begun', () => {
  const x = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [x], runWorker: false });
  const workspace = useWorkspace(stack, ['X']);
  let laterBundle: { code: string };
  beforeAll(async () => {
    laterBundle = await bundleLaterWorkflows();
    stack.deps.publishing.lookupDelaysMs = [50, 50, 50];
  });
  beforeEach(() => () => stack.stopWorker());

  const sweep = () => reconcile(stack.deps, { includeYoung: true });
  const startLater = () => stack.startWorker({ workflowBundle: laterBundle });
  /** Rolls back: stops the workers of the later version, and starts those of this one. */
  const rollBack = async (): Promise<void> => {
    const stopped = stack.stopWorker();
    await stack.startWorker(failsUnknownHistories);
    await stopped;
  };
  const untilBegun = async (workflowId: string): Promise<void> => {
    const handle = stack.client.workflow.getHandle(workflowId);
    await expect
      .poll(async () =>
        (await handle.fetchHistory()).events?.some((each) => each.timerStartedEventAttributes),
      )
      .toBe(true);
  };
  async function agePost(postId: string): Promise<void> {
    const { db } = stack.deps;
    await db.update(posts).set({ scheduledAt: longAgo(), updatedAt: longAgo() }).where(eq(posts.id, postId));
    await db.update(targets).set({ scheduledFor: longAgo() }).where(eq(targets.postId, postId));
  }

  it('fails, and another run publishes the post once, without a look-up', async () => {
    await startLater();
    const post = await schedule(workspace);
    await untilBegun(runIdOf(post));
    await rollBack();
    await untilRunStatus(stack, runIdOf(post), 'FAILED');
    await agePost(post.id);
    expect(await sweep()).toMatchObject({ revived: 1 });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([x.published.length, x.commits, x.lookups]).toEqual([1, 1, 0]);
  });

  it('fails during a pause that the platform has asked for, and another run publishes the post once', async () => {
    await startLater();
    x.script.push({ accept: false, answer: { kind: 'rate-limited', retryAfterMs: 1_500, message: 'later' } });
    const post = await schedule(workspace);
    await expect.poll(() => x.commits).toBe(1);
    await rollBack();
    await untilRunStatus(stack, runIdOf(post), 'FAILED');
    await agePost(post.id);
    expect(await sweep()).toMatchObject({ revived: 1 });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([x.published.length, x.commits, x.lookups]).toEqual([1, 2, 0]);
  });

  it('fails after its call, whose response is recorded, and nothing is published twice', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    // The worker keeps no workflow in its memory, so that the next task of the run goes to any worker.
    await stack.startWorker({ workflowBundle: laterBundle, maxCachedWorkflows: 0 });
    x.script.push({ accept: true, during: () => answered });
    const post = await schedule(workspace);
    await expect.poll(() => x.commits).toBe(1);
    const stopped = stack.stopWorker();
    await stack.startWorker(failsUnknownHistories);
    // A signal gives the run a task while its call is under way.
    await stack.client.workflow.getHandle(runIdOf(post)).signal('anything');
    answer();
    await stopped;
    await untilRunStatus(stack, runIdOf(post), 'FAILED');
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await agePost(post.id);
    expect(await sweep()).toMatchObject({ revived: 0, ended: 0 });
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
    expect([x.published.length, x.commits, x.lookups]).toEqual([1, 1, 0]);
  });

  it('is replaced if it retries a first comment, which is then sent once', async () => {
    await stack.startWorker();
    x.script.push(
      { accept: true },
      { accept: false, answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } },
    );
    const post = await schedule(workspace, { firstComment: 'and a comment' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await stack.stopWorker();
    const [target] = post.targets;
    const targetId = target?.id ?? '';
    const hourAgo = { startedAt: longAgo() };
    await stack.deps.db
      .update(publishAttempts)
      .set(hourAgo)
      .where(eq(publishAttempts.publicationId, `${targetId}:FIRST_COMMENT`));
    await startLater();
    const retried = retryFirstComment(workspace.ctx, { postId: post.id, targetId });
    const runOf = async () => (await commentOf(stack.deps.db, targetId)).runId;
    await expect.poll(runOf).not.toBeNull();
    const first = (await runOf()) ?? '';
    await untilBegun(first);
    await rollBack();
    await untilRunStatus(stack, first, 'FAILED');
    const isComment = eq(publications.targetId, targetId);
    await stack.deps.db.update(publications).set({ runSince: longAgo() }).where(isComment);
    await sweep();
    await retried;
    await expect.poll(runOf).toBeNull();
    expect(x.published.map(({ text }) => text)).toEqual(['Hello', 'and a comment']);
  });

  it('fails if it refreshes a token, and the next request for a refresh starts another one', async () => {
    await startLater();
    const [accountId = ''] = workspace.accountIds;
    const asked = stack.deps.starter.refreshAccount(accountId, 1).catch(() => 'failed');
    await untilBegun(refreshAccountWorkflowId(accountId));
    await rollBack();
    expect(await asked).toBe('failed');
    expect(await stack.deps.starter.refreshAccount(accountId, 1)).toBe('refreshed');
    expect(x.refreshes).toBe(1);
  });

  it('fails if it delivers a webhook, and another run delivers the event', async () => {
    const receiver = await startReceiver(204);
    const { endpoint } = await addReceiver(workspace, receiver.url);
    await startLater();
    const [deliveryId = ''] = await emit(workspace, [endpoint.id]);
    const { workflowId, pendingWorkflowId } = await deliveryOf(stack.deps, deliveryId);
    const runId = workflowId ?? pendingWorkflowId ?? '';
    await untilBegun(runId);
    await rollBack();
    await untilRunStatus(stack, runId, 'FAILED');
    const row = eq(webhookDeliveries.id, deliveryId);
    await stack.deps.db.update(webhookDeliveries).set({ nextAttemptAt: longAgo() }).where(row);
    expect(await sweep()).toMatchObject({ deliveriesRevived: 1 });
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  it('is ended and replaced if no worker knows its type', () =>
    hushTemporal(async () => {
      await stack.startWorker(failsUnknownHistories);
      const post = await schedule(workspace, { inMs: hourMs });
      const runId = `${runIdOf(post)}-of-unknown-type`;
      await stack.client.workflow.start('PublishPostOfALaterVersion', {
        workflowId: runId,
        taskQueue: stack.taskQueue,
        // Each attempt that fails is repeated after this time.
        workflowTaskTimeout: '1 second',
      });
      await stack.deps.db.update(posts).set({ workflowId: runId }).where(eq(posts.id, post.id));
      await expect.poll(() => stack.deps.starter.describe(runId), { timeout: waitMsMax }).toBe('stuck');
      await agePost(post.id);
      expect(await sweep()).toMatchObject({ revived: 1 });
      await untilStatus(workspace, post.id, 'PUBLISHED');
      await sweep();
      await untilRunStatus(stack, runId, 'TERMINATED');
      expect([x.published.length, x.lookups]).toEqual([1, 0]);
    }));
});
