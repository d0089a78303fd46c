import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAfterRestore } from '../../src/cli/after-restore.js';
import { publishAttempts, posts, targets } from '../../src/db/schema/index.js';
import { publicationIdOf } from '../../src/domain/workflow-contract.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { getPost } from '../../src/services/posts/get.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { reschedulePost, schedulePost } from '../../src/services/posts/schedule.js';
import { updatePost } from '../../src/services/posts/update.js';
import { afterRestore } from '../../src/services/reconcile/after-restore.js';
import { createPatientRuns, rememberPost } from '../harness/past.js';
import { attemptsOf, runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { sendAhead } from '../harness/send-ahead.js';
import type { WorkflowStarter } from '../../src/services/shared/workflow-starter.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const hourMs = 3_600_000;
const secondMs = 1_000;

describe('the recovery after a restore', () => {
  const scripted = {
    BLUESKY: createScriptedPlatform('BLUESKY', 'keyed'),
    THREADS: createScriptedPlatform('THREADS', 'queryable'),
    X: createScriptedPlatform('X', 'blind'),
  };
  type Name = keyof typeof scripted;

  const runs = createPatientRuns();
  const stack = useStack({ platforms: Object.values(scripted), wrapActivities: runs.wrapActivities });
  beforeAll(() => {
    stack.deps.publishing.lookupDelaysMs = [50, 50, 50];
  });

  const now = (): Date => stack.deps.clock.now();
  const inMs = (ms: number): Date => new Date(now().getTime() + ms);
  const soon = <T>(act: (at: Date) => Promise<T>): Promise<T> =>
    sendAhead(300, (time) => act(new Date(time)));
  const restored = (since: Date) => afterRestore(stack.deps, { since, dryRun: false });
  const targetOf = async ({ ctx }: TestWorkspace, postId: string) => {
    const [target] = (await getPost(ctx, { postId })).targets;
    if (target === undefined) throw new Error('the post has no target');
    return target;
  };

  interface Restored {
    workspace: TestWorkspace;
    postId: string;
    since: Date;
  }

  /** Publishes a post, and then restores its rows from before that. */
  async function publishedAndForgotten(name: Name, more: { firstComment?: string } = {}): Promise<Restored> {
    const workspace = await mintWorkspace(stack.deps, [name]);
    const since = now();
    const { post, putBack } = await runs.remember(stack.deps.db, () =>
      schedule(workspace, { text: `${name} ${workspace.workspaceId}`, ...more }),
    );
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await putBack();
    expect((await getPost(workspace.ctx, { postId: post.id })).status).toBe('SCHEDULED');
    return { workspace, postId: post.id, since };
  }

  it('accepts a post on a keyed platform that was already published, with its first comment', async () => {
    const { workspace, postId, since } = await publishedAndForgotten('BLUESKY', { firstComment: 'First!' });
    expect(scripted.BLUESKY.published).toHaveLength(2);
    await restored(since);
    await untilStatus(workspace, postId, 'PUBLISHED');
    expect(await targetOf(workspace, postId)).toMatchObject({
      externalPostId: 'BLUESKY-1',
      firstCommentError: null,
    });
    expect(scripted.BLUESKY.published).toHaveLength(2);
  });

  it.each(['X', 'THREADS'] as const)(
    'leaves a post unconfirmed if no look-up can decide: %s',
    async (name) => {
      const { workspace, postId, since } = await publishedAndForgotten(name);
      const notSeen = { kind: name === 'X' ? 'absent' : 'ambiguous', message: 'unknown' } as const;
      scripted[name].finds.push(notSeen, notSeen, notSeen);
      await restored(since);
      await untilStatus(workspace, postId, 'FAILED');
      expect(await targetOf(workspace, postId)).toMatchObject({ errorCode: 'PUBLISH_UNCONFIRMED' });
      expect(scripted[name].published).toHaveLength(1);
    },
  );

  it('publishes a post once that was never sent', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const post = await schedule(workspace, { inMs: hourMs });
    await stack.client.workflow.getHandle(runIdOf(post)).terminate();
    await moveDue(post.id, inMs(-secondMs));
    await restored(inMs(-hourMs));
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(scripted.BLUESKY.published).toHaveLength(1);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['ABSENT', 'PUBLISHED']);
  });

  async function moveDue(postId: string, at: Date): Promise<void> {
    await stack.deps.db.update(posts).set({ scheduledAt: at }).where(eq(posts.id, postId));
    await stack.deps.db.update(targets).set({ scheduledFor: at }).where(eq(targets.postId, postId));
  }

  /**
   * Creates a post that was moved in the lost time, and recovers it before it is due. If that takes too long, another
   * post gets twice the time, because a post that is due must be looked up, which X does not allow.
   */
  async function movedAndForgotten(
    workspace: TestWorkspace,
    leadMs = 4_000,
  ): Promise<{ postId: string; dueAt: Date }> {
    const since = now();
    const { id: postId } = await schedule(workspace, { inMs: hourMs });
    const putBack = await rememberPost(stack.deps.db, postId);
    await reschedulePost(workspace.ctx, { postId, scheduledAt: inMs(2 * hourMs) });
    await putBack();
    const dueAt = inMs(leadMs);
    await moveDue(postId, dueAt);
    await restored(since);
    return now() < dueAt ? { postId, dueAt } : movedAndForgotten(workspace, 2 * leadMs);
  }

  it('publishes a post once that was moved in the lost time, at the time in the database', async () => {
    const workspace = await mintWorkspace(stack.deps, ['X']);
    const { postId, dueAt } = await movedAndForgotten(workspace);
    const again = await getPost(workspace.ctx, { postId });
    expect(runIdOf(again)).toBe(`publish-post:${postId}:1001`);
    await untilStatus(workspace, postId, 'PUBLISHED');
    const { publishedAt } = await targetOf(workspace, postId);
    expect(publishedAt?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
    expect(scripted.X.commits).toBe(1);
    // The lost run still sleeps, and will find that the post belongs to another run.
    const lost = await stack.client.workflow.getHandle(`publish-post:${postId}:2`).describe();
    expect(lost.status.name).toBe('RUNNING');
  });

  it('does not publish a post again that was published in the lost time, although its time in the database is later', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const post = await schedule(workspace, { inMs: hourMs });
    const putBack = await rememberPost(stack.deps.db, post.id);
    await soon((scheduledAt) => reschedulePost(workspace.ctx, { postId: post.id, scheduledAt }));
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await putBack();
    await restored(inMs(-secondMs));
    await soon((scheduledAt) => reschedulePost(workspace.ctx, { postId: post.id, scheduledAt }));
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(scripted.BLUESKY.published).toHaveLength(1);
    expect(scripted.BLUESKY.commits).toBe(1);
  });

  it('looks up a failed post before its retry if it was retried in the lost time', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    scripted.BLUESKY.script.push({
      accept: false,
      answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
    });
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'FAILED');
    const putBack = await rememberPost(stack.deps.db, post.id);
    await retryPost(workspace.ctx, { postId: post.id });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await putBack();
    await restored(now());
    expect((await getPost(workspace.ctx, { postId: post.id })).status).toBe('FAILED');
    const again = await retryPost(workspace.ctx, { postId: post.id });
    expect(runIdOf(again)).toBe(`publish-post:${post.id}:1002`);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(scripted.BLUESKY.published).toHaveLength(1);
  });

  it('looks up a canceled post before it is published, if the post is scheduled again', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const since = now();
    const post = await schedule(workspace, { inMs: 60_000 });
    await cancelPost(workspace.ctx, { postId: post.id });
    const putBack = await rememberPost(stack.deps.db, post.id);
    await soon((scheduledAt) => schedulePost(workspace.ctx, { postId: post.id, scheduledAt }));
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await putBack();
    await restored(since);
    await soon((scheduledAt) => schedulePost(workspace.ctx, { postId: post.id, scheduledAt }));
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(scripted.BLUESKY.published).toHaveLength(1);
  });

  it('looks up the target of an account that is added again if it was added in the lost time', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY', 'X']);
    const [first = ''] = workspace.accountIds;
    const since = now();
    const post = await schedule({ ...workspace, accountIds: [first] }, { inMs: hourMs });
    const putBack = await rememberPost(stack.deps.db, post.id);
    const content = { captionOverride: null, firstComment: null, platformOptions: null, mediaIds: [] };
    const addedAndPublished = async () => {
      const inputs = workspace.accountIds.map((socialAccountId) => ({ socialAccountId, ...content }));
      await soon((scheduledFor) =>
        updatePost(workspace.ctx, { shape: 'nested', postId: post.id, targets: inputs, scheduledFor }),
      );
      const published = await untilStatus(workspace, post.id, 'PUBLISHED');
      return published.targets.map(({ id, externalPostId }) => ({ id, externalPostId }));
    };
    const before = await addedAndPublished();
    await putBack();
    await restored(since);
    expect(await addedAndPublished()).toEqual(before);
    expect(scripted.X.commits).toBe(1);
  });

  it('looks up a first comment that was retried in the lost time, in a run for it', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
    scripted.BLUESKY.script.push({ accept: true }, { accept: false, answer: rejected });
    const post = await schedule(workspace, { firstComment: 'First!' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const { id: targetId } = await targetOf(workspace, post.id);
    await forgetCooldown(targetId);
    const putBack = await rememberPost(stack.deps.db, post.id);
    const commented = async () => {
      await retryFirstComment(workspace.ctx, { postId: post.id, targetId });
      await expect.poll(async () => (await targetOf(workspace, post.id)).firstCommentError).toBeNull();
    };
    await commented();
    await putBack();
    await restored(now());
    await commented();
    expect(scripted.BLUESKY.published.map(({ text }) => text)).toEqual(['Hello', 'First!']);
  });

  async function forgetCooldown(targetId: string): Promise<void> {
    await stack.deps.db
      .update(publishAttempts)
      .set({ startedAt: inMs(-hourMs) })
      .where(eq(publishAttempts.publicationId, publicationIdOf({ targetId, step: 'FIRST_COMMENT' })));
  }

  it('finds calls that the rows have lost, besides those that they have', async () => {
    const workspace = await mintWorkspace(stack.deps, ['X']);
    const since = now();
    scripted.X.script.push({ accept: false, answer: { kind: 'not-sent', message: 'refused' } });
    const post = await schedule(workspace);
    await expect.poll(() => attemptsOf(stack, post.targets[0]?.id)).toEqual(['NOT_SENT']);
    const putBack = await rememberPost(stack.deps.db, post.id);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await putBack();
    await restored(since);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['NOT_SENT', 'PUBLISHED']);
    expect(scripted.X.published).toHaveLength(1);
  });

  it('does not report a public post as CANCELED if it is canceled before the look-up', async () => {
    await stack.stopWorker();
    const workspace = await mintWorkspace(stack.deps, ['X']);
    const post = await schedule(workspace, { inMs: hourMs });
    await moveDue(post.id, inMs(-secondMs));
    scripted.X.published.push({ text: 'Hello', replyTo: null, id: 'X-lost' });
    await restored(inMs(-hourMs));
    const { cancelResults } = await cancelPost(workspace.ctx, { postId: post.id });
    expect(cancelResults).toMatchObject([{ result: 'IN_FLIGHT' }]);
    await stack.startWorker();
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(await targetOf(workspace, post.id)).toMatchObject({ externalPostId: 'X-lost' });
    expect(scripted.X.commits).toBe(0);
  });

  it('reaches no verdict about a lost container from a known container', async () => {
    await stack.stopWorker();
    const workspace = await mintWorkspace(stack.deps, ['THREADS']);
    const post = await schedule(workspace, { inMs: hourMs });
    await moveDue(post.id, inMs(-secondMs));
    const isIt = eq(targets.postId, post.id);
    await stack.deps.db
      .update(targets)
      .set({ prepared: { containerId: '1' } })
      .where(isIt);
    await restored(inMs(-hourMs));
    const [row] = await stack.deps.db.select().from(targets).where(isIt);
    expect(row?.prepared).toBeNull();
    await stack.startWorker();
  });

  it('delays the cancel of a post that must be looked up until after the look-up', async () => {
    const workspace = await mintWorkspace(stack.deps, ['X']);
    const post = await schedule(workspace, { inMs: hourMs });
    await cancelPost(workspace.ctx, { postId: post.id });
    await restored(inMs(-hourMs));
    await stack.deps.db.update(targets).set({ lookFirstSince: now() }).where(eq(targets.postId, post.id));
    await schedulePost(workspace.ctx, { postId: post.id, scheduledAt: inMs(hourMs) });
    const { cancelResults } = await cancelPost(workspace.ctx, { postId: post.id });
    expect(cancelResults).not.toMatchObject([{ result: 'CANCELED' }]);
  });

  it('can be run twice without harm', async () => {
    const { workspace, postId, since } = await publishedAndForgotten('BLUESKY');
    await restored(since);
    await restored(since);
    await untilStatus(workspace, postId, 'PUBLISHED');
    expect(scripted.BLUESKY.published).toHaveLength(1);
    const counts = await restored(since);
    expect(counts.failed).toBe(0);
    expect((await getPost(workspace.ctx, { postId })).status).toBe('PUBLISHED');
  });

  it('repeats the recovery of a post if Temporal could not be asked about it', async () => {
    const { workspace, postId, since } = await publishedAndForgotten('BLUESKY');
    let failures = 2;
    const starter: WorkflowStarter = {
      ...stack.deps.starter,
      progressOf: (workflowId) => {
        if (!workflowId.includes(postId) || failures === 0) return stack.deps.starter.progressOf(workflowId);
        failures -= 1;
        return Promise.reject(new Error('the connection was lost'));
      },
    };
    const counts = await afterRestore({ ...stack.deps, starter }, { since, dryRun: false });
    expect({ failed: counts.failed, failures }).toEqual({ failed: 0, failures: 0 });
    await untilStatus(workspace, postId, 'PUBLISHED');
    expect(scripted.BLUESKY.published).toHaveLength(1);
  });

  describe('the command after a restore', () => {
    async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
      const lines: string[] = [];
      const code = await runAfterRestore(args, { deps: stack.deps, print: (line) => lines.push(line) });
      return { code, lines };
    }

    it('prints what it would do, and changes nothing', async () => {
      const workspace = await mintWorkspace(stack.deps, ['X']);
      const { id: postId } = await schedule(workspace, { inMs: hourMs });
      const before = await getPost(workspace.ctx, { postId });
      const { code, lines } = await run('--since', inMs(-hourMs).toISOString(), '--dry-run');
      expect(code).toBe(0);
      expect(lines.join('\n')).toMatch(/[1-9]\d* {2}scheduled posts: each has a new run/);
      expect(lines.at(-1)).toContain('dry run');
      expect(await getPost(workspace.ctx, { postId })).toEqual(before);
    });

    it.each([
      ['--since is missing.', []],
      ['--since yesterday: give a time with a time zone', ['--since', 'yesterday']],
      ['--since 2026-01-01T00:00:00: give a time with a time zone', ['--since', '2026-01-01T00:00:00']],
      ["Unknown option '--until'.", ['--until', 'now']],
    ])('prints its usage and the error for "%s"', async (fault, args) => {
      const { code, lines } = await run(...args);
      expect(code).toBe(1);
      expect(lines[0]?.startsWith(fault)).toBe(true);
      expect(lines[0]).toContain('Usage');
    });

    it('refuses a time in the future', async () => {
      expect((await run('--since', inMs(hourMs).toISOString())).code).toBe(1);
    });
  });
});
