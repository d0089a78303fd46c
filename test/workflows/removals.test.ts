import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { changeAttempts, changes, publications } from '../../src/db/schema/index.js';
import { AppError, type ErrorCode } from '../../src/domain/errors.js';
import { deletePost } from '../../src/services/posts/delete.js';
import { editTarget } from '../../src/services/posts/edit-target.js';
import { getPost } from '../../src/services/posts/get.js';
import { removeTarget } from '../../src/services/posts/remove-target.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import type { PostView, TargetView } from '../../src/services/post-records/types.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { createShiftedClock } from '../harness/clock.js';
import { askAgainMs, waitMsMax } from '../harness/patience.js';
import { schedule, untilStatus } from '../harness/publishing.js';
import { createChangingPlatform, usualChangeRules } from '../harness/scripted-changes.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const refused = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'No.' } as const;
const minuteMs = 60_000;

async function codeOf(call: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return (error as AppError).code;
    throw error;
  }
}

describe('a change of a public target', () => {
  const clock = createShiftedClock();
  const proving = createChangingPlatform('X', 'blind');
  const hiding = createChangingPlatform('THREADS', 'keyed', {
    ...usualChangeRules,
    editPosts: null,
    commentsGoWithPost: true,
    look: { lagMs: 1_000, absenceProves: false },
  });
  const stack = useStack({ platforms: [proving, hiding], skipTime: true, clock });
  const workspace = useWorkspace(stack, ['X']);
  const hidingWorkspace = useWorkspace(stack, ['THREADS']);

  const published = async (firstComment: string | null = null, on = workspace): Promise<PostView> => {
    const post = await schedule(on, { firstComment });
    await untilStatus(on, post.id, 'PUBLISHED');
    return getPost(on.ctx, { postId: post.id });
  };
  const targetOf = ({ targets: [target] }: PostView): TargetView => {
    if (target === undefined) throw new Error('The post has no target.');
    return target;
  };
  const idsOf = (post: PostView) => ({ postId: post.id, targetId: targetOf(post).id });
  const remove = async (post: PostView, on = workspace): Promise<TargetView> => {
    await removeTarget(on.ctx, idsOf(post));
    return ended(post, on);
  };
  const edit = async (post: PostView, text: string): Promise<TargetView> => {
    await editTarget(workspace.ctx, { ...idsOf(post), text });
    return ended(post, workspace);
  };
  /** Waits until no change of the target is under way, and returns the target. */
  const ended = (post: PostView, on: typeof workspace): Promise<TargetView> =>
    vi.waitFor(
      async () => {
        const rows = await stack.deps.db.select().from(changes).where(eq(changes.postId, post.id));
        expect(rows.filter(({ runId }) => runId !== null)).toEqual([]);
        return targetOf(await getPost(on.ctx, { postId: post.id }));
      },
      { timeout: waitMsMax, interval: askAgainMs },
    );
  const outcomesOf = async (post: PostView) => {
    const rows = await stack.deps.db
      .select({ outcome: changeAttempts.outcome, number: changeAttempts.number })
      .from(changeAttempts)
      .innerJoin(changes, eq(changes.id, changeAttempts.changeId))
      .where(eq(changes.postId, post.id));
    return rows.sort((a, b) => a.number - b.number).map(({ outcome }) => outcome);
  };

  describe('as a removal', () => {
    it('removes the first comment and then the post, each once', async () => {
      const post = await published('More.');
      expect(await remove(post)).toMatchObject({
        status: 'PUBLISHED',
        removal: { status: 'DONE', removedAt: expect.any(Date) as Date, error: null },
      });
      expect(proving.changed).toEqual(['remove X-2', 'remove X-1']);
      expect(proving.shown().size).toBe(0);
      await remove(post);
      expect(proving.changed).toHaveLength(2);
    });

    it('leaves the comment to a platform that deletes it with the post', async () => {
      const post = await published('More.', hidingWorkspace);
      expect(await remove(post, hidingWorkspace)).toMatchObject({ removal: { status: 'DONE' } });
      expect(hiding.changed).toEqual(['remove THREADS-1']);
      const rows = await stack.deps.db
        .select({ takenDownAt: publications.takenDownAt })
        .from(publications)
        .where(eq(publications.targetId, targetOf(post).id));
      expect(rows).toEqual([{ takenDownAt: expect.any(Date) as Date }]);
    });

    it('looks up the post after a lost response, and calls again only if the post is there', async () => {
      const gone = await published();
      proving.changeScript.push({ accept: true, answer: lost });
      expect(await remove(gone)).toMatchObject({ removal: { status: 'DONE' } });
      expect([proving.changed.length, proving.looks]).toEqual([1, 1]);
      const there = await published();
      proving.changeScript.push({ accept: false, answer: lost });
      expect(await remove(there)).toMatchObject({ removal: { status: 'DONE' } });
      expect([proving.changed.length, proving.looks]).toEqual([3, 2]);
      expect(await outcomesOf(there)).toEqual(['AMBIGUOUS', 'DONE']);
      expect(proving.shown().size).toBe(0);
    });

    it('calls again after a lost response if a look-up proves nothing', async () => {
      const post = await published(null, hidingWorkspace);
      hiding.changeScript.push({ accept: true, answer: lost });
      expect(await remove(post, hidingWorkspace)).toMatchObject({ removal: { status: 'DONE' } });
      expect([hiding.changed.length, hiding.looks]).toEqual([2, 0]);
    });

    it('does not record a post as removed if the platform may only hide it', async () => {
      const post = await published(null, hidingWorkspace);
      hiding.changeScript.push({ accept: false, answer: { kind: 'gone' } });
      hiding.lookScript.push({ kind: 'gone' });
      expect(await remove(post, hidingWorkspace)).toMatchObject({
        removal: { status: 'UNCONFIRMED', removedAt: null, error: { code: 'CHANGE_UNCONFIRMED' } },
      });
    });

    it.each([
      { accept: true, done: 'REMOVED', calls: 1 },
      { accept: false, done: 'STILL THERE', calls: 2 },
    ])(
      'finds out what was done by a worker that was killed during the call: $done',
      async ({ accept, calls }) => {
        const post = await published();
        proving.changeScript.push(
          accept
            ? { accept, thenDie: true }
            : { accept, during: () => Promise.reject(new Error('the process was killed here')) },
        );
        expect(await remove(post)).toMatchObject({ removal: { status: 'DONE' } });
        expect(proving.changed).toHaveLength(calls);
        expect(proving.shown().size).toBe(0);
        expect((await outcomesOf(post))[0]).toBeNull();
      },
    );

    it('fails with the platform’s refusal, and may be requested again', async () => {
      const post = await published();
      proving.changeScript.push({ accept: false, answer: refused });
      expect(await remove(post)).toMatchObject({
        removal: { status: 'FAILED', removedAt: null, error: { code: 'PLATFORM_REJECTED', message: 'No.' } },
      });
      expect(await remove(post)).toMatchObject({ removal: { status: 'DONE', error: null } });
    });

    it('refreshes the token', async () => {
      const post = await published();
      proving.changeScript.push({ accept: false, answer: { kind: 'auth-expired', message: 'expired' } });
      expect(await remove(post)).toMatchObject({ removal: { status: 'DONE' } });
      expect(await outcomesOf(post)).toEqual(['AUTH_EXPIRED', 'DONE']);
    });

    it('waits as long as the platform asks', async () => {
      const post = await published();
      proving.changeScript.push({
        accept: false,
        answer: { kind: 'rate-limited', retryAfterMs: 2_000, message: 'slow' },
      });
      await removeTarget(workspace.ctx, idsOf(post));
      clock.shiftMs += 5_000;
      expect(await ended(post, workspace)).toMatchObject({ removal: { status: 'DONE' } });
      expect(await outcomesOf(post)).toEqual(['RATE_LIMITED', 'DONE']);
    });

    it('is started by the sweep if Temporal was away', async () => {
      const post = await published();
      const { starter } = stack.deps;
      const startChangePublication = starter.startChangePublication.bind(starter);
      stack.deps.starter.startChangePublication = () => Promise.reject(new Error('away'));
      stack.deps.publishing.replyWaitMs = 0;
      try {
        await removeTarget(workspace.ctx, idsOf(post));
      } finally {
        stack.deps.starter.startChangePublication = startChangePublication;
        delete stack.deps.publishing.replyWaitMs;
      }
      expect(proving.changed).toEqual([]);
      clock.shiftMs += minuteMs;
      await reconcile(stack.deps, { includeYoung: true });
      expect(await ended(post, workspace)).toMatchObject({ removal: { status: 'DONE' } });
    });

    it('replaces a run that has ended without its change', async () => {
      const post = await published();
      proving.changeScript.push({ accept: false, answer: { kind: 'not-sent', message: 'away' } });
      const { starter } = stack.deps;
      const startChangePublication = starter.startChangePublication.bind(starter);
      stack.deps.starter.startChangePublication = async (start) => {
        await startChangePublication(start);
        await stack.deps.starter.terminate(start.workflowId, 'for the test');
      };
      stack.deps.publishing.replyWaitMs = 0;
      try {
        await removeTarget(workspace.ctx, idsOf(post));
      } finally {
        stack.deps.starter.startChangePublication = startChangePublication;
        delete stack.deps.publishing.replyWaitMs;
      }
      clock.shiftMs += minuteMs;
      await reconcile(stack.deps, { includeYoung: true });
      expect(await ended(post, workspace)).toMatchObject({ removal: { status: 'DONE' } });
      expect(proving.shown().size).toBe(0);
    });

    it('prevents the target from being retried, commented and edited', async () => {
      const post = await published();
      await remove(post);
      expect(await codeOf(retryPost(workspace.ctx, { postId: post.id }))).toBe('INVALID_STATE');
      expect(await codeOf(retryFirstComment(workspace.ctx, idsOf(post)))).toBe('TARGET_NOT_PUBLISHED');
      expect(await codeOf(editTarget(workspace.ctx, { ...idsOf(post), text: 'New' }))).toBe(
        'TARGET_NOT_PUBLISHED',
      );
    });
  });

  describe('as a removal of an unconfirmed target', () => {
    const unconfirmed = async (accept: boolean): Promise<PostView> => {
      proving.script.push({ accept, answer: lost });
      proving.finds.push(...Array.from({ length: 4 }, () => ({ kind: 'absent' as const })));
      const post = await schedule(workspace);
      const failed = await untilStatus(workspace, post.id, 'FAILED');
      clock.shiftMs += 13 * minuteMs;
      proving.finds.length = 0;
      return failed;
    };

    it('looks up the post first, and removes the post if it is found', async () => {
      const post = await unconfirmed(true);
      expect(targetOf(post).errorCode).toBe('PUBLISH_UNCONFIRMED');
      expect(await remove(post)).toMatchObject({ status: 'PUBLISHED', removal: { status: 'DONE' } });
      expect(proving.changed).toEqual(['remove X-1']);
      expect(proving.shown().size).toBe(0);
      expect(await getPost(workspace.ctx, { postId: post.id })).toMatchObject({ status: 'PUBLISHED' });
    });

    it('prevents publishing the post again meanwhile', async () => {
      const post = await unconfirmed(true);
      stack.deps.publishing.replyWaitMs = 0;
      await stack.stopWorker();
      try {
        await removeTarget(workspace.ctx, idsOf(post));
        const again = { postId: post.id, republishUnconfirmed: true };
        expect(await codeOf(retryPost(workspace.ctx, again))).toBe('CHANGE_UNDER_WAY');
      } finally {
        delete stack.deps.publishing.replyWaitMs;
        await stack.startWorker();
      }
      expect(await ended(post, workspace)).toMatchObject({ removal: { status: 'DONE' } });
    });

    it('leaves the post unconfirmed if it is not found, and says so', async () => {
      const post = await unconfirmed(false);
      expect(await remove(post)).toMatchObject({
        status: 'FAILED',
        errorCode: 'PUBLISH_UNCONFIRMED',
        removal: { status: 'FAILED', error: { code: 'NOT_FOUND' } },
      });
      expect(proving.changed).toEqual([]);
    });
  });

  describe('as an edit', () => {
    it('makes another text public', async () => {
      const post = await published();
      expect(await edit(post, 'Corrected')).toMatchObject({
        publishedCaption: 'Corrected',
        edits: [{ status: 'DONE', text: 'Corrected', editedAt: expect.any(Date) as Date, error: null }],
      });
      expect([...proving.shown().values()]).toEqual(['Corrected']);
      expect(await edit(post, 'Corrected')).toMatchObject({ edits: [{ status: 'DONE' }] });
      expect(proving.changed).toHaveLength(1);
    });

    it.each([
      { accept: true, calls: 1 },
      { accept: false, calls: 2 },
    ])('looks up after a lost response which text is public', async ({ accept, calls }) => {
      const post = await published();
      proving.changeScript.push({ accept, answer: lost });
      expect(await edit(post, 'Corrected')).toMatchObject({
        publishedCaption: 'Corrected',
        edits: [{ status: 'DONE' }],
      });
      expect(proving.changed).toHaveLength(calls);
      expect([...proving.shown().values()]).toEqual(['Corrected']);
    });

    it('is unconfirmed if the platform shows a third text', async () => {
      const post = await published();
      proving.changeScript.push({ accept: false, answer: lost });
      const { externalPostId = null } = targetOf(post);
      const there = { externalPostId: externalPostId ?? '', externalUrl: null, reference: null };
      proving.lookScript.push({ kind: 'there', published: there, shows: 'OTHER' });
      expect(await edit(post, 'Corrected')).toMatchObject({
        publishedCaption: 'Hello',
        edits: [{ status: 'UNCONFIRMED', editedAt: null, error: { code: 'CHANGE_UNCONFIRMED' } }],
      });
    });
  });

  describe('as a deletion together with the public targets', () => {
    it('removes the public targets and then deletes the post', async () => {
      const post = await published();
      await vi.waitFor(
        async () => {
          await deletePost(workspace.ctx, { postId: post.id, removePublic: true });
        },
        { timeout: waitMsMax, interval: askAgainMs },
      );
      expect(proving.shown().size).toBe(0);
      expect(await codeOf(getPost(workspace.ctx, { postId: post.id }))).toBe('NOT_FOUND');
    });

    it('keeps a post if one of its parts stays public', async () => {
      const post = await published();
      const calls = proving.changed.length;
      proving.changeScript.push({ accept: false, answer: refused });
      const remove = () => deletePost(workspace.ctx, { postId: post.id, removePublic: true });
      const told = { reason: 'PLATFORM_REJECTED', platform: 'X', targetId: targetOf(post).id };
      await expect(remove()).rejects.toMatchObject({ code: 'CHANGE_NOT_POSSIBLE', extras: told });
      expect(await getPost(workspace.ctx, { postId: post.id })).toMatchObject({ status: 'PUBLISHED' });
      await expect(remove()).rejects.toMatchObject({ code: 'CHANGE_NOT_POSSIBLE', extras: told });
      expect(proving.changed.length - calls).toBe(1);
      await removeTarget(workspace.ctx, idsOf(post));
      await ended(post, workspace);
      await remove();
      expect(await codeOf(getPost(workspace.ctx, { postId: post.id }))).toBe('NOT_FOUND');
    });
  });

  it('is refused if the platform does not support it', async () => {
    const post = await published(null, hidingWorkspace);
    const wanted = { ...idsOf(post), text: 'New' };
    expect(await codeOf(editTarget(hidingWorkspace.ctx, wanted))).toBe('CHANGE_NOT_POSSIBLE');
  });
});
