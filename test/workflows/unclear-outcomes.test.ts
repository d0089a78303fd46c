import { describe, expect, it } from 'vitest';
import type { PostView } from '../../src/services/post-records/types.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { attemptsOf, runIdOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;

// Waits of minutes and hours are skipped by the Temporal server, run by run. Other cases are played (test/publishing).
describe('an unknown outcome of a publish call', () => {
  const platforms = {
    keyed: createScriptedPlatform('BLUESKY', 'keyed'),
    queryable: createScriptedPlatform('THREADS', 'queryable'),
    blind: createScriptedPlatform('X', 'blind'),
  };
  const workspaceFor = (guarantee: keyof typeof platforms): Promise<TestWorkspace> =>
    mintWorkspace(stack.deps, [platforms[guarantee].name]);
  const stack = useStack({
    platforms: Object.values(platforms),
    skipTime: true,
  });

  /** Returns the waits of the run in seconds, as Temporal has recorded them. */
  const waitsOf = async (post: PostView): Promise<number[]> => {
    const { events } = await stack.client.workflow.getHandle(runIdOf(post)).fetchHistory();
    return (events ?? []).flatMap(
      ({ timerStartedEventAttributes: timer }) => Number(timer?.startToFireTimeout?.seconds ?? 0) || [],
    );
  };

  it('ends PUBLISHED with one publication, which a look-up finds, if the response is lost', async () => {
    const platform = platforms.queryable;
    platform.script.push({ accept: true, answer: lost });
    const workspace = await workspaceFor('queryable');
    const post = await schedule(workspace);
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
    expect(done.targets[0]).toMatchObject({ externalPostId: platform.published[0]?.id, attemptCount: 1 });
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
  });

  it('leads to one publication if a worker crashes after the platform has accepted the post', async () => {
    const platform = platforms.keyed;
    platform.script.push({ accept: true, thenDie: true });
    const workspace = await workspaceFor('keyed');
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
  });

  it('ends PUBLISH_UNCONFIRMED on a blind platform that cannot be asked either, and a retry looks up first', async () => {
    const platform = platforms.blind;
    platform.script.push({ accept: true, answer: lost });
    platform.finds.push(unreachable, unreachable, unreachable, unreachable);
    const workspace = await workspaceFor('blind');
    const post = await schedule(workspace);
    const failed = await untilStatus(workspace, post.id, 'FAILED');
    expect(failed.targets[0]).toMatchObject({ errorCode: 'PUBLISH_UNCONFIRMED', externalPostId: null });
    expect(platform.lookups).toBe(4);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['UNCONFIRMED']);
    await retryPost(workspace.ctx, { postId: post.id });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([platform.commits, platform.published.length]).toEqual([1, 1]);
    expect(done.targets[0]?.errorCode).toBeNull();
  });

  it('leads to calls at growing intervals if a queryable platform proves the absence repeatedly', async () => {
    const platform = platforms.queryable;
    platform.script.push(...Array.from({ length: 3 }, () => ({ accept: false, answer: lost })));
    const workspace = await workspaceFor('queryable');
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([platform.commits, platform.published.length]).toEqual([4, 1]);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['ABSENT', 'ABSENT', 'ABSENT', 'PUBLISHED']);
    expect(await waitsOf(post)).toEqual([5, 30, 5, 30, 5, 30, 2]);
  });

  it('does not follow from a rate limit: the run waits and publishes once', async () => {
    const platform = platforms.blind;
    platform.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: 900_000, message: '429' },
    });
    const workspace = await workspaceFor('blind');
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['RATE_LIMITED', 'PUBLISHED']);
    expect(await waitsOf(post)).toEqual([900]);
  });
});
