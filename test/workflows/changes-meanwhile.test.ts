import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changeAttempts,
  changes,
  commentFeeds,
  comments,
  posts,
  publications,
  targets,
} from '../../src/db/schema/index.js';
import { changePublicationWorkflowId } from '../../src/domain/workflow-contract.js';
import { deletePost } from '../../src/services/posts/delete.js';
import { editTarget } from '../../src/services/posts/edit-target.js';
import { getPost } from '../../src/services/posts/get.js';
import { removeTarget } from '../../src/services/posts/remove-target.js';
import type { PostView, TargetView } from '../../src/services/post-records/types.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { createShiftedClock } from '../harness/clock.js';
import { mintComment } from '../harness/comments.js';
import { askAgainMs, waitMsMax } from '../harness/patience.js';
import { schedule, untilStatus } from '../harness/publishing.js';
import { createChangingPlatform, usualChangeRules } from '../harness/scripted-changes.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const minuteMs = 60_000;

describe('while a public post is being changed', () => {
  let workspace: TestWorkspace;
  const clock = createShiftedClock();
  const proving = createChangingPlatform('X', 'blind');
  const hiding = createChangingPlatform('THREADS', 'keyed', {
    ...usualChangeRules,
    commentsGoWithPost: true,
    look: { lagMs: 1_000, absenceProves: false },
  });
  const stack = useStack({ platforms: [proving, hiding], skipTime: true, clock });
  beforeEach(async () => {
    workspace = await mintWorkspace(stack.deps, ['X']);
  });

  const targetOf = ({ targets: all }: PostView, platform = 'X'): TargetView => {
    const target = all.find((one) => one.platform === platform);
    if (target === undefined) throw new Error(`The post has no target on ${platform}.`);
    return target;
  };
  const publish = async (parts: string[] = []): Promise<PostView> => {
    const { id } = await schedule(workspace, { parts });
    await untilStatus(workspace, id, 'PUBLISHED');
    return getPost(workspace.ctx, { postId: id });
  };
  /** Waits until no change of the post is under way, and returns the post. */
  const ended = (postId: string): Promise<PostView> =>
    vi.waitFor(
      async () => {
        const open = and(eq(changes.postId, postId), isNotNull(changes.runId));
        expect(await stack.deps.db.$count(changes, open)).toBe(0);
        return getPost(workspace.ctx, { postId });
      },
      { timeout: waitMsMax, interval: askAgainMs },
    );

  it('a target that becomes public prevents the deletion of the post', async () => {
    workspace = await mintWorkspace(stack.deps, ['X', 'THREADS']);
    const post = await publish();
    const { db } = stack.deps;
    const other = eq(targets.id, targetOf(post, 'THREADS').id);
    await db.update(targets).set({ status: 'FAILED', errorCode: 'PLATFORM_REJECTED' }).where(other);
    await db.update(posts).set({ status: 'PARTIALLY_PUBLISHED' }).where(eq(posts.id, post.id));
    const during = async (): Promise<void> => {
      await db.update(targets).set({ status: 'PUBLISHED', errorCode: null }).where(other);
    };
    proving.changeScript.push({ accept: true, during });
    const remove = () => deletePost(workspace.ctx, { postId: post.id, removePublic: true });
    await expect(remove()).rejects.toMatchObject({ code: 'CHANGE_UNDER_WAY' });
    await ended(post.id);
    await remove();
    expect([proving.shown().size, hiding.shown().size]).toEqual([0, 0]);
  });

  it('a late response updates the public text, unless a later edit may have been made', async () => {
    const { db } = stack.deps;
    const edit = async (calls: number): Promise<string | null> => {
      const post = await publish();
      const { id: targetId } = targetOf(post);
      const during = async (): Promise<void> => {
        const [change] = await db.select().from(changes).where(eq(changes.postId, post.id));
        if (change === undefined) throw new Error('The change has no row.');
        const finished = { runId: null, finishedAt: clock.now() };
        await db
          .update(changes)
          .set({ ...finished, status: 'UNCONFIRMED' })
          .where(eq(changes.id, change.id));
        const createdAt = new Date(change.createdAt.getTime() + 1);
        const later = { ...change, ...finished, id: stack.deps.newId('change'), text: 'Later', createdAt };
        await db.insert(changes).values({ ...later, status: 'FAILED', attemptCount: calls });
      };
      proving.changeScript.push({ accept: true, during });
      await editTarget(workspace.ctx, { postId: post.id, targetId, text: 'Corrected' });
      await vi.waitFor(
        async () => {
          const made = eq(changeAttempts.publicationId, targetId);
          const [attempt] = await db.select().from(changeAttempts).where(made);
          expect(attempt?.outcome).toBe('DONE');
        },
        { timeout: waitMsMax, interval: askAgainMs },
      );
      return targetOf(await getPost(workspace.ctx, { postId: post.id })).publishedCaption;
    };
    expect(await edit(0)).toBe('Corrected');
    expect(await edit(1)).toBe('Hello');
  });

  it('comments are still read after an edit, under the new id of the post', async () => {
    const post = await publish();
    const { id: targetId, externalPostId: before, socialAccountId } = targetOf(post);
    const { db } = stack.deps;
    const { workspaceId } = workspace;
    const named = { socialAccountId, externalPostId: before ?? '' };
    const feed = { ...named, workspaceId, platform: 'X', targetId, publishedAt: clock.now() } as const;
    await db.insert(commentFeeds).values(feed).onConflictDoNothing();
    const commentId = await mintComment(stack, { workspaceId, accountIds: [socialAccountId, '', ''] }, named);
    const published = { externalPostId: 'X-edited', externalUrl: null, reference: null };
    proving.changeScript.push({ accept: true, answer: { kind: 'edited', published } });
    await editTarget(workspace.ctx, { postId: post.id, targetId, text: 'Corrected' });
    await ended(post.id);
    const feeds = await db.select().from(commentFeeds).where(eq(commentFeeds.targetId, targetId));
    expect(feeds.map(({ externalPostId }) => externalPostId)).toEqual(['X-edited']);
    const [comment] = await db.select().from(comments).where(eq(comments.id, commentId));
    expect(comment?.externalPostId).toBe('X-edited');
  });

  it('a part that is not found counts as removed if a restored database lacks calls and an absence proves nothing', async () => {
    workspace = await mintWorkspace(stack.deps, ['THREADS']);
    const post = await publish(['Two', 'Three']);
    const { id: targetId } = targetOf(post, 'THREADS');
    await removeTarget(workspace.ctx, { postId: post.id, targetId });
    await ended(post.id);
    const { db } = stack.deps;
    const [change] = await db.select().from(changes).where(eq(changes.postId, post.id));
    const id = change?.id ?? '';
    const runId = changePublicationWorkflowId(id, 1);
    await expect.poll(() => stack.deps.starter.describe(runId)).toBe('completed');
    await db.delete(changeAttempts).where(eq(changeAttempts.changeId, id));
    await db.update(publications).set({ takenDownAt: null }).where(isNotNull(publications.takenDownAt));
    const begun = { status: 'REQUESTED', finishedAt: null, attemptCount: 0, runSince: clock.now() } as const;
    await db
      .update(changes)
      .set({ ...begun, runId })
      .where(eq(changes.id, id));
    clock.shiftMs += minuteMs;
    await reconcile(stack.deps, { includeYoung: true });
    expect(targetOf(await ended(post.id), 'THREADS')).toMatchObject({
      removal: { status: 'DONE' },
      parts: [{ removedAt: expect.any(Date) as Date }, { removedAt: expect.any(Date) as Date }],
    });
  });
});
