import { beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { publishAttempts } from '../../src/db/schema/index.js';
import type { PublishedSearch } from '../../src/platforms/kit/platform.js';
import { retryPost } from '../../src/services/posts/retry.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { createShiftedClock } from '../harness/clock.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const minuteMs = 60_000;
const duplicate = { kind: 'duplicate', message: 'Status is a duplicate.' } as const;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const absent = { kind: 'absent' } as const;

// Waits of minutes and hours are skipped by the Temporal server, run by run.
describe('a call that the platform refuses for the moment', () => {
  const clock = createShiftedClock();
  const searches: PublishedSearch[] = [];
  const blind = createScriptedPlatform('X', 'blind');
  const find = blind.findPublished.bind(blind);
  blind.findPublished = (session, publication, state, search) => {
    searches.push(search);
    return find(session, publication, state, search);
  };
  const workspaceFor = (): Promise<TestWorkspace> => mintWorkspace(stack.deps, ['X']);
  const attemptRows = ({ targets: [target] }: PostView) =>
    stack.deps.db
      .select()
      .from(publishAttempts)
      .where(eq(publishAttempts.publicationId, target?.id ?? ''))
      .orderBy(publishAttempts.number);

  const stack = useStack({
    platforms: [blind],
    skipTime: true,
    clock,
  });
  beforeEach(() => {
    searches.length = 0;
  });

  const spent = {
    kind: 'rate-limited',
    retryAfterMs: 60 * minuteMs,
    code: 'PLATFORM_QUOTA_EXCEEDED',
    message: '402',
  } as const;

  it('fails after a day with the reason, here because the credits are used up', async () => {
    blind.script.push(...Array.from({ length: 100 }, () => ({ accept: false, answer: spent })));
    const workspace = await workspaceFor();
    const post = await schedule(workspace);
    const failed = await untilStatus(workspace, post.id, 'FAILED');
    expect(failed.targets[0]).toMatchObject({
      errorCode: 'PLATFORM_QUOTA_EXCEEDED',
      errorMessage: expect.stringContaining('24 hours') as string,
    });
    // The call is made once an hour. With the time that the calls take, the 25th would come after the day.
    expect(blind.commits).toBe(24);
  });

  describe('as a duplicate', () => {
    it('fails with that reason if no post of ours is found, and can be retried', async () => {
      blind.script.push({ accept: false, answer: duplicate });
      const workspace = await workspaceFor();
      const post = await schedule(workspace);
      const failed = await untilStatus(workspace, post.id, 'FAILED');
      expect(failed.targets[0]).toMatchObject({
        errorCode: 'DUPLICATE_CONTENT',
        errorMessage: 'Status is a duplicate.',
      });
      expect([blind.commits, blind.lookups]).toEqual([1, 2]);
      expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['REJECTED']);
      clock.shiftMs = 13 * minuteMs;
      await retryPost(workspace.ctx, { postId: post.id });
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(blind.published).toHaveLength(1);
    });

    it('leads to a look-up that starts at the time of an earlier attempt', async () => {
      blind.script.push({ accept: true, answer: lost }, { accept: false, answer: duplicate });
      blind.finds.push(absent, absent, absent, absent, absent);
      const workspace = await workspaceFor();
      const post = await schedule(workspace);
      await untilStatus(workspace, post.id, 'FAILED');
      clock.shiftMs = 13 * minuteMs;
      await retryPost(workspace.ctx, { postId: post.id, republishUnconfirmed: true });
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect([blind.commits, blind.published.length]).toEqual([2, 1]);
      const [first] = await attemptRows(post);
      expect(searches.at(-1)?.since.getTime()).toBe((first?.startedAt.getTime() ?? 0) - minuteMs);
    });
  });
});
