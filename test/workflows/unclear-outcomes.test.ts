import { describe, expect, it } from 'vitest';
import type { PlatformName, PublishGuarantee } from '../../src/domain/platforms.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { attemptsOf, runIdOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform, type ScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;

// Waits of minutes and hours are skipped by the Temporal server, run by run.
describe('an unknown outcome of a publish call', () => {
  const platforms: Record<PublishGuarantee, ScriptedPlatform> = {
    keyed: createScriptedPlatform('BLUESKY', 'keyed'),
    queryable: createScriptedPlatform('THREADS', 'queryable'),
    blind: createScriptedPlatform('X', 'blind'),
  };
  const workspaceFor = (guarantee: PublishGuarantee): Promise<TestWorkspace> => {
    const name: PlatformName = platforms[guarantee].name;
    return mintWorkspace(stack.deps, [name]);
  };

  const stack = useStack({
    platforms: Object.values(platforms),
    skipTime: true,
  });

  describe.each(['keyed', 'queryable', 'blind'] as const)('on a %s platform', (guarantee) => {
    const platform = platforms[guarantee];

    it('ends PUBLISHED with one publication, which a look-up finds, if the response is lost', async () => {
      platform.script.push({ accept: true, answer: lost });
      const workspace = await workspaceFor(guarantee);
      const post = await schedule(workspace);
      const done = await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(platform.published).toHaveLength(1);
      expect(done.targets[0]).toMatchObject({ externalPostId: platform.published[0]?.id, attemptCount: 1 });
      expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
    });

    it('leads to one publication if a worker crashes after the platform has accepted the post', async () => {
      platform.script.push({ accept: true, thenDie: true });
      const workspace = await workspaceFor(guarantee);
      const post = await schedule(workspace);
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(platform.published).toHaveLength(1);
      expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
    });

    it('ends PUBLISH_UNCONFIRMED if the platform cannot be asked either, and a retry looks up first', async () => {
      platform.script.push({ accept: true, answer: lost });
      platform.finds.push(unreachable, unreachable, unreachable, unreachable);
      const workspace = await workspaceFor(guarantee);
      const post = await schedule(workspace);
      const failed = await untilStatus(workspace, post.id, 'FAILED');
      expect(failed.targets[0]).toMatchObject({ errorCode: 'PUBLISH_UNCONFIRMED', externalPostId: null });
      expect(platform.lookups).toBe(4);
      await retryPost(workspace.ctx, { postId: post.id });
      const done = await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(platform.published).toHaveLength(1);
      expect(platform.commits).toBe(1);
      expect(done.targets[0]?.errorCode).toBeNull();
    });
  });

  it.each([
    ['keyed', 1],
    ['queryable', 2],
  ] as const)(
    'on a %s platform leads to a new call after %i look-up(s) that prove the absence',
    async (guarantee, lookups) => {
      const platform = platforms[guarantee];
      platform.script.push({ accept: false, answer: lost });
      const workspace = await workspaceFor(guarantee);
      const post = await schedule(workspace);
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(platform.published).toHaveLength(1);
      expect(platform.lookups).toBe(lookups);
      expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['ABSENT', 'PUBLISHED']);
    },
  );

  it('leads to calls at growing intervals if a queryable platform proves the absence repeatedly', async () => {
    const platform = platforms.queryable;
    platform.script.push(...Array.from({ length: 7 }, () => ({ accept: false, answer: lost })));
    const workspace = await workspaceFor('queryable');
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([platform.commits, platform.published.length]).toEqual([8, 1]);
    const { events = [] } = await stack.client.workflow.getHandle(runIdOf(post)).fetchHistory();
    const waits = (events ?? []).flatMap(
      ({ timerStartedEventAttributes: timer }) => Number(timer?.startToFireTimeout?.seconds ?? 0) || [],
    );
    expect(waits.filter((seconds) => seconds !== 5 && seconds !== 30)).toEqual([2, 10, 120, 600]);
  });

  it('never leads to a new call on a blind platform, because a missing post proves nothing there', async () => {
    const platform = platforms.blind;
    platform.script.push({ accept: false, answer: lost });
    const workspace = await workspaceFor('blind');
    const post = await schedule(workspace);
    const failed = await untilStatus(workspace, post.id, 'FAILED');
    expect(failed.targets[0]).toMatchObject({ errorCode: 'PUBLISH_UNCONFIRMED' });
    expect([platform.commits, platform.lookups, platform.published.length]).toEqual([1, 4, 0]);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['UNCONFIRMED']);
  });

  it('is also resolved for a first comment', async () => {
    const platform = platforms.keyed;
    platform.script.push({ accept: true }, { accept: true, answer: lost });
    const workspace = await workspaceFor('keyed');
    const post = await schedule(workspace, { firstComment: 'First!' });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published.map((entry) => entry.text)).toEqual(['Hello', 'First!']);
    expect(done.targets[0]).toMatchObject({ firstCommentError: null, firstCommentAttempt: 1 });
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
  });

  it('does not follow if nothing was sent: the call is repeated', async () => {
    const platform = platforms.blind;
    const workspace = await workspaceFor('blind');
    platform.script.push({ accept: false, answer: unreachable }, { accept: false, answer: unreachable });
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['NOT_SENT', 'NOT_SENT', 'PUBLISHED']);
  });

  it('does not follow while a platform is preparing: the run waits, and prepares again after an expiry', async () => {
    const platform = platforms.queryable;
    platform.readiness.push(
      { kind: 'pending', checkAfterMs: 60_000 },
      { kind: 'prepare-again', message: 'expired' },
      { kind: 'pending', checkAfterMs: null },
    );
    const workspace = await workspaceFor('queryable');
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([platform.commits, platform.published.length]).toEqual([1, 1]);
  });
});
