import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { postEvents } from '../../src/db/schema/index.js';
import { commentsPerPostMax } from '../../src/domain/comments.js';
import { createShiftedClock } from '../harness/clock.js';
import { commentOf, createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { commentsOf, makeDue, publishDue, read } from './reading-support.js';

const hourMs = 60 * 60_000;

describe('a post with more comments than the limit', () => {
  const clock = createShiftedClock();
  const source = createScriptedComments();
  const stack = useStack({
    platforms: [Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { comments: source })],
    clock,
    runWorker: false,
  });
  const workspace = useWorkspace(stack, ['BLUESKY']);

  it('keeps the stored comments, stores no more, and records this once in its timeline', async () => {
    const { db } = stack.deps;
    const { externalPostId, postId, targetId } = await publishDue(stack.deps, workspace);
    source.pageSize = 5_000;
    const beyond = 10;
    const written = Array.from({ length: commentsPerPostMax + beyond }, (_none, at) =>
      commentOf(`many-${at}`),
    );
    source.posts.set(externalPostId, written);
    const oldest = written.slice(-beyond).map(({ externalCommentId }) => externalCommentId);
    const kept = written[0]?.externalCommentId;
    expect(await read(stack.deps)).toMatchObject({ stored: commentsPerPostMax });
    const stored = await commentsOf(stack.deps, externalPostId);
    expect(stored).toHaveLength(commentsPerPostMax);
    const ids = new Set(stored.map(({ externalCommentId }) => externalCommentId));
    expect(oldest.filter((id) => ids.has(id))).toEqual([]);

    // There is a new comment and an edited one, so the whole list is read again.
    clock.shiftMs += 7 * hourMs;
    const list = source.posts.get(externalPostId) ?? [];
    source.posts.set(
      externalPostId,
      list.map((comment) => (comment.externalCommentId === kept ? { ...comment, text: 'edited' } : comment)),
    );
    source.write(externalPostId);
    await makeDue(stack.deps, externalPostId);
    await read(stack.deps);
    const later = await commentsOf(stack.deps, externalPostId);
    expect(later).toHaveLength(commentsPerPostMax);
    expect(later.find(({ externalCommentId }) => externalCommentId === kept)).toMatchObject({
      text: 'edited',
    });
    expect(later.filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);
    const events = await db
      .select()
      .from(postEvents)
      .where(and(eq(postEvents.postId, postId), eq(postEvents.kind, 'COMMENTS_LEFT_OUT')));
    expect(events).toMatchObject([{ targetId }]);
  });
});
