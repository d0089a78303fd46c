import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentCalls, commentFeeds, socialAccounts, sweeps, targets } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { createShiftedClock } from '../harness/clock.js';
import { createScriptedComments, type ScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { commentsOf, feedOf, makeDue, publishDue, read } from './reading-support.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const spent = {
  kind: 'rate-limited',
  retryAfterMs: 3 * hourMs,
  code: 'PLATFORM_QUOTA_EXCEEDED',
  message: 'used up',
} as const;

describe('the budget for reading comments', () => {
  const clock = createShiftedClock();
  /** The limit allows ten calls at once, and then one every six minutes. */
  const shared = createScriptedComments({ callsPerDayMax: { max: 240, sharedBy: 'installation' } });
  const hourly = createScriptedComments({ callsPerHourMax: 60 });
  const free = createScriptedComments();
  const scripted = (name: PlatformName, comments: ScriptedComments) =>
    Object.assign(createScriptedPlatform(name, 'keyed'), { comments });
  const stack = useStack({
    platforms: [scripted('YOUTUBE', shared), scripted('THREADS', hourly), scripted('BLUESKY', free)],
    clock,
    runWorker: false,
  });
  beforeEach(async () => {
    for (const comments of [shared, hourly, free]) comments.reset();
    const { db } = stack.deps;
    // Rows of other tests are not due for the sweeps here, and their calls do not count.
    await db.delete(commentFeeds);
    await db.delete(commentCalls);
    await db.delete(sweeps);
    await db.update(targets).set({ publishedAt: null });
  });

  const accountsOf = (platform: PlatformName, count: number): Promise<TestWorkspace> =>
    mintWorkspace(
      stack.deps,
      Array.from({ length: count }, () => platform),
    );
  const publishEach = async (workspace: TestWorkspace, postsEach = 1): Promise<string[]> => {
    const ids: string[] = [];
    for (let account = 0; account < workspace.accountIds.length; account += 1) {
      for (let post = 0; post < postsEach; post += 1) {
        ids.push((await publishDue(stack.deps, workspace, { account })).externalPostId);
      }
    }
    return ids;
  };
  const allDue = () => stack.deps.db.update(commentFeeds).set({ dueAt: clock.now() });
  const accountsAsked = (comments: ScriptedComments): Set<string> =>
    new Set(comments.calls.map(({ externalAccountId }) => externalAccountId));

  describe('shared by all accounts of a platform', () => {
    it('is limited, and divided fairly, so that some accounts are postponed', async () => {
      const workspace = await accountsOf('YOUTUBE', 12);
      await publishEach(workspace, 2);
      expect(await read(stack.deps)).toMatchObject({ read: 10, failed: 0 });
      expect(shared.calls).toHaveLength(10);
      expect(accountsAsked(shared).size).toBe(10);
      await allDue();
      await read(stack.deps);
      expect(shared.calls).toHaveLength(10);
      const left = await stack.deps.db.select().from(commentFeeds);
      for (const { dueAt } of left) expect(dueAt?.getTime()).toBeGreaterThan(clock.now().getTime());
    });

    it('is limited for each day, and spread over the day, even if users request more', async () => {
      const workspace = await accountsOf('YOUTUBE', 4);
      await publishEach(workspace);
      for (let quarters = 0; quarters < 24 * 4; quarters += 1) {
        await allDue();
        await read(stack.deps);
        for (const socialAccountId of workspace.accountIds) {
          await allDue();
          await read(stack.deps, { socialAccountId });
        }
        clock.shiftMs += 15 * minuteMs;
      }
      expect(shared.calls.length).toBeLessThanOrEqual(240 + 10);
      expect(shared.calls.length).toBeGreaterThan(200);
    });

    it('stops all reads of the platform once the platform reports the budget as used up, but not those of other platforms', async () => {
      const workspace = await accountsOf('YOUTUBE', 9);
      const ids = await publishEach(workspace);
      await publishEach(await accountsOf('BLUESKY', 1));
      shared.always = spent;
      expect(await read(stack.deps)).toMatchObject({ read: 1 });
      expect(shared.calls.length).toBeLessThanOrEqual(4);
      const before = shared.calls.length;
      clock.shiftMs += hourMs;
      await allDue();
      await read(stack.deps);
      await read(stack.deps, { socialAccountId: workspace.accountIds[8] ?? '' });
      expect(shared.calls).toHaveLength(before);
      shared.always = null;
      clock.shiftMs += 2 * hourMs + 2 * minuteMs;
      for (const id of ids) await makeDue(stack.deps, id);
      await read(stack.deps);
      expect(shared.calls).toHaveLength(before + 9);
    });

    it('is not used up because a single account is limited', async () => {
      await publishEach(await accountsOf('YOUTUBE', 6));
      shared.script.push({ ...spent, ofAccount: true });
      expect(await read(stack.deps)).toMatchObject({ read: 5, failed: 1 });
    });
  });

  describe('limited to one account', () => {
    it('limits the calls per hour, for any number of requests and processes', async () => {
      const workspace = await accountsOf('THREADS', 1);
      const [id = ''] = await publishEach(workspace);
      const socialAccountId = workspace.accountIds[0] ?? '';
      for (let asks = 0; asks < 360; asks += 1) {
        await makeDue(stack.deps, id);
        await read(stack.deps, { socialAccountId });
        clock.shiftMs += 10_000;
      }
      expect(hourly.calls.length).toBeLessThanOrEqual(60 + 11);
      expect(hourly.calls.length).toBeGreaterThanOrEqual(60);
    });

    it('is shared by all workspaces that have connected the account', async () => {
      const workspaces = [await accountsOf('THREADS', 1), await accountsOf('THREADS', 1)];
      const accountIds = workspaces.flatMap((workspace) => workspace.accountIds);
      await stack.deps.db
        .update(socialAccounts)
        .set({ externalAccountId: `same-${accountIds[0] ?? ''}` })
        .where(inArray(socialAccounts.id, accountIds));
      for (const workspace of workspaces) await publishEach(workspace);
      for (let minute = 0; minute < 60; minute += 1) {
        await allDue();
        await read(stack.deps);
        clock.shiftMs += minuteMs;
      }
      expect(hourly.calls.length).toBeLessThanOrEqual(60 + 4);
    });

    it('interrupts a long read between two pages, and the read continues later, after other posts', async () => {
      const workspace = await accountsOf('THREADS', 1);
      const socialAccountId = workspace.accountIds[0] ?? '';
      const { externalPostId: long } = await publishDue(stack.deps, workspace);
      for (let count = 0; count < 300; count += 1) hourly.write(long);
      expect(await read(stack.deps, { socialAccountId })).toMatchObject({ read: 1, failed: 0 });
      expect(hourly.calls).toHaveLength(10);
      expect(await feedOf(stack.deps, long)).toMatchObject({ cursor: '100', failures: 0 });
      clock.shiftMs += 20 * minuteMs;
      const { externalPostId: other } = await publishDue(stack.deps, workspace);
      await makeDue(stack.deps, long);
      await stack.deps.db
        .update(commentFeeds)
        .set({ dueAt: new Date(clock.now().getTime() - hourMs) })
        .where(eq(commentFeeds.externalPostId, long));
      await read(stack.deps);
      expect(hourly.calls.slice(10).map(({ externalPostId }) => externalPostId)).toEqual([other]);
      clock.shiftMs += 10 * minuteMs;
      await read(stack.deps, { socialAccountId });
      expect(hourly.calls.slice(11)).toContainEqual(
        expect.objectContaining({ externalPostId: long, cursor: '100' }),
      );
      expect((await commentsOf(stack.deps, long)).length).toBeGreaterThan(150);
    });
  });
});
