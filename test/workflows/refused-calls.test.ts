import { beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { publishAttempts } from '../../src/db/schema/index.js';
import type { PublishGuarantee } from '../../src/domain/platforms.js';
import type { PublishedSearch } from '../../src/platforms/kit/platform.js';
import { retryPost } from '../../src/services/posts/retry.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { createShiftedClock } from '../harness/clock.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform, type ScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const duplicate = { kind: 'duplicate', message: 'Status is a duplicate.' } as const;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const absent = { kind: 'absent' } as const;

// Waits of minutes and hours are skipped by the Temporal server, run by run.
describe('a call that the platform refuses for the moment', () => {
  const clock = createShiftedClock();
  const searches: PublishedSearch[] = [];
  const platforms: Record<PublishGuarantee, ScriptedPlatform> = {
    keyed: createScriptedPlatform('BLUESKY', 'keyed'),
    queryable: createScriptedPlatform('THREADS', 'queryable'),
    blind: createScriptedPlatform('X', 'blind'),
  };
  const { blind } = platforms;
  const find = blind.findPublished.bind(blind);
  blind.findPublished = (session, publication, state, search) => {
    searches.push(search);
    return find(session, publication, state, search);
  };
  const workspaceFor = (guarantee: PublishGuarantee): Promise<TestWorkspace> =>
    mintWorkspace(stack.deps, [platforms[guarantee].name]);
  const attemptRows = ({ targets: [target] }: PostView) =>
    stack.deps.db
      .select()
      .from(publishAttempts)
      .where(eq(publishAttempts.targetId, target?.id ?? ''))
      .orderBy(publishAttempts.number);

  const stack = useStack({
    platforms: Object.values(platforms),
    skipTime: true,
    clock,
  });
  beforeEach(() => {
    searches.length = 0;
  });

  describe('because the credits are used up', () => {
    const spent = {
      kind: 'rate-limited',
      retryAfterMs: 30 * minuteMs,
      code: 'PLATFORM_QUOTA_EXCEEDED',
      message: '402',
    } as const;

    it('is repeated until there are credits', async () => {
      blind.script.push({ accept: false, answer: spent }, { accept: false, answer: spent });
      const workspace = await workspaceFor('blind');
      const post = await schedule(workspace);
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect((await attemptRows(post)).map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
        ['RATE_LIMITED', 'PLATFORM_QUOTA_EXCEEDED'],
        ['RATE_LIMITED', 'PLATFORM_QUOTA_EXCEEDED'],
        ['PUBLISHED', null],
      ]);
    });

    it('fails after a day with the reason', async () => {
      blind.script.push(...Array.from({ length: 100 }, () => ({ accept: false, answer: spent })));
      const workspace = await workspaceFor('blind');
      const post = await schedule(workspace);
      const failed = await untilStatus(workspace, post.id, 'FAILED');
      expect(failed.targets[0]).toMatchObject({
        errorCode: 'PLATFORM_QUOTA_EXCEEDED',
        errorMessage: expect.stringContaining('24 hours') as string,
      });
      expect(blind.commits).toBeLessThan(60);
    });
  });

  it('is repeated about every hour until the refusal ends, for up to a day', async () => {
    for (const hours of [3, 2, 1]) {
      const answer = { kind: 'rate-limited', retryAfterMs: hours * hourMs, message: '429' } as const;
      blind.script.push({ accept: false, answer });
    }
    const workspace = await workspaceFor('blind');
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual([
      'RATE_LIMITED',
      'RATE_LIMITED',
      'RATE_LIMITED',
      'PUBLISHED',
    ]);
  });

  describe('as a duplicate', () => {
    it('leads to a look-up, which adopts our own post', async () => {
      blind.script.push({ accept: true, answer: duplicate });
      const workspace = await workspaceFor('blind');
      const post = await schedule(workspace);
      const done = await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(done.targets[0]).toMatchObject({ externalPostId: blind.published[0]?.id, errorCode: null });
      expect([blind.commits, blind.lookups]).toEqual([1, 1]);
    });

    it.each([
      ['keyed', 1],
      ['queryable', 2],
      ['blind', 2],
    ] as const)(
      'fails on a %s platform with that reason after %i look-up(s), and can be retried',
      async (guarantee, lookups) => {
        const platform = platforms[guarantee];
        platform.script.push({ accept: false, answer: duplicate });
        const workspace = await workspaceFor(guarantee);
        const post = await schedule(workspace);
        const failed = await untilStatus(workspace, post.id, 'FAILED');
        expect(failed.targets[0]).toMatchObject({
          errorCode: 'DUPLICATE_CONTENT',
          errorMessage: 'Status is a duplicate.',
        });
        expect([platform.commits, platform.lookups]).toEqual([1, lookups]);
        expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['REJECTED']);
        clock.shiftMs = 13 * minuteMs;
        await retryPost(workspace.ctx, { postId: post.id });
        await untilStatus(workspace, post.id, 'PUBLISHED');
        expect(platform.published).toHaveLength(1);
      },
    );

    it('leads to a look-up before the call of a retry if the platform could not be asked', async () => {
      blind.script.push({ accept: true, answer: duplicate });
      blind.finds.push(lost, lost, lost, lost);
      const workspace = await workspaceFor('blind');
      const post = await schedule(workspace);
      const failed = await untilStatus(workspace, post.id, 'FAILED');
      expect(failed.targets[0]?.errorCode).toBe('DUPLICATE_CONTENT');
      expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['UNCONFIRMED']);
      clock.shiftMs = 13 * minuteMs;
      await retryPost(workspace.ctx, { postId: post.id });
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect([blind.commits, blind.published.length]).toEqual([1, 1]);
    });

    it('leads to a look-up that starts at the time of an earlier attempt', async () => {
      blind.script.push({ accept: true, answer: lost }, { accept: false, answer: duplicate });
      blind.finds.push(absent, absent, absent, absent, absent);
      const workspace = await workspaceFor('blind');
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
