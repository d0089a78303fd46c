import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changes } from '../../src/db/schema/index.js';
import { searchesMax } from '../../src/domain/decide-change.js';
import { removeTarget } from '../../src/services/posts/remove-target.js';
import { resolveTarget } from '../../src/services/posts/resolve-target.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { getPost } from '../../src/services/posts/get.js';
import type { PostView, TargetView } from '../../src/services/post-records/types.js';
import { createShiftedClock } from '../harness/clock.js';
import { askAgainMs, waitMsMax } from '../harness/patience.js';
import { schedule, untilStatus } from '../harness/publishing.js';
import { createChangingPlatform, usualChangeRules } from '../harness/scripted-changes.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const minuteMs = 60_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const refused = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'No.' } as const;
const well = { accept: true } as const;

describe('a removal of a post of several parts', () => {
  let workspace: TestWorkspace;
  const clock = createShiftedClock();
  const leaving = createChangingPlatform('X', 'blind');
  const taking = createChangingPlatform('THREADS', 'keyed', {
    ...usualChangeRules,
    commentsGoWithPost: true,
  });
  const stack = useStack({ platforms: [leaving, taking], skipTime: true, clock });
  beforeEach(async () => {
    workspace = await mintWorkspace(stack.deps, ['X']);
  });

  const targetOf = ({ targets: [target] }: PostView): TargetView => {
    if (target === undefined) throw new Error('The post has no target.');
    return target;
  };
  const idsOf = (post: PostView) => ({ postId: post.id, targetId: targetOf(post).id });
  const publish = async (end = 'PUBLISHED'): Promise<PostView> => {
    const { id } = await schedule(workspace, { text: 'One', parts: ['Two', 'Three'], firstComment: 'Four' });
    await untilStatus(workspace, id, end);
    return getPost(workspace.ctx, { postId: id });
  };
  const remove = async (post: PostView): Promise<TargetView> => {
    await removeTarget(workspace.ctx, idsOf(post));
    return vi.waitFor(
      async () => {
        const rows = await stack.deps.db.select().from(changes).where(eq(changes.postId, post.id));
        expect(rows.filter(({ runId }) => runId !== null)).toEqual([]);
        return targetOf(await getPost(workspace.ctx, { postId: post.id }));
      },
      { timeout: waitMsMax, interval: askAgainMs },
    );
  };
  const areRemoved = ({ parts, removal }: TargetView): boolean[] =>
    [removal?.removedAt ?? null, ...parts.map(({ removedAt }) => removedAt)].map((at) => at !== null);

  it('begins with the first comment and the last part, and ends with the post itself', async () => {
    const target = await remove(await publish());
    expect(leaving.changed).toEqual(['remove X-4', 'remove X-3', 'remove X-2', 'remove X-1']);
    expect(leaving.shown().size).toBe(0);
    expect(target).toMatchObject({ status: 'PUBLISHED', removal: { status: 'DONE', error: null } });
    expect(areRemoved(target)).toEqual([true, true, true]);
  });

  it('removes each part even if the platform deletes comments with their post', async () => {
    workspace = await mintWorkspace(stack.deps, ['THREADS']);
    const target = await remove(await publish());
    expect(taking.changed).toEqual(['remove THREADS-3', 'remove THREADS-2', 'remove THREADS-1']);
    expect(areRemoved(target)).toEqual([true, true, true]);
  });

  it('stops at the first part that is not removed, and continues from there when it is requested again', async () => {
    const post = await publish();
    leaving.changeScript.push(well, well, { accept: false, answer: refused });
    const stopped = await remove(post);
    expect([...leaving.shown().values()]).toEqual(['One', 'Two']);
    expect(stopped.removal).toMatchObject({ status: 'FAILED', removedAt: null, error: { message: 'No.' } });
    expect(areRemoved(stopped)).toEqual([false, false, true]);
    const done = await remove(post);
    expect(leaving.changed.slice(-2)).toEqual(['remove X-2', 'remove X-1']);
    expect(areRemoved(done)).toEqual([true, true, true]);
  });

  it('looks up after a lost response whether the part is gone', async () => {
    const post = await publish();
    leaving.changeScript.push(well, { accept: true, answer: lost }, { accept: false, answer: lost });
    expect(await remove(post)).toMatchObject({ removal: { status: 'DONE' } });
    expect(leaving.changed).toEqual([4, 3, 2, 2, 1].map((number) => `remove X-${number}`));
    expect(leaving.shown().size).toBe(0);
  });

  /** Publishes a post whose last part has lost its response, and which no look-up has found. */
  const unconfirmed = async (accept: boolean): Promise<PostView> => {
    leaving.script.push(well, well, { accept, answer: lost });
    leaving.finds.push(...Array.from({ length: 4 }, () => ({ kind: 'absent' as const })));
    const post = await publish('PARTIALLY_PUBLISHED');
    clock.shiftMs += 13 * minuteMs;
    leaving.finds.length = 0;
    return post;
  };

  it('looks up an unconfirmed part first, and removes it if it is found', async () => {
    const post = await unconfirmed(true);
    expect(targetOf(post).errorCode).toBe('PUBLISH_UNCONFIRMED');
    const target = await remove(post);
    expect(leaving.changed).toEqual(['remove X-3', 'remove X-2', 'remove X-1']);
    expect(leaving.shown().size).toBe(0);
    expect(areRemoved(target)).toEqual([true, true, true]);
  });

  it('removes the others if an unconfirmed part is not found, and says that this part may still be there', async () => {
    const post = await unconfirmed(true);
    leaving.finds.push(...Array.from({ length: searchesMax }, () => ({ kind: 'absent' as const })));
    const target = await remove(post);
    expect(target.removal).toMatchObject({ status: 'UNCONFIRMED', error: { code: 'CHANGE_UNCONFIRMED' } });
    expect([...leaving.shown().values()]).toEqual(['Three']);
    expect(areRemoved(target)).toEqual([true, true, false]);
    // A repeated request looks up again.
    const done = await remove(post);
    expect(leaving.changed).toEqual(['remove X-2', 'remove X-1', 'remove X-3']);
    expect(done).toMatchObject({ status: 'PUBLISHED', removal: { status: 'DONE', error: null } });
    expect(areRemoved(done)).toEqual([true, true, true]);
  });

  it('is unconfirmed again as long as the part is not found', async () => {
    const post = await unconfirmed(false);
    await remove(post);
    expect(await remove(post)).toMatchObject({ removal: { status: 'UNCONFIRMED' } });
    expect(leaving.changed).toEqual(['remove X-2', 'remove X-1']);
  });

  it('is refused if the id of a part is unknown', async () => {
    const post = await unconfirmed(false);
    await resolveTarget(workspace.ctx, { ...idsOf(post), published: true });
    await expect(removeTarget(workspace.ctx, idsOf(post))).rejects.toMatchObject({ code: 'NO_EXTERNAL_ID' });
    expect(leaving.changed).toEqual([]);
  });

  it('is refused while parts are being published', async () => {
    let refusal: unknown;
    let postId = '';
    const during = async (): Promise<void> => {
      const post = await getPost(workspace.ctx, { postId });
      refusal = await removeTarget(workspace.ctx, idsOf(post)).catch((error: unknown) => error);
    };
    leaving.script.push(well, { accept: true, during });
    postId = (await schedule(workspace, { text: 'One', parts: ['Two', 'Three'] })).id;
    await untilStatus(workspace, postId, 'PUBLISHED');
    expect(refusal).toMatchObject({ code: 'CHANGE_UNDER_WAY' });
  });

  it('prevents replies to a part that was removed', async () => {
    leaving.script.push(well, { accept: false, answer: refused });
    const post = await publish('PARTIALLY_PUBLISHED');
    expect(await remove(post)).toMatchObject({ status: 'FAILED', removal: { status: 'DONE' } });
    await expect(retryPost(workspace.ctx, { postId: post.id })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    await expect(retryFirstComment(workspace.ctx, idsOf(post))).rejects.toMatchObject({
      code: 'TARGET_NOT_PUBLISHED',
    });
    expect(leaving.published).toHaveLength(1);
  });
});
