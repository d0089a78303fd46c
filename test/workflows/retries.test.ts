import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { publishAttempts, targets } from '../../src/db/schema/index.js';
import { AppError, type ErrorCode } from '../../src/domain/errors.js';
import { getPost } from '../../src/services/posts/get.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { updatePost } from '../../src/services/posts/update.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { createShiftedClock } from '../harness/clock.js';
import { attemptsOf, runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { waitMsMax } from '../harness/patience.js';

const minuteMs = 60_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const closed = { kind: 'rejected', code: 'COMMENTS_DISABLED', message: 'Replies are closed.' } as const;

async function codeOf(call: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return (error as AppError).code;
    throw error;
  }
}

describe('a retry', () => {
  let workspace: TestWorkspace;
  const clock = createShiftedClock();
  const keyed = createScriptedPlatform('BLUESKY', 'keyed');
  const blind = createScriptedPlatform('X', 'blind');

  const stack = useStack({
    platforms: [keyed, blind],
    skipTime: true,
    clock,
  });
  beforeEach(async () => {
    workspace = await mintWorkspace(stack.deps, ['X']);
  });

  const unconfirmedPost = async (): Promise<PostView> => {
    blind.script.push({ accept: false, answer: lost });
    const post = await schedule(workspace);
    const failed = await untilStatus(workspace, post.id, 'FAILED');
    // Temporal skipped the waits between look-ups, so our clock moves forward by as much.
    clock.shiftMs = 13 * minuteMs;
    return failed;
  };

  it('looks up an unconfirmed target first, and publishes it again with republishUnconfirmed', async () => {
    const post = await unconfirmedPost();
    blind.lookups = 0;
    await retryPost(workspace.ctx, { postId: post.id, republishUnconfirmed: true });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([blind.lookups, blind.commits, blind.published.length]).toEqual([1, 2, 1]);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['ABSENT', 'PUBLISHED']);
  });

  it('includes only the given targets', async () => {
    workspace = await mintWorkspace(stack.deps, ['X', 'BLUESKY']);
    const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
    keyed.script.push({ accept: false, answer: rejected });
    blind.script.push({ accept: false, answer: rejected });
    const post = await schedule(workspace);
    const failed = await untilStatus(workspace, post.id, 'FAILED');
    const [x, bluesky] = failed.targets.map((target) => target.id);
    await retryPost(workspace.ctx, { postId: post.id, targetIds: [bluesky ?? ''] });
    const done = await untilStatus(workspace, post.id, 'PARTIALLY_PUBLISHED');
    expect(done.targets.map((target) => [target.id, target.status])).toEqual([
      [x, 'FAILED'],
      [bluesky, 'PUBLISHED'],
    ]);
    expect(await codeOf(retryPost(workspace.ctx, { postId: post.id, targetIds: [bluesky ?? ''] }))).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('publishes a refused target with another text, although another target is public', async () => {
    workspace = await mintWorkspace(stack.deps, ['X', 'BLUESKY']);
    const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
    keyed.script.push({ accept: false, answer: rejected });
    const post = await schedule(workspace, { text: 'Too long' });
    const failed = await untilStatus(workspace, post.id, 'PARTIALLY_PUBLISHED');
    const [x, bluesky] = failed.targets;
    const edited = {
      socialAccountId: bluesky?.socialAccountId ?? '',
      captionOverride: 'Short',
      firstComment: null,
      platformOptions: null,
      mediaIds: [],
    };
    await updatePost(workspace.ctx, { shape: 'nested', postId: post.id, targets: [edited] });
    await retryPost(workspace.ctx, { postId: post.id });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(done.targets.map(({ id, publishedCaption }) => [id, publishedCaption])).toEqual([
      [x?.id, 'Too long'],
      [bluesky?.id, 'Short'],
    ]);
    expect([blind.published.length, keyed.published.length]).toEqual([1, 1]);
  });

  it('paces many posts on a rate-limited account, and does not delay another account', async () => {
    workspace = await mintWorkspace(stack.deps, ['X']);
    const other = await mintWorkspace(stack.deps, ['BLUESKY']);
    const limited = { kind: 'rate-limited', retryAfterMs: 30 * minuteMs, message: '429' } as const;
    blind.script.push({ accept: false, answer: limited });
    const first = await schedule(workspace, { text: 'first' });
    await expect.poll(() => attemptsOf(stack, first.targets[0]?.id)).toContain('RATE_LIMITED');
    const rest = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => schedule(workspace, { text, inMs: 2_000 })),
    );
    const elsewhere = await schedule(other);
    await untilStatus(other, elsewhere.id, 'PUBLISHED');
    for (const post of [first, ...rest]) await untilStatus(workspace, post.id, 'PUBLISHED');
    // One call is refused, and then each post makes one call, so no other call reached the limit.
    expect(blind.commits).toBe(6);
    const slots = await Promise.all(
      rest.map(async (post) => {
        const [row] = await stack.deps.db.select().from(targets).where(eq(targets.postId, post.id));
        return row?.paceSlotAt?.getTime() ?? 0;
      }),
    );
    expect(new Set(slots).size).toBe(4);
    expect(Math.min(...slots)).toBeGreaterThan(Date.now() + 25 * minuteMs);
  });

  it('does not publish twice after a reset in the Web UI', async () => {
    workspace = await mintWorkspace(stack.deps, ['X', 'BLUESKY']);
    const post = await schedule(workspace, { firstComment: 'First!' });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    const workflowId = runIdOf(done);
    await untilRunStatus(stack, workflowId, 'COMPLETED');
    const { runId } = await stack.client.workflow.getHandle(workflowId).describe();
    const { events } = await stack.client.workflow.getHandle(workflowId).fetchHistory();
    const firstTask = events?.find((event) => event.workflowTaskCompletedEventAttributes)?.eventId;
    const { runId: newRunId } = await stack.client.workflowService.resetWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId, runId },
      reason: 'as an operator does',
      workflowTaskFinishEventId: firstTask ?? null,
      requestId: `reset-${workflowId}`,
    });
    const again = stack.client.workflow.getHandle(workflowId, newRunId);
    await again.result();
    expect((await again.describe()).status.name).toBe('COMPLETED');
    expect([blind.published.length, keyed.published.length]).toEqual([2, 2]);
    expect(await getPost(workspace.ctx, { postId: post.id })).toEqual(done);
  });

  describe('a first comment', () => {
    const postWithFailedComment = async (): Promise<PostView> => {
      blind.script.push({ accept: true }, { accept: false, answer: closed });
      const post = await schedule(workspace, { firstComment: 'First!' });
      return untilStatus(workspace, post.id, 'PUBLISHED');
    };
    const retryComment = (post: PostView): Promise<PostView> =>
      retryFirstComment(workspace.ctx, { postId: post.id, targetId: post.targets[0]?.id ?? '' });

    it('Posts 10: is posted again after the cooldown, without its error, and the post keeps its status', async () => {
      const post = await postWithFailedComment();
      expect(await codeOf(retryComment(post))).toBe('RETRY_COOLDOWN');
      clock.shiftMs = minuteMs + 1_000;
      const answered = await retryComment(post);
      expect(answered).toMatchObject({ status: 'PUBLISHED', workflowId: post.workflowId });
      expect(answered.targets[0]).toMatchObject({
        firstCommentStatus: 'PUBLISHED',
        firstCommentError: null,
        firstCommentAttempt: 2,
      });
      await vi.waitFor(
        async () => {
          const [target] = (await getPost(workspace.ctx, { postId: post.id })).targets;
          expect(target).toMatchObject({ firstCommentError: null, firstCommentAttempt: 2 });
        },
        { timeout: waitMsMax },
      );
      expect(blind.published.map((entry) => entry.text)).toEqual(['Hello', 'First!']);
      await expect.poll(() => codeOf(retryComment(post))).toBe('NO_ERROR_TO_RETRY');
    });

    it('is posted with the text from an edit', async () => {
      const post = await postWithFailedComment();
      const [target] = post.targets;
      if (target === undefined) throw new Error('The post has no target.');
      const { socialAccountId, captionOverride, platformOptions, mediaIds } = target;
      const kept = { socialAccountId, captionOverride, platformOptions, mediaIds };
      await updatePost(workspace.ctx, {
        shape: 'nested',
        postId: post.id,
        targets: [{ ...kept, firstComment: 'Second!' }],
      });
      clock.shiftMs = minuteMs + 1_000;
      expect((await retryComment(post)).targets[0]).toMatchObject({
        firstComment: 'Second!',
        firstCommentStatus: 'PUBLISHED',
      });
      expect(blind.published.map((entry) => entry.text)).toEqual(['Hello', 'Second!']);
    });

    it('has the error of the new attempt if that fails too', async () => {
      const post = await postWithFailedComment();
      expect(post.targets[0]).toMatchObject({ firstCommentErrorCode: 'COMMENTS_DISABLED' });
      const blocked = { kind: 'rejected', code: 'POLICY_BLOCKED', message: 'Too many links.' } as const;
      blind.script.push({ accept: false, answer: blocked });
      clock.shiftMs = minuteMs + 1_000;
      expect((await retryComment(post)).targets[0]).toMatchObject({
        firstCommentStatus: 'FAILED',
        firstCommentError: 'POLICY_BLOCKED: Too many links.',
        firstCommentErrorCode: 'POLICY_BLOCKED',
        firstCommentAttempt: 2,
      });
    });

    it('has an error again if the attempt fails, and ten concurrent requests make one attempt', async () => {
      const post = await postWithFailedComment();
      blind.script.push({ accept: false, answer: { ...closed, message: 'Still closed.' } });
      clock.shiftMs = minuteMs + 1_000;
      const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(retryComment(post))));
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === 'RETRY_COOLDOWN')).toHaveLength(9);
      await vi.waitFor(
        async () => {
          const [target] = (await getPost(workspace.ctx, { postId: post.id })).targets;
          expect(target?.firstCommentError).toBe('COMMENTS_DISABLED: Still closed.');
        },
        { timeout: waitMsMax },
      );
      const attempts = await stack.deps.db
        .select()
        .from(publishAttempts)
        .where(eq(publishAttempts.publicationId, `${post.targets[0]?.id}:FIRST_COMMENT`));
      expect(attempts).toHaveLength(2);
    });

    it('is looked up, not posted twice, if its response was lost', async () => {
      const post = await postWithFailedComment();
      blind.script.push({ accept: true, answer: lost });
      clock.shiftMs = minuteMs + 1_000;
      await retryComment(post);
      await vi.waitFor(
        async () => {
          const [target] = (await getPost(workspace.ctx, { postId: post.id })).targets;
          expect(target?.firstCommentError).toBeNull();
        },
        { timeout: waitMsMax },
      );
      expect(blind.published.filter((entry) => entry.text === 'First!')).toHaveLength(1);
    });

    it('Posts 11: is refused with the reason if there is nothing to retry', async () => {
      const none = await untilStatus(workspace, (await schedule(workspace)).id, 'PUBLISHED');
      expect(await codeOf(retryComment(none))).toBe('NO_COMMENT_TO_RETRY');
      const fine = await untilStatus(
        workspace,
        (await schedule(workspace, { firstComment: 'x' })).id,
        'PUBLISHED',
      );
      expect(await codeOf(retryComment(fine))).toBe('NO_ERROR_TO_RETRY');
      const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
      blind.script.push({ accept: false, answer: rejected });
      const failed = await untilStatus(
        workspace,
        (await schedule(workspace, { firstComment: 'x' })).id,
        'FAILED',
      );
      expect(await codeOf(retryComment(failed))).toBe('TARGET_NOT_PUBLISHED');
      await stack.deps.db.update(targets).set({ externalPostId: null }).where(eq(targets.postId, fine.id));
      expect(await codeOf(retryComment(fine))).toBe('NO_EXTERNAL_ID');
      expect(await codeOf(retryFirstComment(workspace.ctx, { postId: fine.id, targetId: 'tgt_none' }))).toBe(
        'NOT_FOUND',
      );
    });
  });
});
