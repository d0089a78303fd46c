import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { describe, expect, it } from 'vitest';
import type { PostView } from '../../src/services/post-records/types.js';
import { runIdOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type Stack, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const platform = createScriptedPlatform('BLUESKY', 'keyed');
/** Even on a slow machine, every call asks a worker before its time. */
const aheadMs = 12_000;

/**
 * A call that no worker could hold returns half a second after its time. Differences between clocks cause shorter
 * waits.
 */
const awayMsMin = 500;

/** Returns how often a run had to come back because no worker could hold its call. */
async function timesTurnedAway(stack: Stack, post: PostView): Promise<number> {
  const { events } = await stack.client.workflow.getHandle(runIdOf(post)).fetchHistory();
  return (events ?? []).filter(({ timerStartedEventAttributes: timer }) => {
    const waitMs = optionalTsToMs(timer?.startToFireTimeout) ?? 0;
    return waitMs >= awayMsMin;
  }).length;
}

/** Returns by how much each call was late. */
async function latenessMs(stack: Stack, posts: readonly PostView[]): Promise<number[]> {
  return Promise.all(
    posts.map(async ({ targets: [target], scheduledAt }) => {
      const attempts = await stack.deps.db.query.publishAttempts.findMany({
        where: (table, { eq }) => eq(table.publicationId, target?.id ?? ''),
      });
      expect(attempts).toHaveLength(1);
      return (attempts[0]?.startedAt.getTime() ?? 0) - (scheduledAt?.getTime() ?? 0);
    }),
  );
}

const scheduleAll = (workspaces: readonly TestWorkspace[], dueMs: number): Promise<PostView[]> =>
  Promise.all(workspaces.map((workspace) => schedule(workspace, { inMs: dueMs - Date.now() })));

describe('more posts than a worker can hold, all due at the same time,', () => {
  const stack = useStack({ platforms: [platform], turns: { heldMax: 3 } });

  it('are published once each, and do not delay the posts of others', async () => {
    const crowd = await mintWorkspace(
      stack.deps,
      Array.from({ length: 6 }, () => 'BLUESKY' as const),
    );
    const others = await Promise.all([1, 2].map(() => mintWorkspace(stack.deps, ['BLUESKY'])));
    const each = crowd.accountIds.map((id) => ({ ...crowd, accountIds: [id] }));
    // The other posts are scheduled last, when the worker can hold no more calls.
    const dueMs = Date.now() + aheadMs;
    const crowdPosts = await scheduleAll(each, dueMs);
    const otherPosts = await scheduleAll(others, dueMs);
    for (const { id } of crowdPosts) await untilStatus(crowd, id, 'PUBLISHED');
    for (const [index, { id }] of otherPosts.entries()) {
      await untilStatus(others[index] ?? crowd, id, 'PUBLISHED');
    }

    expect(platform.published).toHaveLength(8);
    const lateMs = await latenessMs(stack, [...crowdPosts, ...otherPosts]);
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
    expect(await Promise.all(otherPosts.map((post) => timesTurnedAway(stack, post)))).toEqual([0, 0]);
    // The posts of the crowd that no worker could hold came back once, when they were due.
    const away = await Promise.all(crowdPosts.map((post) => timesTurnedAway(stack, post)));
    expect(away.filter((count) => count > 0).length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...away)).toBe(1);
  });
});

describe('more posts of an account than may wait in a worker', () => {
  const stack = useStack({ platforms: [platform], turns: { waitingPerAccountMax: 1 } });

  it('are published once each, after the earlier ones', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const dueMs = Date.now() + aheadMs;
    const posts: PostView[] = [];
    for (let number = 0; number < 5; number += 1) {
      posts.push(await schedule(workspace, { inMs: dueMs - Date.now(), text: `post ${number}` }));
    }
    for (const { id } of posts) await untilStatus(workspace, id, 'PUBLISHED');
    expect(platform.published).toHaveLength(5);
    const lateMs = await latenessMs(stack, posts);
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
    // Two calls of an account may be under way at once, so two of its posts may wait.
    const away = await Promise.all(posts.map((post) => timesTurnedAway(stack, post)));
    expect(away.filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
  });
});
