import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, comments, socialAccounts, sweeps, targets } from '../../src/db/schema/index.js';
import { planCommentReads } from '../../src/services/comment-feeds/plan.js';
import { readDueComments } from '../../src/services/comment-feeds/read-due.js';
import { createShiftedClock } from '../harness/clock.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { addReceiver, eventsOf } from '../harness/webhooks.js';
import { commentsOf, feedOf, makeDue, never, publishDue, read } from './reading-support.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const away = { kind: 'ambiguous', message: 'HTTP 503' } as const;

interface Told {
  comment: { externalCommentId: string };
}

describe('sweeping comments', () => {
  const clock = createShiftedClock();
  const source = createScriptedComments();
  const slow = createScriptedComments({ callsPerHourMax: 120 });
  const platform = Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { comments: source });
  const stack = useStack({
    platforms: [platform, Object.assign(createScriptedPlatform('THREADS', 'keyed'), { comments: slow })],
    clock,
    runWorker: false,
  });
  const workspace = useWorkspace(stack, ['BLUESKY', 'THREADS']);
  beforeEach(async () => {
    source.reset();
    slow.reset();
    const { db } = stack.deps;
    // Rows of other tests are not due for the sweeps here.
    await db.delete(commentFeeds);
    await db.delete(sweeps);
    await db.update(comments).set({ announceSince: null });
    await db.update(targets).set({ publishedAt: null });
    stack.deps.starter.refreshAccount = () => Promise.resolve('unavailable');
  });

  const account = (index = 0): string => workspace.accountIds[index] ?? '';
  const accountOf = async (index = 0) => {
    const [row] = await stack.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, account(index)));
    if (row === undefined) throw new Error('There is no account.');
    return row;
  };
  const dueInMs = async (id: string): Promise<number> =>
    ((await feedOf(stack.deps, id)).dueAt?.getTime() ?? Infinity) - clock.now().getTime();
  const events = async (): Promise<string[]> =>
    (await eventsOf(stack.deps, workspace.workspaceId))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ payload }) => (JSON.parse(payload) as { data: Told }).data.comment.externalCommentId);
  const subscribe = () => addReceiver(workspace, 'http://127.0.0.1:9/', ['comment.received']);

  describe('if a platform fails,', () => {
    it('reads a post less and less often, at least every six hours, and normally once the platform works again', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.always = away;
      const waits: number[] = [];
      for (let tries = 1; tries <= 12; tries += 1) {
        expect(await read(stack.deps)).toMatchObject({ failed: 1 });
        expect(await feedOf(stack.deps, externalPostId)).toMatchObject({ failures: tries });
        waits.push(await dueInMs(externalPostId));
        clock.shiftMs += waits.at(-1) ?? 0;
      }
      expect(waits[0]).toBeLessThan(6 * minuteMs);
      expect(Math.max(...waits)).toBeLessThanOrEqual(6 * hourMs);
      expect(Math.max(...waits)).toBeGreaterThan(4 * hourMs);
      source.always = null;
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect((await feedOf(stack.deps, externalPostId)).failures).toBe(0);
    });

    it('skips the platform after five failures in a row, while others are read', async () => {
      const { workspaceId, ctx, accountIds } = await mintWorkspace(
        stack.deps,
        Array.from({ length: 30 }, () => 'BLUESKY' as const),
      );
      for (let index = 0; index < 30; index += 1) {
        await publishDue(stack.deps, { workspaceId, ctx, accountIds }, { account: index });
      }
      const other = await publishDue(stack.deps, workspace, { account: 1 });
      slow.write(other.externalPostId);
      source.always = away;
      expect(await read(stack.deps)).toMatchObject({ read: 1, stored: 1 });
      // A few calls were already under way when the reader gave up after five.
      expect(source.calls.length).toBeGreaterThanOrEqual(5);
      expect(source.calls.length).toBeLessThanOrEqual(8);
      clock.shiftMs += minuteMs;
      expect(await read(stack.deps)).toEqual({ read: 0, failed: 0, stored: 0, announced: 0 });
    });

    it('keeps the comments that were stored before, and continues after them', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      for (let index = 0; index < 25; index += 1) source.write(externalPostId);
      source.script.push(undefined, undefined, away);
      await read(stack.deps);
      expect(await commentsOf(stack.deps, externalPostId)).toHaveLength(20);
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(source.calls.map(({ cursor }) => cursor)).toEqual([null, '10', '20', '20']);
      expect(await commentsOf(stack.deps, externalPostId)).toHaveLength(25);
    });

    it('starts again if the platform’s cursor is no longer valid', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      for (let index = 0; index < 25; index += 1) source.write(externalPostId);
      const refused = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no such cursor' } as const;
      source.script.push(undefined, away, refused);
      for (let tries = 0; tries < 3; tries += 1) {
        await makeDue(stack.deps, externalPostId);
        await read(stack.deps);
      }
      expect(source.calls.map(({ cursor }) => cursor)).toEqual([null, '10', '10', null, '10', '20']);
    });

    it('records an unexpected error as a failure of that post', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.script.push(() => Promise.reject(new Error('a bug')));
      expect(await read(stack.deps)).toMatchObject({ read: 0, failed: 1 });
      expect(await feedOf(stack.deps, externalPostId)).toMatchObject({ failures: 1, claimedUntil: null });
    });

    it('reads a post with disabled comments rarely, and normally once it accepts comments', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.always = { kind: 'disabled' };
      await read(stack.deps);
      const waitMs = await dueInMs(externalPostId);
      expect(Math.abs(waitMs / (6 * hourMs) - 1)).toBeLessThan(0.11);
      source.always = null;
      source.write(externalPostId);
      clock.shiftMs += waitMs;
      expect(await read(stack.deps)).toMatchObject({ stored: 1 });
      expect(await dueInMs(externalPostId)).toBeLessThan(hourMs);
    });

    it('treats a post as gone only after two "not found" responses an hour apart', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.always = { kind: 'gone' };
      await read(stack.deps);
      const waitMs = await dueInMs(externalPostId);
      expect(waitMs).toBeGreaterThan(50 * minuteMs);
      expect(waitMs).toBeLessThan(70 * minuteMs);
      // Two responses of this kind within a minute count as one.
      clock.shiftMs += minuteMs;
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      clock.shiftMs += await dueInMs(externalPostId);
      expect(await read(stack.deps)).toMatchObject({ read: 1 });
      expect((await feedOf(stack.deps, externalPostId)).dueAt).toBeNull();
    });

    it('reads a post normally again if it was hidden and is visible again', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.script.push({ kind: 'gone' });
      await read(stack.deps);
      clock.shiftMs += await dueInMs(externalPostId);
      await read(stack.deps);
      expect((await feedOf(stack.deps, externalPostId)).goneSince).toBeNull();
      expect(await dueInMs(externalPostId)).toBeLessThan(hourMs);
    });
  });

  describe('an account', () => {
    it('is not read for any of its posts after a rate limit, but can still publish', async () => {
      await publishDue(stack.deps, workspace);
      const other = await publishDue(stack.deps, workspace);
      source.always = { kind: 'rate-limited', retryAfterMs: 10 * minuteMs, message: 'slow down' };
      await read(stack.deps);
      expect(source.calls.length).toBeLessThanOrEqual(2);
      const { commentsPausedUntil, pacedUntil } = await accountOf();
      expect(pacedUntil).toBeNull();
      const pauseMs = (commentsPausedUntil?.getTime() ?? 0) - clock.now().getTime();
      expect(Math.abs(pauseMs - 10 * minuteMs)).toBeLessThan(minuteMs);
      await makeDue(stack.deps, other.externalPostId);
      const before = source.calls.length;
      await read(stack.deps);
      expect(source.calls).toHaveLength(before);
      expect(await dueInMs(other.externalPostId)).toBeGreaterThan(8 * minuteMs);
    });

    it('is not read while its publishing has to wait', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      await stack.deps.db
        .update(socialAccounts)
        .set({ pacedUntil: new Date(clock.now().getTime() + 3 * minuteMs) })
        .where(eq(socialAccounts.id, account()));
      expect(await read(stack.deps)).toMatchObject({ read: 0 });
      expect(source.calls).toHaveLength(0);
      expect(await dueInMs(externalPostId)).toBeGreaterThan(2 * minuteMs);
    });

    it('has a limited number of calls per hour', async () => {
      slow.pageSize = 1;
      const made = [];
      for (let index = 0; index < 10; index += 1) {
        const post = await publishDue(stack.deps, workspace, { account: 1 });
        made.push(post.externalPostId);
        for (let count = 0; count < 5; count += 1) slow.write(post.externalPostId);
      }
      for (let minute = 0; minute < 60; minute += 1) {
        await read(stack.deps);
        clock.shiftMs += minuteMs;
      }
      expect(slow.calls.length).toBeLessThanOrEqual(120 + 10);
      expect(new Set(slow.calls.map(({ externalPostId }) => externalPostId)).size).toBe(made.length);
    });

    it('has a stale token refreshed once, by its single writer', async () => {
      let refreshes = 0;
      stack.deps.starter.refreshAccount = async () => {
        refreshes += 1;
        const place = { table: 'social_accounts', column: 'credentials', rowId: account() } as const;
        const credentials = stack.deps.vault.seal(JSON.stringify({ token: 'fresh' }), place);
        await stack.deps.db
          .update(socialAccounts)
          .set({ credentials, credentialsVersion: 2 })
          .where(eq(socialAccounts.id, account()));
        return 'refreshed';
      };
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.write(externalPostId);
      source.script.push({ kind: 'auth-expired', message: 'stale' });
      expect(await read(stack.deps)).toMatchObject({ read: 1, stored: 1 });
      expect(refreshes).toBe(1);
      expect(source.calls.map(({ token }) => token).at(-1)).toBe('fresh');
      source.always = { kind: 'auth-expired', message: 'stale' };
      await makeDue(stack.deps, externalPostId);
      expect(await read(stack.deps)).toMatchObject({ failed: 1 });
      expect([refreshes, source.calls.length]).toEqual([2, 4]);
    });

    it('is reported once, and then skipped, if its grant has ended', async () => {
      await addReceiver(workspace, 'http://127.0.0.1:9/', ['account.token_expired']);
      const made = [await publishDue(stack.deps, workspace), await publishDue(stack.deps, workspace)];
      source.always = { kind: 'auth-revoked', message: 'The grant is dead.' };
      await read(stack.deps);
      expect(await accountOf()).toMatchObject({ status: 'TOKEN_EXPIRED', lastError: 'The grant is dead.' });
      expect(await eventsOf(stack.deps, workspace.workspaceId)).toHaveLength(1);
      const before = source.calls.length;
      for (const { externalPostId } of made) await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(source.calls).toHaveLength(before);
      expect(await dueInMs(made[0]?.externalPostId ?? '')).toBeGreaterThan(20 * minuteMs);
    });
  });

  describe('comment.received', () => {
    it('is sent once for each new comment, in the order of the comments, but not for own or old ones', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      await subscribe();
      const nowMs = clock.now().getTime();
      const ids = Array.from({ length: 25 }, (_none, index) =>
        source.write(externalPostId, { postedAt: new Date(nowMs + index) }),
      );
      source.write(externalPostId, { mine: true });
      source.write(externalPostId, { postedAt: new Date(nowMs - hourMs) });
      clock.shiftMs += 1_000;
      expect(await read(stack.deps)).toMatchObject({ announced: 25 });
      expect(await events()).toEqual(ids);
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(await events()).toEqual(ids);
    });

    it('is not sent without a subscriber, even if one is added later', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.write(externalPostId);
      expect(await read(stack.deps)).toMatchObject({ stored: 1, announced: 0 });
      await subscribe();
      clock.shiftMs += hourMs;
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(await events()).toEqual([]);
    });

    it('is sent by the next sweep if a reader crashed between storing and sending', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      await subscribe();
      const nowMs = clock.now().getTime();
      const ids = ['a', 'b', 'c'].map((_id, index) =>
        source.write(externalPostId, { postedAt: new Date(nowMs + index) }),
      );
      clock.shiftMs += 1_000;
      const dying = Object.assign(Object.create(stack.deps.db) as typeof stack.deps.db, {
        transaction: () => Promise.reject(new Error('the process was killed here')),
      });
      expect(await read({ ...stack.deps, db: dying })).toMatchObject({ read: 1, announced: 0 });
      expect([(await commentsOf(stack.deps, externalPostId)).length, await events()]).toEqual([3, []]);
      expect(await planCommentReads(stack.deps)).toEqual({ reads: 0 });
      clock.shiftMs += 3 * minuteMs;
      expect(await planCommentReads(stack.deps)).toEqual({ reads: 1 });
      expect(await read(stack.deps)).toMatchObject({ announced: 3 });
      expect(await events()).toEqual(ids);
      expect((await read(stack.deps)).announced).toBe(0);
    });

    it('is sent once for each comment of a burst of thousands, even with concurrent sweeps', async () => {
      const count = 2_000;
      source.pageSize = 100;
      const { externalPostId } = await publishDue(stack.deps, workspace);
      await subscribe();
      stack.deps.starter.startDeliverWebhook = () => Promise.resolve();
      const nowMs = clock.now().getTime();
      const ids = Array.from({ length: count }, (_none, index) =>
        source.write(externalPostId, { postedAt: new Date(nowMs + index) }),
      );
      clock.shiftMs += 10_000;
      const results = await Promise.all([0, 1, 2].map(() => read(stack.deps)));
      expect(results.reduce((sum, { announced }) => sum + announced, 0)).toBe(count);
      expect(await commentsOf(stack.deps, externalPostId)).toHaveLength(count);
      expect(await events()).toEqual(ids);
    });
  });

  it('reads each post once even if many sweeps run concurrently', async () => {
    const made: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.write(externalPostId);
      made.push(externalPostId);
    }
    const shares = [0, 1, 2, 3].map((index) => ({ share: { index, of: 4 } }));
    await Promise.all([...shares, {}].map((input) => readDueComments(stack.deps, input, never)));
    expect(source.calls).toHaveLength(40);
    const rows = await stack.deps.db.select().from(comments).where(inArray(comments.externalPostId, made));
    expect(rows).toHaveLength(40);
  });

  it('takes over the work of a crashed reader once its lease has expired', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    source.write(externalPostId);
    await stack.deps.db
      .update(commentFeeds)
      .set({ claimedUntil: new Date(clock.now().getTime() + 5 * minuteMs) });
    expect(await read(stack.deps)).toMatchObject({ read: 0 });
    clock.shiftMs += 6 * minuteMs;
    expect(await read(stack.deps)).toMatchObject({ read: 1, stored: 1 });
  });

  it('reads a post again if a user requests it during a read', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    source.script.push(async () => {
      clock.shiftMs += 1_000;
      await makeDue(stack.deps, externalPostId);
      return { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' };
    });
    await read(stack.deps);
    expect(source.calls).toHaveLength(2);
  });

  it('stores only the time of the next read for an unchanged post', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    source.write(externalPostId);
    await read(stack.deps);
    const [before] = await commentsOf(stack.deps, externalPostId);
    await makeDue(stack.deps, externalPostId);
    const executed: unknown[] = [];
    const counting = Object.assign(Object.create(stack.deps.db) as typeof stack.deps.db, {
      execute: (...args: Parameters<typeof stack.deps.db.execute>) => {
        executed.push(args);
        return stack.deps.db.execute(...args);
      },
    });
    await read({ ...stack.deps, db: counting });
    // The reader makes two claims, of which one finds nothing, and a statement that releases the post.
    expect(executed).toHaveLength(3);
    expect((await commentsOf(stack.deps, externalPostId))[0]).toEqual(before);
  });
});
