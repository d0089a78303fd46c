import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { posts, targets } from '../../src/db/schema/index.js';
import { workflowTypes, type PublishPostInput } from '../../src/domain/workflow-contract.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { reschedulePost, schedulePost } from '../../src/services/posts/schedule.js';
import { updatePost } from '../../src/services/posts/update.js';
import { searchAttributes } from '../../src/temporal/search-attributes.js';
import {
  actBeforeDue,
  attemptsOf,
  runIdOf,
  schedule,
  untilRunStatus,
  untilStatus,
} from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { sendAhead } from '../harness/send-ahead.js';
import { useStack } from '../harness/use-stack.js';
import { canaryToken, mintWorkspace, type TestWorkspace } from '../harness/stack.js';

const hourMs = 3_600_000;

describe('a publish run', () => {
  const keyed = createScriptedPlatform('BLUESKY', 'keyed');
  const blind = createScriptedPlatform('X', 'blind');
  const queryable = createScriptedPlatform('THREADS', 'queryable');
  const stack = useStack({ platforms: [keyed, blind, queryable] });
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await mintWorkspace(stack.deps, ['BLUESKY', 'X', 'THREADS']);
  });

  it('publishes every target once, at the due time, and ends Completed', async () => {
    const post = await schedule(workspace, { inMs: 500 });
    expect(post).toMatchObject({
      status: 'SCHEDULED',
      pendingWorkflowId: null,
      workflowId: `publish-post:${post.id}:1`,
    });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    for (const platform of [keyed, blind, queryable]) expect(platform.published).toHaveLength(1);
    for (const target of done.targets) {
      expect(target).toMatchObject({ status: 'PUBLISHED', attemptCount: 1, errorCode: null });
      expect(target.externalPostId).not.toBeNull();
      expect(target.publishedAt?.getTime()).toBeGreaterThanOrEqual(post.scheduledAt?.getTime() ?? Infinity);
    }
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
  });

  it('publishes every target once if it was started before its input named them', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const workflowId = `${runIdOf(post)}-of-an-older-version`;
    const now = new Date();
    await stack.deps.db.update(posts).set({ workflowId, scheduledAt: now }).where(eq(posts.id, post.id));
    await stack.deps.db.update(targets).set({ scheduledFor: now }).where(eq(targets.postId, post.id));
    await stack.client.workflow.start(workflowTypes.publishPost, {
      workflowId,
      taskQueue: stack.taskQueue,
      args: [{ postId: post.id } satisfies PublishPostInput],
    });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    for (const platform of [keyed, blind, queryable]) {
      expect(platform.published).toHaveLength(1);
      expect(platform.lookups).toBe(0);
    }
    await untilRunStatus(stack, workflowId, 'COMPLETED');
  });

  it('leaves no captions and tokens in the history', async () => {
    const post = await schedule(workspace, { text: 'A caption that is private until it is published' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    const handle = stack.client.workflow.getHandle(runIdOf(post));
    const history = await handle.fetchHistory();
    const payloads: string[] = [];
    const collect = (value: unknown): void => {
      if (value instanceof Uint8Array) payloads.push(Buffer.from(value).toString());
      else if (typeof value === 'string') payloads.push(value);
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    };
    collect(history);
    const text = payloads.join('\n');
    expect(text).toContain(post.id);
    expect(text).not.toContain('private until');
    expect(text).not.toContain(canaryToken);
  });

  it('has a summary and searchable ids for operators', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const description = await stack.client.workflow.getHandle(runIdOf(post)).describe();
    expect(await description.staticSummary()).toBe(`Publish ${post.id} to BLUESKY, X, THREADS`);
    const { workspaceId, postId, scheduledAt } = searchAttributes;
    expect(description.typedSearchAttributes.get(workspaceId)).toBe(workspace.workspaceId);
    expect(description.typedSearchAttributes.get(postId)).toBe(post.id);
    expect(description.typedSearchAttributes.get(scheduledAt)).toEqual(post.scheduledAt);
    expect(description.memo).toEqual({ requestId: workspace.ctx.requestId });
    await cancelPost(workspace.ctx, { postId: post.id });
  });

  it('States 7: lets one target fail while the others are published', async () => {
    blind.script.push({
      accept: false,
      answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
    });
    const post = await schedule(workspace);
    const done = await untilStatus(workspace, post.id, 'PARTIALLY_PUBLISHED');
    expect(done.targets.map((target) => target.status)).toEqual(['PUBLISHED', 'FAILED', 'PUBLISHED']);
    expect(done.targets[1]).toMatchObject({ errorCode: 'PLATFORM_REJECTED', errorMessage: 'no' });
  });

  it('publishes nothing if canceled before its time, and ends Cancelled', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const cancelled = await cancelPost(workspace.ctx, { postId: post.id });
    expect(cancelled).toMatchObject({ status: 'CANCELED', workflowId: null, pendingWorkflowId: null });
    expect(cancelled.targets.every((target) => target.status === 'CANCELED')).toBe(true);
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect(keyed.commits + blind.commits + queryable.commits).toBe(0);
    expect(await cancelPost(workspace.ctx, { postId: post.id })).toEqual(cancelled);
  });

  it('finishes the current call and closes the other targets if canceled in the middle', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let reached = (): void => undefined;
    const underWay = new Promise<void>((resolve) => (reached = resolve));
    keyed.script.push({
      accept: true,
      during: () => {
        reached();
        return held;
      },
    });
    const limited = { kind: 'rate-limited', retryAfterMs: hourMs, message: 'slow down' } as const;
    blind.script.push({ accept: false, answer: limited });
    queryable.script.push({ accept: false, answer: limited });
    const post = await schedule(workspace);
    await underWay;
    await expect.poll(() => blind.commits + queryable.commits).toBe(2);
    await expect.poll(() => attemptsOf(stack, post.targets[2]?.id)).toEqual(['RATE_LIMITED']);
    await expect.poll(() => attemptsOf(stack, post.targets[1]?.id)).toEqual(['RATE_LIMITED']);
    const cancelled = await cancelPost(workspace.ctx, { postId: post.id });
    expect(cancelled.cancelResults.map(({ result }) => result)).toEqual([
      'IN_FLIGHT',
      'CANCELED',
      'CANCELED',
    ]);
    expect(cancelled.targets.map((target) => target.status)).toEqual(['PUBLISHING', 'CANCELED', 'CANCELED']);
    release();
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(done.targets.map((target) => target.status)).toEqual(['PUBLISHED', 'CANCELED', 'CANCELED']);
    expect([keyed.published.length, blind.published.length, queryable.published.length]).toEqual([1, 0, 0]);
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
  });

  it('reports first comments as unsent if canceled before them, so that they can be retried by hand', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let reached = (): void => undefined;
    const underWay = new Promise<void>((resolve) => (reached = resolve));
    const hold = (): Promise<void> => {
      reached();
      return held;
    };
    keyed.script.push({ accept: true, during: hold });
    workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const post = await schedule(workspace, { firstComment: 'First!' });
    await underWay;
    await cancelPost(workspace.ctx, { postId: post.id });
    release();
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect(keyed.published.map((entry) => entry.text)).toEqual(['Hello']);
    expect(done.targets[0]?.firstCommentError).toMatch(/^POST_CANCELED: /);
  });

  it('finishes and records a first comment if canceled while the comment is being sent', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    keyed.script.push({ accept: true }, { accept: true, during: () => held });
    workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const post = await schedule(workspace, { firstComment: 'First!' });
    await expect.poll(() => keyed.commits).toBe(2);
    await cancelPost(workspace.ctx, { postId: post.id });
    release();
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(keyed.published.map((entry) => entry.text)).toEqual(['Hello', 'First!']);
    expect(done.targets[0]?.firstCommentError).toBeNull();
  });

  it('is replaced twice by rescheduling: only the last run publishes, and the others end as Cancelled', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    await reschedulePost(workspace.ctx, { postId: post.id, scheduledAt: new Date(Date.now() + 2 * hourMs) });
    const moved = await sendAhead(2_000, (time) =>
      reschedulePost(workspace.ctx, { postId: post.id, scheduledAt: new Date(time) }),
    );
    expect(moved.workflowId).toBe(`publish-post:${post.id}:3`);
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(keyed.published).toHaveLength(1);
    expect(done.targets[0]?.publishedAt?.getTime()).toBeGreaterThanOrEqual(
      moved.scheduledAt?.getTime() ?? Infinity,
    );
    for (const generation of [1, 2])
      await untilRunStatus(stack, `publish-post:${post.id}:${generation}`, 'CANCELLED');
    await untilRunStatus(stack, runIdOf(moved), 'COMPLETED');
  });

  it('is not replaced by an edit long before its time', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const edited = await updatePost(workspace.ctx, { shape: 'nested', postId: post.id, caption: 'Edited' });
    expect(edited).toMatchObject({ workflowId: post.workflowId, caption: 'Edited' });
  });

  it('is replaced by an edit while the post is prepared, and the new run publishes at the same time', async () => {
    const { post, result: edited } = await actBeforeDue(
      workspace,
      { inMs: 1_500, forget: keyed.reset },
      ({ id }) => updatePost(workspace.ctx, { shape: 'nested', postId: id, caption: 'Edited' }),
    );
    expect(edited).toMatchObject({
      workflowId: `publish-post:${post.id}:2`,
      scheduledAt: post.scheduledAt,
    });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(keyed.published.map((entry) => entry.text)).toEqual(['Edited']);
  });

  it('publishes nothing if the post becomes a draft again, and once if it is then scheduled again', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const draft = await updatePost(workspace.ctx, { shape: 'nested', postId: post.id, scheduledFor: null });
    expect(draft).toMatchObject({ status: 'DRAFT', workflowId: null, pendingWorkflowId: null });
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    await sendAhead(2_000, (time) =>
      schedulePost(workspace.ctx, { postId: post.id, scheduledAt: new Date(time) }),
    );
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(keyed.published).toHaveLength(1);
  });

  it('posts the first comment under the published post', async () => {
    const post = await schedule(workspace, { firstComment: 'First!' });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(keyed.published.map(({ text, replyTo }) => ({ text, replyTo }))).toEqual([
      { text: 'Hello', replyTo: null },
      { text: 'First!', replyTo: 'BLUESKY-1' },
    ]);
    expect(done.targets[0]).toMatchObject({ firstCommentAttempt: 1, firstCommentError: null });
  });

  it('Posts 9: leaves a target PUBLISHED whose first comment fails, with the reason', async () => {
    keyed.script.push(
      { accept: true },
      {
        accept: false,
        answer: { kind: 'rejected', code: 'COMMENTS_DISABLED', message: 'Replies are closed.' },
      },
    );
    const post = await schedule(workspace, { firstComment: 'First!' });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(done.targets[0]).toMatchObject({
      status: 'PUBLISHED',
      firstCommentError: 'COMMENTS_DISABLED: Replies are closed.',
    });
  });

  it('refreshes a stale token once for all posts of the account', async () => {
    const stale = { kind: 'auth-expired', message: 'expired' } as const;
    keyed.script.push({ accept: false, answer: stale }, { accept: false, answer: stale });
    const posts = await Promise.all([
      schedule(workspace, { text: 'one' }),
      schedule(workspace, { text: 'two' }),
    ]);
    for (const post of posts) await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(keyed.refreshes).toBe(1);
    expect(keyed.published.map((entry) => entry.text).sort()).toEqual(['one', 'two']);
  });
});
