import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, comments, socialAccounts, sweeps, targets } from '../../src/db/schema/index.js';
import type { CommentsAnswer } from '../../src/platforms/kit/comments.js';
import { askForComments, askForPosts } from '../../src/services/comment-feeds/enrol.js';
import { storeConnection } from '../../src/services/social-accounts/connect.js';
import { updateAccountReads } from '../../src/services/social-accounts/update-reads.js';
import { createShiftedClock } from '../harness/clock.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { commentsOf, feedOf, makeDue, publishDue, read } from './reading-support.js';

const minuteMs = 60_000;
const away = { kind: 'ambiguous', message: 'HTTP 503' } as const;
const refused = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no such cursor' } as const;

describe('an incomplete read of comments', () => {
  const clock = createShiftedClock();
  const source = createScriptedComments();
  const paged = createScriptedComments({ newestFirst: false });
  const paid = createScriptedComments({ paidReads: true });
  const stack = useStack({
    platforms: [
      Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { comments: source }),
      Object.assign(createScriptedPlatform('INSTAGRAM', 'keyed'), { comments: paged }),
      Object.assign(createScriptedPlatform('X', 'blind'), { comments: paid }),
    ],
    clock,
    runWorker: false,
  });
  const workspace = useWorkspace(stack, ['BLUESKY', 'INSTAGRAM', 'X']);
  const account = (index = 0): string => workspace.accountIds[index] ?? '';
  const rowOf = async (index = 0) => {
    const [row] = await stack.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, account(index)));
    if (row === undefined) throw new Error('There is no account.');
    return row;
  };
  beforeEach(async () => {
    for (const scripted of [source, paged, paid]) scripted.reset();
    await stack.deps.db.delete(commentFeeds);
    await stack.deps.db.delete(sweeps);
    await stack.deps.db.update(targets).set({ publishedAt: null });
    await stack.deps.db
      .update(socialAccounts)
      .set({ readsComments: true })
      .where(eq(socialAccounts.id, account(2)));
  });

  /** Writes comments with different times, and moves the clock accordingly. */
  const write = (scripted: typeof source, externalPostId: string, count: number, comment = {}) => {
    for (let index = 0; index < count; index += 1) {
      clock.shiftMs += 1_000;
      scripted.write(externalPostId, { postedAt: clock.now(), ...comment });
    }
    clock.shiftMs += minuteMs;
  };
  const readAgain = async (externalPostId: string): Promise<void> => {
    clock.shiftMs += minuteMs;
    await makeDue(stack.deps, externalPostId);
    await read(stack.deps);
  };
  const stored = async (externalPostId: string): Promise<number> =>
    (await commentsOf(stack.deps, externalPostId)).length;
  /** Reads with a database that fails from the second page on, like a reader that was killed. */
  const readUntilKilled = async (scripted: typeof source): Promise<void> => {
    let isDown = false;
    const { db } = stack.deps;
    const dying = Object.assign(Object.create(db) as typeof db, {
      execute: (...args: Parameters<typeof db.execute>) =>
        isDown ? Promise.reject(new Error('the process was killed here')) : db.execute(...args),
    });
    scripted.script.push(undefined, () => {
      isDown = true;
      return Promise.resolve(undefined);
    });
    await expect(read({ ...stack.deps, db: dying })).rejects.toThrow();
    clock.shiftMs += 6 * minuteMs;
  };
  const readUntilRefused = async (scripted: typeof source): Promise<void> => {
    scripted.script.push(undefined, refused);
    await read(stack.deps);
  };

  it.each([
    ['a second page that is refused', readUntilRefused],
    ['a process that is killed', readUntilKilled],
  ])('continues with the next read where it stopped, after %s', async (_name, readInPart) => {
    for (const [index, scripted] of [source, paid].entries()) {
      const { externalPostId } = await publishDue(stack.deps, workspace, { account: index * 2 });
      write(scripted, externalPostId, 15);
      await readAgain(externalPostId);
      write(scripted, externalPostId, 35);
      await makeDue(stack.deps, externalPostId);
      await readInPart(scripted);
      expect(await stored(externalPostId)).toBe(25);
      await readAgain(externalPostId);
      expect(await stored(externalPostId)).toBe(50);
      // Pages that were read before are not read again.
      expect(scripted.calls.map(({ cursor }) => cursor).slice(-5)).toEqual([null, '10', '20', '30', '40']);
    }
  });

  it('ends before the next page if the platform charges and a person has turned reading off', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace, { account: 2 });
    write(paid, externalPostId, 25);
    await makeDue(stack.deps, externalPostId);
    paid.script.push(async () => {
      await updateAccountReads(workspace.ctx, { socialAccountId: account(2), readsComments: false });
      return undefined;
    });
    await read(stack.deps);
    expect(paid.calls.map(({ cursor }) => cursor)).toEqual([null]);
    await readAgain(externalPostId);
    expect([(await feedOf(stack.deps, externalPostId)).dueAt, paid.calls.length]).toEqual([null, 1]);
  });

  it('continues past a page that contains only our own replies', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    write(source, externalPostId, 5);
    await readAgain(externalPostId);
    write(source, externalPostId, 3);
    write(source, externalPostId, 10, { mine: true });
    // Our own replies have rows before the platform shows them.
    const all = source.posts.get(externalPostId) ?? [];
    const [row] = await commentsOf(stack.deps, externalPostId);
    if (row === undefined) throw new Error('There is no comment.');
    await stack.deps.db.insert(comments).values(
      all.slice(0, 10).map(({ externalCommentId, text }) => ({
        ...row,
        id: stack.deps.newId('comment'),
        externalCommentId,
        text,
        mine: true,
      })),
    );
    await readAgain(externalPostId);
    expect(await stored(externalPostId)).toBe(18);
  });

  it.each([
    {
      what: 'with its cursor if the platform pushes meanwhile',
      asks: false,
      cursors: [null, '10', '10', '20'],
    },
    { what: 'from the start if a user asks meanwhile', asks: true, cursors: [null, '10', null, '10', '20'] },
  ])('continues $what', async ({ asks, cursors }) => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    write(source, externalPostId, 25);
    await makeDue(stack.deps, externalPostId);
    source.script.push(undefined, async () => {
      clock.shiftMs += 1_000;
      if (asks) await askForComments(stack.deps, { accountIds: [account()] });
      else await askForPosts(stack.deps, await rowOf(), [externalPostId]);
      return away;
    });
    await read(stack.deps);
    expect(source.calls.map(({ cursor }) => cursor)).toEqual(cursors);
    expect(await stored(externalPostId)).toBe(25);
  });

  it('ends if the list loops or never ends', async () => {
    const near = await publishDue(stack.deps, workspace, { account: 1 });
    write(paged, near.externalPostId, 1);
    await readAgain(near.externalPostId);
    const page = (cursor: string): CommentsAnswer => ({ kind: 'page', comments: [], cursor });
    const before = paged.calls.length;
    paged.script.push(page('a'), page('b'), page('a'), page('b'), page('a'));
    await readAgain(near.externalPostId);
    expect(paged.calls).toHaveLength(before + 3);
    expect(await feedOf(stack.deps, near.externalPostId)).toMatchObject({ cursor: null });
    // The read did not see all comments, so it marks none as deleted.
    expect(await commentsOf(stack.deps, near.externalPostId)).toMatchObject([{ deletedAt: null }]);

    const far = await publishDue(stack.deps, workspace, { account: 1 });
    await stack.deps.db
      .update(commentFeeds)
      .set({ cursor: 'x', readingPages: 990 })
      .where(eq(commentFeeds.externalPostId, far.externalPostId));
    paged.script.push(...Array.from({ length: 60 }, (_none, index) => page(`far-${index}`)));
    const asked = paged.calls.length;
    await readAgain(far.externalPostId);
    expect(paged.calls).toHaveLength(asked + 10);
    const ended = await feedOf(stack.deps, far.externalPostId);
    expect(ended).toMatchObject({ cursor: null, readingPages: 0 });
    expect(ended.dueAt?.getTime()).toBeGreaterThan(clock.now().getTime());
  });

  it('counts its pages across all sweeps', async () => {
    source.pageSize = 1;
    const { externalPostId } = await publishDue(stack.deps, workspace);
    write(source, externalPostId, 60);
    source.script.push(...Array.from({ length: 51 }, () => undefined), away);
    await readAgain(externalPostId);
    const feed = await feedOf(stack.deps, externalPostId);
    expect(feed).toMatchObject({ cursor: '51', readingPages: 51, knownUntil: null });
    await readAgain(externalPostId);
    expect(await feedOf(stack.deps, externalPostId)).toMatchObject({
      readingPages: 0,
      readingUntil: null,
      knownUntil: feed.readingUntil,
    });
  });

  it('does not mark comments as deleted', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace, { account: 1 });
    write(paged, externalPostId, 3);
    await readAgain(externalPostId);
    const shown = (paged.posts.get(externalPostId) ?? []).slice(1);
    paged.script.push({ kind: 'page', comments: shown, cursor: null, isPartial: true });
    await readAgain(externalPostId);
    const gone = async () =>
      (await commentsOf(stack.deps, externalPostId)).filter(({ deletedAt }) => deletedAt !== null).length;
    expect(await gone()).toBe(0);
    paged.posts.set(externalPostId, shown.slice(1));
    await readAgain(externalPostId);
    expect(await gone()).toBe(2);
  });

  it('assigns a comment that was stored without our post to the post that also lists it', async () => {
    const { externalPostId, postId, targetId } = await publishDue(stack.deps, workspace);
    write(source, 'its-other-name', 2);
    await askForPosts(stack.deps, await rowOf(), ['its-other-name']);
    await stack.deps.db
      .update(commentFeeds)
      .set({ dueAt: null })
      .where(eq(commentFeeds.externalPostId, externalPostId));
    await read(stack.deps);
    expect(await commentsOf(stack.deps, 'its-other-name')).toMatchObject([
      { postId: null },
      { postId: null },
    ]);
    source.posts.set(externalPostId, source.posts.get('its-other-name') ?? []);
    await readAgain(externalPostId);
    const ours = { postId, targetId, externalPostId };
    expect(await commentsOf(stack.deps, externalPostId)).toMatchObject([ours, ours]);
    await readAgain('its-other-name');
    expect(await commentsOf(stack.deps, externalPostId)).toMatchObject([ours, ours]);
  });

  it('continues after a reconnection, even for posts that were reported as gone', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace);
    const soon = new Date(clock.now().getTime() + 60 * minuteMs);
    await stack.deps.db
      .update(commentFeeds)
      .set({ dueAt: null, goneSince: clock.now() })
      .where(eq(commentFeeds.externalPostId, externalPostId));
    await stack.deps.db
      .update(socialAccounts)
      .set({ commentsPausedUntil: soon, status: 'TOKEN_EXPIRED' })
      .where(eq(socialAccounts.id, account()));
    const { workspaceId, platform, externalAccountId, handle, displayName } = await rowOf();
    const input = { workspaceId, platform, externalAccountId, handle, displayName };
    await storeConnection(stack.deps, {
      ...input,
      serviceUrl: null,
      sandbox: false,
      credentials: {},
      allowReplace: false,
    });
    expect((await rowOf()).commentsPausedUntil).toBeNull();
    source.write(externalPostId);
    await read(stack.deps);
    expect(await stored(externalPostId)).toBe(1);
  });
});
