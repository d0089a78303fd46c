import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { posts, targets } from '../../src/db/schema/index.js';
import { AppError } from '../../src/domain/errors.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { deletePost } from '../../src/services/posts/delete.js';
import { reschedulePost } from '../../src/services/posts/schedule.js';
import { updatePost } from '../../src/services/posts/update.js';
import { count } from '../harness/counts.js';
import { schedule } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const atOnce = 20;
const races = count({ usual: atOnce, long: 1_000 });
/** The due time is late enough to create all posts before it, even on a busy machine. */
const dueInMs = 3_000;
const settleTimeoutMs = 180_000;
/**
 * Every second change comes close to the due time. The others are spread from before to after it, so that both sides
 * win.
 */
const closeMs = 75;
const earliestMs = -300;
const latestMs = 2_500;
/** On a slow machine, a post may be published later than the last change: the changes are then spread further. */
const widenings = 3;

function offsetMs(index: number, latestMs: number): number {
  if (index % 2 === 1) return (Math.random() * 2 - 1) * closeMs;
  return earliestMs + ((latestMs - earliestMs) * index) / (atOnce - 2);
}

interface Race {
  /** The text of the post. It is unique. */
  text: string;
  index: number;
  /** How long after the due time the last change of the batch is made. */
  latestMs: number;
}

type Won = 'CHANGE' | 'PUBLISH';

// The change arrives as a post falls due: the row lock lets one of the two win, never both.
describe('a post that is changed at its due time', () => {
  let workspace: TestWorkspace;
  const platform = createScriptedPlatform('BLUESKY', 'keyed');

  const stack = useStack({
    platforms: [platform],
  });
  beforeAll(async () => {
    workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
  });

  const published = (text: string): number =>
    platform.published.filter((entry) => entry.text === text).length;

  /** Returns the post once nothing can happen to it any more. */
  const settled = async (postId: string) => {
    let row: { status: string; target: string; deletedAt: Date | null } | undefined;
    await expect
      .poll(
        async () => {
          [row] = await stack.deps.db
            .select({ status: posts.status, target: targets.status, deletedAt: posts.deletedAt })
            .from(posts)
            .innerJoin(targets, eq(targets.postId, posts.id))
            .where(eq(posts.id, postId));
          return row?.status;
        },
        { timeout: settleTimeoutMs, interval: 50 },
      )
      .toMatch(/^(PUBLISHED|CANCELED)$/);
    if (row === undefined) throw new Error('unreachable: polled without a row');
    return row;
  };

  /**
   * Runs `change` close to the due time of a new post. Returns which of the two won, according to the caller's
   * response.
   */
  const race = async (
    { text, index, latestMs }: Race,
    change: (postId: string) => Promise<unknown>,
  ): Promise<{ postId: string; won: Won }> => {
    const post = await schedule(workspace, { inMs: dueInMs, text });
    const dueMs = post.scheduledAt?.getTime() ?? NaN;
    const waitMs = dueMs + offsetMs(index, latestMs) - Date.now();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      await change(post.id);
      return { postId: post.id, won: 'CHANGE' };
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_STATE')
        return { postId: post.id, won: 'PUBLISH' };
      throw error;
    }
  };

  const runAll = async (one: (race: Race) => Promise<Won>): Promise<void> => {
    const tally = { CHANGE: 0, PUBLISH: 0 };
    const run = async (length: number, lastMs: number): Promise<void> => {
      const batch = Array.from({ length }, (_, index) => ({
        text: `race ${Math.random()} ${index}`,
        index,
        latestMs: lastMs,
      }));
      for (const won of await Promise.all(batch.map(one))) tally[won] += 1;
    };
    for (let done = 0; done < races; done += atOnce) await run(Math.min(atOnce, races - done), latestMs);
    for (let wider = 1; wider <= widenings && Math.min(tally.CHANGE, tally.PUBLISH) === 0; wider += 1)
      await run(atOnce, latestMs * 2 ** wider);
    // If all races end in the same way, nothing was tested.
    expect(Math.min(tally.CHANGE, tally.PUBLISH), JSON.stringify(tally)).toBeGreaterThan(0);
  };
  const timeoutMs = 60_000 + races * 400;

  it(`is canceled or published once, in ${races} races`, { timeout: timeoutMs }, () =>
    runAll(async (given) => {
      const { text } = given;
      const { postId } = await race(given, (id) => cancelPost(workspace.ctx, { postId: id }));
      const { status, target } = await settled(postId);
      expect([status, published(text)]).toEqual(status === 'CANCELED' ? ['CANCELED', 0] : ['PUBLISHED', 1]);
      expect(target).toBe(status);
      return status === 'CANCELED' ? 'CHANGE' : 'PUBLISH';
    }),
  );

  it(
    `is published once when rescheduled, later if the response said so, in ${races} races`,
    { timeout: timeoutMs },
    () =>
      runAll(async (given) => {
        const { text } = given;
        const later = new Date(Date.now() + dueInMs + given.latestMs + 1_500);
        const { postId, won } = await race(given, (id) =>
          reschedulePost(workspace.ctx, { postId: id, scheduledAt: later }),
        );
        await settled(postId);
        expect(published(text)).toBe(1);
        const [target] = await stack.deps.db.select().from(targets).where(eq(targets.postId, postId));
        expect((target?.publishedAt?.getTime() ?? 0) >= later.getTime()).toBe(won === 'CHANGE');
        return won;
      }),
  );

  it(
    `is published once with the text in the response to the edit, in ${races} races`,
    { timeout: timeoutMs },
    () =>
      runAll(async (given) => {
        const { text } = given;
        const edited = `${text} edited`;
        const { postId, won } = await race(given, (id) =>
          updatePost(workspace.ctx, { shape: 'nested', postId: id, caption: edited }),
        );
        await settled(postId);
        expect([published(text), published(edited)]).toEqual(won === 'CHANGE' ? [0, 1] : [1, 0]);
        return won;
      }),
  );

  it(
    `is deleted unpublished, or published once if the deletion is refused, in ${races} races`,
    { timeout: timeoutMs },
    () =>
      runAll(async (given) => {
        const { text } = given;
        const { postId, won } = await race(given, (id) => deletePost(workspace.ctx, { postId: id }));
        const { deletedAt, status } = await settled(postId);
        // A post that was published before the request may also be deleted. Then only its record is deleted, not the
        // publication.
        const deletedInTime = status === 'CANCELED';
        expect(deletedAt !== null).toBe(won === 'CHANGE');
        expect(published(text)).toBe(deletedInTime ? 0 : 1);
        return deletedInTime ? 'CHANGE' : 'PUBLISH';
      }),
  );
});
