import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, comments, socialAccounts, sweeps, targets } from '../../src/db/schema/index.js';
import { enrolFeeds } from '../../src/services/comment-feeds/enrol.js';
import type { PlatformComment } from '../../src/platforms/kit/comments.js';
import { createShiftedClock } from '../harness/clock.js';
import { commentOf, createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { commentsOf, feedOf, makeDue, publish, publishDue, read } from './reading-support.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('reading comments', () => {
  const clock = createShiftedClock();
  const source = createScriptedComments();
  const paged = createScriptedComments({ newestFirst: false });
  const paid = createScriptedComments({ paidReads: true, listedForMs: 7 * dayMs });
  const stack = useStack({
    platforms: [
      Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { comments: source }),
      Object.assign(createScriptedPlatform('INSTAGRAM', 'keyed'), { comments: paged }),
      Object.assign(createScriptedPlatform('X', 'blind'), { comments: paid }),
      createScriptedPlatform('PINTEREST', 'blind'),
    ],
    clock,
    runWorker: false,
  });
  const workspace = useWorkspace(stack, ['BLUESKY', 'INSTAGRAM', 'X', 'PINTEREST']);
  beforeEach(async () => {
    for (const scripted of [source, paged, paid]) scripted.reset();
    // Rows of other tests are not due for the sweeps here.
    await stack.deps.db.delete(commentFeeds);
    await stack.deps.db.delete(sweeps);
    await stack.deps.db.update(targets).set({ publishedAt: null });
  });

  const dueInMs = async (id: string): Promise<number> =>
    ((await feedOf(stack.deps, id)).dueAt?.getTime() ?? Infinity) - clock.now().getTime();
  const account = (index: number): string => workspace.accountIds[index] ?? '';
  const setAccount = (index: number, values: Partial<typeof socialAccounts.$inferInsert>) =>
    stack.deps.db
      .update(socialAccounts)
      .set(values)
      .where(eq(socialAccounts.id, account(index)));

  describe('the posts to read', () => {
    it('include recent posts on platforms whose comments are read, each once and within five minutes', async () => {
      const young = await publish(stack.deps, workspace);
      const old = await publish(stack.deps, workspace, { agoMs: 15 * dayMs });
      const unread = await publish(stack.deps, workspace, { account: 2 });
      const without = await publish(stack.deps, workspace, { account: 3 });
      await enrolFeeds(stack.deps);
      await enrolFeeds(stack.deps);
      const feeds = await stack.deps.db.select().from(commentFeeds);
      expect(feeds.map(({ externalPostId }) => externalPostId)).toEqual([young.externalPostId]);
      expect([old, unread, without]).toHaveLength(3);
      expect(await dueInMs(young.externalPostId)).toBeGreaterThan(minuteMs);
      expect(await dueInMs(young.externalPostId)).toBeLessThan(4 * minuteMs + 1);
    });

    it('include posts that were recorded late, after sweeps that could not see them', async () => {
      await publish(stack.deps, workspace);
      await enrolFeeds(stack.deps);
      const late = await publish(stack.deps, workspace, { agoMs: 30 * minuteMs });
      await enrolFeeds(stack.deps);
      expect((await feedOf(stack.deps, late.externalPostId)).targetId).toBe(late.targetId);
    });

    it('include posts on platforms with paid reads once a user has enabled them', async () => {
      await setAccount(2, { readsComments: true });
      const { externalPostId } = await publish(stack.deps, workspace, { account: 2 });
      await enrolFeeds(stack.deps);
      expect((await feedOf(stack.deps, externalPostId)).platform).toBe('X');
    });
  });

  describe('the stored comments', () => {
    it('include the comments of all pages, each once, even if the pages are read often', async () => {
      const { externalPostId, postId, targetId } = await publishDue(stack.deps, workspace);
      for (let index = 0; index < 25; index += 1) source.write(externalPostId);
      expect(await read(stack.deps)).toEqual({ read: 1, failed: 0, stored: 25, announced: 0 });
      await makeDue(stack.deps, externalPostId);
      expect(await read(stack.deps)).toEqual({ read: 1, failed: 0, stored: 0, announced: 0 });
      const rows = await commentsOf(stack.deps, externalPostId);
      expect(rows).toHaveLength(25);
      expect(rows[0]).toMatchObject({
        postId,
        targetId,
        socialAccountId: account(0),
        authorHandle: 'visitor',
        mine: false,
        readAt: null,
        announceSince: null,
      });
    });

    it('include new comments, and a read stops at comments that are already stored', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      for (let index = 0; index < 35; index += 1) source.write(externalPostId);
      await read(stack.deps);
      expect(source.calls).toHaveLength(4);
      for (let index = 0; index < 12; index += 1) source.write(externalPostId);
      await makeDue(stack.deps, externalPostId);
      expect(await read(stack.deps)).toMatchObject({ stored: 12 });
      // Two pages contain something new, and the third one nothing.
      expect(source.calls).toHaveLength(7);
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(source.calls).toHaveLength(8);
      expect(await commentsOf(stack.deps, externalPostId)).toHaveLength(47);
    });

    it('are updated after an edit, and when they accept no more replies', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      const id = source.write(externalPostId, { text: 'before' });
      await read(stack.deps);
      clock.shiftMs += minuteMs;
      const [shown] = source.posts.get(externalPostId) ?? [];
      source.posts.set(externalPostId, shown ? [{ ...shown, text: 'after', canReply: false }] : []);
      await makeDue(stack.deps, externalPostId);
      expect(await read(stack.deps)).toMatchObject({ stored: 1 });
      const [row] = await commentsOf(stack.deps, externalPostId);
      expect(row).toMatchObject({ externalCommentId: id, text: 'after', canReply: false });
      expect(row?.updatedAt.getTime()).toBeGreaterThan(row?.createdAt.getTime() ?? Infinity);
    });

    it('are marked as deleted if a complete read does not find them, and restored if a later one does', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace, { account: 1 });
      for (let index = 0; index < 12; index += 1) paged.write(externalPostId);
      await read(stack.deps);
      const all = paged.posts.get(externalPostId) ?? [];
      paged.posts.set(externalPostId, all.slice(1));
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      const gone = async (): Promise<(string | null)[]> =>
        (await commentsOf(stack.deps, externalPostId))
          .filter(({ deletedAt }) => deletedAt !== null)
          .map(({ externalCommentId }) => externalCommentId);
      expect(await gone()).toEqual([all[0]?.externalCommentId]);
      paged.posts.set(externalPostId, all);
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(await gone()).toEqual([]);
    });

    it('are hidden if the platform says so, and stay unchanged if it does not say', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      const id = source.write(externalPostId, { isHidden: true });
      await read(stack.deps);
      const hiddenAt = async (): Promise<Date | null | undefined> =>
        (await commentsOf(stack.deps, externalPostId))[0]?.hiddenAt;
      const first = await hiddenAt();
      expect(first).toBeInstanceOf(Date);
      const readAs = async (change: Partial<PlatformComment>): Promise<void> => {
        source.posts.set(externalPostId, [commentOf(id, change)]);
        clock.shiftMs += minuteMs;
        await makeDue(stack.deps, externalPostId);
        await read(stack.deps);
      };
      await readAs({ text: 'edited', isHidden: true });
      expect(await hiddenAt()).toEqual(first);
      await readAs({ text: 'edited again' });
      expect(await hiddenAt()).toEqual(first);
      await readAs({ isHidden: false });
      expect(await hiddenAt()).toBeNull();
    });

    it('do not come back if they were deleted with Punctual and an outdated list still shows them', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.write(externalPostId, { text: 'spam' });
      await read(stack.deps);
      const gone = { deletedAt: clock.now(), removedAt: clock.now() };
      await stack.deps.db.update(comments).set(gone).where(eq(comments.externalPostId, externalPostId));
      source.write(externalPostId, { text: 'another' });
      await makeDue(stack.deps, externalPostId);
      expect(await read(stack.deps)).toMatchObject({ stored: 1 });
      expect(await commentsOf(stack.deps, externalPostId)).toMatchObject([gone, { deletedAt: null }]);
    });

    it('do not include comments that are too old to be kept, so that a read brings no deleted ones back', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      const ago = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
      source.write(externalPostId, { postedAt: ago(41) });
      const young = source.write(externalPostId, { postedAt: ago(39) });
      await read({ ...stack.deps, retention: { ...stack.deps.retention, comments: 40 } });
      const rows = await commentsOf(stack.deps, externalPostId);
      expect(rows.map(({ externalCommentId }) => externalCommentId)).toEqual([young]);
    });

    it('are not marked as deleted if they are older than the comments that the platform lists', async () => {
      await setAccount(2, { readsComments: true });
      const { externalPostId } = await publishDue(stack.deps, workspace, { account: 2, agoMs: 9 * dayMs });
      const ago = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
      paid.write(externalPostId, { postedAt: ago(8) });
      const young = paid.write(externalPostId, { postedAt: ago(6) });
      await read(stack.deps);
      paid.posts.set(externalPostId, []);
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      const rows = await commentsOf(stack.deps, externalPostId);
      expect(rows).toHaveLength(2);
      const gone = rows.filter(({ deletedAt }) => deletedAt !== null);
      expect(gone.map(({ externalCommentId }) => externalCommentId)).toEqual([young]);
      await setAccount(2, { readsComments: null });
    });

    it('are not marked as deleted by a read that stopped early', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      for (let index = 0; index < 35; index += 1) source.write(externalPostId);
      await read(stack.deps);
      const all = source.posts.get(externalPostId) ?? [];
      source.posts.set(externalPostId, all.slice(0, 30));
      source.write(externalPostId);
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      const deleted = async (): Promise<number> =>
        (await commentsOf(stack.deps, externalPostId)).filter(({ deletedAt }) => deletedAt !== null).length;
      expect(await deleted()).toBe(0);
      clock.shiftMs += 7 * hourMs;
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      expect(await deleted()).toBe(5);
    });

    it('are cleaned and shortened, and skipped without a valid id', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.write(externalPostId, {
        text: `a\u0000b\u202ec\nd \ud800 ${'x'.repeat(20_000)}`,
        author: {
          externalId: 'id\u0000',
          handle: 'h'.repeat(500),
          name: 'A\u0007\ud83d',
          avatarUrl: 'javascript:alert(1)',
        },
        reference: { text: 'a\u0000' },
        externalUrl: `https://example.test/${'u'.repeat(5_000)}`,
        postedAt: new Date(Date.now() + dayMs),
        parentExternalId: 'p'.repeat(600),
      });
      source.write(externalPostId, { externalCommentId: 'n\u0000' });
      source.write(externalPostId, { postedAt: new Date(NaN) });
      expect(await read(stack.deps)).toMatchObject({ read: 1, failed: 0, stored: 1 });
      const [row] = await commentsOf(stack.deps, externalPostId);
      expect(row?.text.slice(0, 9)).toBe('ab c\nd \ufffd ');
      expect(row?.text).toHaveLength(10_000);
      expect(row).toMatchObject({
        authorExternalId: null,
        authorHandle: 'h'.repeat(200),
        authorName: 'A \ufffd',
        authorAvatarUrl: null,
        externalUrl: null,
        reference: null,
        parentExternalId: null,
      });
      expect(row?.postedAt.getTime()).toBeLessThanOrEqual(clock.now().getTime());
    });

    it('count as read if they are our own, or older than the connection', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      source.write(externalPostId, { mine: true });
      source.write(externalPostId, { postedAt: new Date(Date.now() - dayMs) });
      await read(stack.deps);
      const rows = await commentsOf(stack.deps, externalPostId);
      expect(rows.map(({ readAt, mine }) => [readAt === null, mine])).toEqual([
        [false, false],
        [false, true],
      ]);
    });

    it('include our own reply only once, in its existing row', async () => {
      const { externalPostId } = await publishDue(stack.deps, workspace);
      const asked = source.write(externalPostId);
      await read(stack.deps);
      const { targetId } = await publish(stack.deps, workspace);
      const replyTo = {
        externalPostId: asked,
        reference: null,
        root: { externalPostId, reference: null },
      };
      await stack.deps.db
        .update(targets)
        .set({ postId: null, workspaceId: workspace.workspaceId, replyTo, externalPostId: 'our-reply' })
        .where(eq(targets.id, targetId));
      const now = clock.now();
      const [answered] = await commentsOf(stack.deps, externalPostId);
      if (answered === undefined) throw new Error('There is no comment.');
      await stack.deps.db.insert(comments).values({
        ...answered,
        id: 'cmt_reply',
        externalCommentId: null,
        parentExternalId: asked,
        externalUrl: null,
        text: 'Thanks',
        mine: true,
        replyPublicationId: targetId,
        readAt: now,
      });
      source.write(externalPostId, { externalCommentId: 'our-reply', mine: true, text: 'Thanks' });
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      const mine = (await commentsOf(stack.deps, externalPostId)).filter((row) => row.mine);
      expect(mine).toMatchObject([
        {
          id: 'cmt_reply',
          externalCommentId: 'our-reply',
          replyPublicationId: targetId,
          externalUrl: 'https://example.test/our-reply',
        },
      ]);
    });

    it('are counted for each month if reading them costs money', async () => {
      await setAccount(2, { readsComments: true, paidReadsMonth: '2020-01', paidReads: 7 });
      const { externalPostId } = await publishDue(stack.deps, workspace, { account: 2 });
      for (let index = 0; index < 12; index += 1) paid.write(externalPostId);
      await read(stack.deps);
      await makeDue(stack.deps, externalPostId);
      await read(stack.deps);
      const [row] = await stack.deps.db
        .select()
        .from(socialAccounts)
        .where(eq(socialAccounts.id, account(2)));
      expect(row).toMatchObject({ paidReads: 22, paidReadsMonth: clock.now().toISOString().slice(0, 7) });
    });
  });

  describe('the next read of a post', () => {
    it('continues a long read from its last page', async () => {
      source.pageSize = 1;
      const { externalPostId } = await publishDue(stack.deps, workspace);
      for (let index = 0; index < 60; index += 1) source.write(externalPostId);
      await read(stack.deps);
      expect(source.calls.map(({ cursor }) => cursor).slice(48, 52)).toEqual(['48', '49', '50', '51']);
      expect(await commentsOf(stack.deps, externalPostId)).toHaveLength(60);
      expect(await feedOf(stack.deps, externalPostId)).toMatchObject({ cursor: null, failures: 0 });
    });

    it('happens less and less often as the post ages, and finally not at all', async () => {
      const ages = [0, 2 * hourMs, 3 * dayMs];
      const made = [];
      for (const agoMs of ages) made.push(await publishDue(stack.deps, workspace, { agoMs }));
      await read(stack.deps);
      const waits = await Promise.all(made.map(({ externalPostId }) => dueInMs(externalPostId)));
      const wanted = [5 * minuteMs, 30 * minuteMs, 6 * hourMs];
      for (const [index, waitMs] of waits.entries()) {
        expect(Math.abs(waitMs / (wanted[index] ?? 0) - 1)).toBeLessThan(0.11);
      }
      clock.shiftMs += 15 * dayMs;
      await read(stack.deps);
      const after = await Promise.all(made.map(({ externalPostId }) => feedOf(stack.deps, externalPostId)));
      expect(after.map(({ dueAt }) => dueAt)).toEqual([null, null, null]);
    });
  });
});
