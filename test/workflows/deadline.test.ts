import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  postEvents,
  posts,
  publishAttempts,
  targets,
  webhookEvents,
  workspaces,
} from '../../src/db/schema/index.js';
import type { AttemptOutcome } from '../../src/domain/publish-attempts.js';
import type { PublishStep } from '../../src/domain/workflow-contract.js';
import { getPost } from '../../src/services/posts/get.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { readDebts } from '../../src/services/health/debts.js';
import type { WorkflowStarter } from '../../src/services/shared/workflow-starter.js';
import { deleteWorkspace } from '../../src/services/workspaces/delete.js';
import { attemptsOf, runIdOf, runStatus, schedule } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { addReceiver } from '../harness/webhooks.js';
import { commentOf, failedComment, leaveTargets } from '../harness/leave-targets.js';
import { publicationIdOf } from '../../src/domain/workflow-contract.js';

const hourMs = 3_600_000;

// No worker runs, so for the database each run is stuck.
describe('a post whose run does not end it', () => {
  const stack = useStack({
    runWorker: false,
    platforms: [createScriptedPlatform('BLUESKY', 'keyed'), createScriptedPlatform('X', 'blind')],
  });
  const workspace = useWorkspace(stack, ['BLUESKY', 'X']);
  const sweep = () => reconcile(stack.deps, { includeYoung: false });
  const sweepWith = (answers: Partial<WorkflowStarter>) =>
    reconcile({ ...stack.deps, starter: { ...stack.deps.starter, ...answers } }, { includeYoung: false });
  const read = (post: PostView) => getPost(workspace.ctx, { postId: post.id });

  /** Creates a post that was due this many hours ago, and whose run has started and got stuck. */
  async function stuck(dueHoursAgo: number, options: { firstComment?: string } = {}): Promise<PostView> {
    const post = await schedule(workspace, { inMs: hourMs, ...options });
    const past = new Date(Date.now() - dueHoursAgo * hourMs);
    await stack.deps.db
      .update(posts)
      .set({ status: 'PUBLISHING', scheduledAt: past, updatedAt: past })
      .where(eq(posts.id, post.id));
    await stack.deps.db
      .update(targets)
      .set({ status: 'PUBLISHING', scheduledFor: past, updatedAt: past })
      .where(eq(targets.postId, post.id));
    return post;
  }
  async function attempted(
    post: PostView,
    index: number,
    outcome: AttemptOutcome | null,
    step: PublishStep = 'POST',
  ): Promise<void> {
    await stack.deps.db.insert(publishAttempts).values({
      id: stack.deps.newId('attempt'),
      publicationId: publicationIdOf({ targetId: post.targets[index]?.id ?? '', step }),
      accountIdentity: `test:${post.id}`,
      generation: 1,
      number: 1,
      workflowId: runIdOf(post),
      sentText: 'Hello',
      startedAt: new Date(Date.now() - 26 * hourMs),
      outcome,
    });
  }

  it('is ended a day and an hour after its due time, as unconfirmed if it may have been sent', async () => {
    const { endpoint } = await addReceiver(workspace, 'http://127.0.0.1:1');
    const post = await stuck(26);
    await attempted(post, 0, null);
    await attempted(post, 1, 'RATE_LIMITED');
    expect((await sweep()).ended).toBe(1);
    const ended = await read(post);
    expect(ended.status).toBe('FAILED');
    expect(ended.targets.map(({ errorCode }) => errorCode)).toEqual(['PUBLISH_UNCONFIRMED', 'RATE_LIMITED']);
    expect(ended.targets[0]?.errorMessage).not.toContain('Nothing was sent');
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['UNCONFIRMED']);
    expect(await runStatus(stack, runIdOf(post))).toBe('TERMINATED');
    const events = await stack.deps.db.select().from(webhookEvents).where(eq(webhookEvents.postId, post.id));
    expect([endpoint.status, events.map(({ type }) => type)]).toEqual(['ENABLED', ['post.failed']]);
    const told = await stack.deps.db
      .select()
      .from(postEvents)
      .where(and(eq(postEvents.postId, post.id), eq(postEvents.actorId, 'reconciler')));
    expect(told.map(({ kind }) => kind)).toEqual(['ATTEMPT_ENDED', 'FAILED', 'FAILED', 'FINISHED']);
    expect((await sweep()).ended).toBe(0);
  });

  it.each(['AMBIGUOUS', 'UNCONFIRMED'] as const)(
    'is never reported as not sent after an attempt with the outcome %s',
    async (outcome) => {
      const post = await stuck(26);
      await attempted(post, 0, outcome);
      await sweep();
      expect((await read(post)).targets[0]?.errorCode).toBe('PUBLISH_UNCONFIRMED');
    },
  );

  it('is not reported as not sent if a restore may have lost a call', async () => {
    const post = await stuck(26);
    await stack.deps.db
      .update(targets)
      .set({ lookFirstSince: new Date() })
      .where(eq(targets.postId, post.id));
    await sweep();
    expect((await read(post)).targets.map(({ errorCode }) => errorCode)).toEqual([
      'PUBLISH_UNCONFIRMED',
      'PUBLISH_UNCONFIRMED',
    ]);
  });

  it('is not reported as not sent if its run has completed without the database’s knowledge', async () => {
    const post = await stuck(26);
    await sweepWith({ describe: () => Promise.resolve('completed') });
    expect((await read(post)).targets.map(({ errorCode }) => errorCode)).toEqual([
      'PUBLISH_UNCONFIRMED',
      'PUBLISH_UNCONFIRMED',
    ]);
  });

  it('is not ended while Temporal cannot be asked', async () => {
    const post = await stuck(26);
    const health = { ...(await stack.deps.starter.health()), reachable: false };
    expect((await sweepWith({ health: () => Promise.resolve(health) })).ended).toBe(0);
    expect((await read(post)).status).toBe('PUBLISHING');
    expect((await sweep()).ended).toBe(1);
  });

  it('is not ended before its deadline, or before that of a retry with a later due time', async () => {
    const young = await stuck(24);
    const retried = await stuck(72);
    await stack.deps.db
      .update(targets)
      .set({ scheduledFor: new Date(Date.now() - hourMs) })
      .where(eq(targets.id, retried.targets[1]?.id ?? ''));
    expect((await sweep()).ended).toBe(0);
    expect([(await read(young)).status, (await read(retried)).status]).toEqual(['PUBLISHING', 'PUBLISHING']);
  });

  it('is reported as not sent if it never started', async () => {
    const post = await stuck(26);
    await stack.deps.db.update(posts).set({ status: 'SCHEDULED' }).where(eq(posts.id, post.id));
    await stack.deps.db.update(targets).set({ status: 'SCHEDULED' }).where(eq(targets.postId, post.id));
    await sweep();
    const ended = await read(post);
    expect([ended.status, ended.targets[0]?.errorCode]).toEqual(['FAILED', 'PUBLISH_WINDOW_MISSED']);
  });

  it('gets an error for its pending first comment, and a published target keeps its status', async () => {
    const post = await stuck(26, { firstComment: 'First!' });
    await stack.deps.db
      .update(targets)
      .set({ status: 'PUBLISHED', publishedAt: new Date(), externalPostId: 'x' })
      .where(eq(targets.postId, post.id));
    await attempted(post, 0, null, 'FIRST_COMMENT');
    await sweep();
    const ended = await read(post);
    expect(ended.status).toBe('PUBLISHED');
    expect(ended.targets[0]?.firstCommentError).toMatch(/^PUBLISH_UNCONFIRMED: The first comment /);
    expect(ended.targets[1]?.firstCommentError).toMatch(/^FIRST_COMMENT_NOT_SENT: /);
  });

  it('has its stuck retry of a first comment ended, which can then be requested again', async () => {
    const post = await stuck(26, { firstComment: 'First!' });
    await stack.deps.db.update(posts).set({ status: 'PUBLISHED' }).where(eq(posts.id, post.id));
    const targetId = post.targets[0]?.id ?? '';
    await leaveTargets(stack.deps.db, eq(targets.id, targetId), {
      status: 'PUBLISHED',
      externalPostId: 'x',
      comment: {
        ...failedComment('RATE_LIMITED'),
        runId: `retry-first-comment:${targetId}:2`,
        runSince: new Date(Date.now() - 26 * hourMs),
      },
    });
    await attempted(post, 0, 'AMBIGUOUS', 'FIRST_COMMENT');
    await sweep();
    const comment = await commentOf(stack.deps.db, targetId);
    expect(comment).toMatchObject({ runId: null, errorCode: 'PUBLISH_UNCONFIRMED' });
    expect(comment.errorMessage).toMatch(/^The first comment /);
  });

  it('has its first comment looked up on a retry if the last run has completed', async () => {
    const post = await stuck(1, { firstComment: 'First!' });
    const [{ id: targetId } = { id: '' }] = post.targets;
    const isIt = eq(targets.id, targetId);
    await stack.deps.db.update(posts).set({ status: 'PUBLISHED' }).where(eq(posts.id, post.id));
    await leaveTargets(stack.deps.db, isIt, {
      status: 'PUBLISHED',
      externalPostId: 'x',
      comment: {
        ...failedComment('RATE_LIMITED'),
        runId: `retry-first-comment:${targetId}:2`,
        runSince: new Date(Date.now() - hourMs),
      },
    });
    await sweepWith({ describe: () => Promise.resolve('completed') });
    const comment = await commentOf(stack.deps.db, targetId);
    expect(comment).toMatchObject({ runId: null, errorCode: 'PUBLISH_UNCONFIRMED' });
    expect(comment.lookFirstSince).not.toBeNull();
    expect(comment.errorMessage).toMatch(/^The first comment /);
  });

  it('does not prevent the deletion of its workspace any longer once it is ended', async () => {
    await stuck(26);
    const ctx = {
      ...workspace.ctx,
      actor: { ...workspace.ctx.actor, kind: 'session', sessionId: 's' } as never,
    };
    await expect(deleteWorkspace(ctx, workspace)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await sweep();
    await deleteWorkspace(ctx, workspace);
    const [row] = await stack.deps.db
      .select()
      .from(workspaces)
      .where(eq(workspaces.id, workspace.workspaceId));
    expect(row?.deletedAt).not.toBeNull();
  });

  it('is counted by its age in the metrics before it is ended', async () => {
    await stuck(24.5);
    const debts = await readDebts(stack.deps);
    expect(debts.oldestPublishingS).toBeGreaterThan(24 * 3600);
    expect(debts.publishingOverDay).toBeGreaterThan(0);
    expect(debts.publishingOverHour).toBeGreaterThanOrEqual(debts.publishingOverDay);
  });
});
