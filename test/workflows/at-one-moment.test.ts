import { asc, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { postEvents, posts, publishAttempts, targets } from '../../src/db/schema/index.js';
import type { StepInput } from '../../src/domain/workflow-contract.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { getPost } from '../../src/services/posts/get.js';
import { useByHand } from '../harness/by-hand.js';
import { schedule } from '../harness/publishing.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';

const hourMs = 3_600_000;
/** The due time is so close that a run holds the post. */
const nearMs = 10_000;

interface Near {
  workspace: TestWorkspace;
  post: PostView;
  /** The input of a step for each target. */
  inputs: StepInput[];
}

describe('calls that are due at the same moment', () => {
  const hand = useByHand();
  const { BLUESKY } = hand.scripted;

  /** Creates posts with that many accounts each, whose runs have started and which are not yet due. */
  async function near(...accounts: number[]): Promise<Near[]> {
    const found: Omit<Near, 'inputs'>[] = [];
    const inMs = hand.laterMs + hourMs;
    for (const [index, count] of accounts.entries()) {
      const names = Array.from({ length: count }, () => 'BLUESKY' as const);
      const workspace = await mintWorkspace(hand.stack.deps, names);
      found.push({ workspace, post: await schedule(workspace, { inMs, text: `post ${index + 1}` }) });
    }
    hand.laterMs = inMs - nearMs;
    return Promise.all(
      found.map(async ({ workspace, post }) => {
        const input = await hand.begin(workspace, post.id);
        const inputs = post.targets.map(({ id }) => ({ ...input, targetId: id }));
        return { workspace, post, inputs };
      }),
    );
  }

  let letGo = (): void => undefined;

  /** Takes the steps as far as they go before the due time. `letGo` makes all of them due. */
  async function untilPrepared(inputs: readonly StepInput[]): Promise<Promise<string>[]> {
    let prepared = 0;
    let tellPrepared = (): void => undefined;
    const arePrepared = new Promise<void>((resolve) => {
      tellPrepared = resolve;
    });
    const isTime = new Promise<void>((resolve) => {
      letGo = () => {
        hand.laterMs += 2 * nearMs;
        resolve();
      };
    });
    hand.hooks.prepare = async (...args) => {
      const answer = await BLUESKY.prepare(...args);
      prepared += 1;
      if (prepared === inputs.length) tellPrepared();
      await isTime;
      return answer;
    };
    const steps = inputs.map((input) => hand.commit(input));
    await arePrepared;
    return steps;
  }

  async function atOneMoment(inputs: readonly StepInput[]): Promise<Promise<string>[]> {
    const steps = await untilPrepared(inputs);
    letGo();
    return steps;
  }

  const eventsOf = (postIds: readonly string[]) =>
    hand.stack.deps.db
      .select({
        postId: postEvents.postId,
        kind: postEvents.kind,
        number: postEvents.timelineNumber,
        detail: postEvents.detail,
        writtenBy: sql<string>`${postEvents}.xmin::text`,
      })
      .from(postEvents)
      .where(inArray(postEvents.postId, [...postIds]))
      .orderBy(asc(postEvents.timelineNumber));
  const attemptsOf = (targetId: string) =>
    hand.stack.deps.db.select().from(publishAttempts).where(eq(publishAttempts.publicationId, targetId));

  it('are claimed and recorded together, each once, and in the order of their timelines', async () => {
    const all = await near(3, 1, 1, 1);
    const steps = await atOneMoment(all.flatMap(({ inputs }) => inputs));
    expect(await Promise.all(steps)).toEqual(steps.map(() => 'PUBLISHED'));

    expect(BLUESKY.published).toHaveLength(6);
    const events = await eventsOf(all.map(({ post }) => post.id));
    for (const { post, inputs, workspace } of all) {
      const own = events.filter(({ postId }) => postId === post.id);
      const begun = own.filter(({ kind }) => kind === 'PUBLISHING_BEGUN');
      expect(begun).toHaveLength(1);
      const ended = own.filter(({ kind }) => kind === 'ATTEMPT_ENDED');
      expect(ended.map(({ detail }) => detail['attempt'])).toEqual(inputs.map(() => 1));
      for (const { targetId } of inputs) {
        const [attempt, ...more] = await attemptsOf(targetId);
        expect(more).toEqual([]);
        expect(attempt?.outcome).toBe('PUBLISHED');
        expect(attempt?.timelineNumber).toBeGreaterThan(begun[0]?.number ?? Infinity);
      }
      const shown = await getPost(workspace.ctx, { postId: post.id });
      expect(shown.targets.map(({ status, attemptCount }) => [status, attemptCount])).toEqual(
        inputs.map(() => ['PUBLISHED', 1]),
      );
    }
    const writersOf = (kind: string) =>
      new Set(events.filter((event) => event.kind === kind).map(({ writtenBy }) => writtenBy));
    // Several calls shared a statement, so fewer statements than calls began posts or ended attempts.
    expect(writersOf('PUBLISHING_BEGUN').size).toBeLessThan(4);
    expect(writersOf('ATTEMPT_ENDED').size).toBeLessThan(6);
  });

  it('do not wait for a locked post, whose own call waits and sends its latest content', async () => {
    const all = await near(1, 1, 1, 1);
    const [locked, ...free] = all;
    if (locked === undefined) throw new Error('There is no post.');
    const steps = await hand.stack.deps.db.transaction(async (tx) => {
      await tx.select().from(posts).where(eq(posts.id, locked.post.id)).for('update');
      const begun = await atOneMoment(all.flatMap(({ inputs }) => inputs));
      expect(await Promise.all(begun.slice(1))).toEqual(free.map(() => 'PUBLISHED'));
      expect(BLUESKY.published).toHaveLength(3);
      // The content changes as by an edit. Content that is loaded again is prepared again.
      delete hand.hooks.prepare;
      await tx.update(posts).set({ caption: 'changed' }).where(eq(posts.id, locked.post.id));
      return begun;
    });
    expect(await steps[0]).toBe('PUBLISHED');
    const texts = BLUESKY.published.map(({ text }) => text);
    expect(texts.slice(0, -1).sort()).toEqual(free.map(({ post }) => post.caption));
    expect(texts.at(-1)).toBe('changed');
  });

  it('are not made for posts that were canceled or deleted meanwhile, but are made for the others', async () => {
    const all = await near(1, 1, 1, 1);
    const [canceled, deleted, ...free] = all;
    if (canceled === undefined || deleted === undefined) throw new Error('There are no posts.');
    const { db, clock } = hand.stack.deps;
    const steps = await untilPrepared(all.flatMap(({ inputs }) => inputs));
    const cancelRequestedAt = clock.now();
    await db.transaction(async (tx) => {
      const ids = canceled.inputs.map(({ targetId }) => targetId);
      await tx.update(targets).set({ cancelRequestedAt }).where(inArray(targets.id, ids));
      await tx.update(posts).set({ deletedAt: cancelRequestedAt }).where(eq(posts.id, deleted.post.id));
    });
    letGo();
    expect(await Promise.all(steps)).toEqual(['CLOSED', 'CLOSED', ...free.map(() => 'PUBLISHED')]);
    expect(BLUESKY.published.map(({ text }) => text).sort()).toEqual(free.map(({ post }) => post.caption));
    for (const { inputs } of [canceled, deleted])
      expect(await attemptsOf(inputs[0]?.targetId ?? '')).toEqual([]);
  });

  it('are all recorded, even if one returns a post that belongs to another attempt', async () => {
    const all = await near(1, 1, 1);
    const [first] = all;
    const { db } = hand.stack.deps;
    const steps = await atOneMoment(all.flatMap(({ inputs }) => inputs));
    expect(await Promise.all(steps)).toEqual(steps.map(() => 'PUBLISHED'));
    const [owned] = await attemptsOf(first?.inputs[0]?.targetId ?? '');

    const [next] = await near(1);
    if (next === undefined || owned === undefined) throw new Error('There is no attempt.');
    // Both accounts are the same account of the platform, and the platform returns the same id once more.
    await db
      .update(publishAttempts)
      .set({ externalId: 'BLUESKY-4', accountIdentity: sql`account_identity` })
      .where(eq(publishAttempts.id, owned.id));
    BLUESKY.script.push({
      accept: true,
      during: async () => {
        await db
          .update(publishAttempts)
          .set({ accountIdentity: owned.accountIdentity })
          .where(eq(publishAttempts.publicationId, next.inputs[0]?.targetId ?? ''));
      },
    });
    const again = await atOneMoment(next.inputs);
    expect(await Promise.all(again)).toEqual(['PUBLISHED']);
    const [attempt] = await attemptsOf(next.inputs[0]?.targetId ?? '');
    expect(attempt).toMatchObject({ outcome: 'PUBLISHED', externalId: null });
    const shown = await getPost(next.workspace.ctx, { postId: next.post.id });
    expect(shown.targets[0]).toMatchObject({ status: 'PUBLISHED', externalPostId: 'BLUESKY-4' });
  });

  it('do not change a published target of the same post while its other claim waits', async () => {
    const [one] = await near(2);
    const [published, late] = one?.inputs ?? [];
    if (one === undefined || published === undefined || late === undefined)
      throw new Error('There is no post.');
    const { workspace, post } = one;
    const { db } = hand.stack.deps;
    const steps = await untilPrepared([late]);
    await db.transaction(async (tx) => {
      await tx.select().from(posts).where(eq(posts.id, post.id)).for('update');
      letGo();
      await expect
        .poll(async () => {
          const [row] = await db.execute<{ waiting: string }>(
            sql`select count(*) as waiting from pg_locks where not granted
              and pid in (select pid from pg_stat_activity where datname = current_database())`,
          );
          return Number(row?.waiting);
        })
        .toBeGreaterThan(0);
      // The claim and the success of the other target write these values.
      await tx.update(posts).set({ status: 'PUBLISHING' }).where(eq(posts.id, post.id));
      await tx.update(targets).set({ status: 'PUBLISHED' }).where(eq(targets.id, published.targetId));
    });
    expect(await Promise.all(steps)).toEqual(['PUBLISHED']);
    const shown = await getPost(workspace.ctx, { postId: post.id });
    expect(shown.targets.map(({ status }) => status)).toEqual(['PUBLISHED', 'PUBLISHED']);
  });

  it('are recorded at once, except for the one whose post is locked', async () => {
    const all = await near(1, 1, 1);
    const [locked, ...free] = all;
    if (locked === undefined) throw new Error('There is no post.');
    const { db } = hand.stack.deps;
    let unlock = (): void => undefined;
    const isUnlocked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    let holding: Promise<void> | undefined;
    // A cancel takes this lock while all the calls are in progress.
    const isLocked = new Promise<void>((tellLocked) => {
      const lock = (): Promise<void> =>
        db.transaction(async (tx) => {
          await tx.select().from(posts).where(eq(posts.id, locked.post.id)).for('update');
          tellLocked();
          await isUnlocked;
        });
      const during = (): Promise<void> => {
        holding ??= lock();
        return isLocked;
      };
      BLUESKY.script.push(...all.map(() => ({ accept: true, during })));
    });
    const [first, ...others] = await atOneMoment(all.flatMap(({ inputs }) => inputs));
    expect(await Promise.all(others)).toEqual(free.map(() => 'PUBLISHED'));
    expect(await attemptsOf(locked.inputs[0]?.targetId ?? '')).toMatchObject([{ outcome: null }]);
    unlock();
    await holding;
    expect(await first).toBe('PUBLISHED');
    expect(await attemptsOf(locked.inputs[0]?.targetId ?? '')).toMatchObject([{ outcome: 'PUBLISHED' }]);
  });

  it('are recorded even if the database has lost the attempt', async () => {
    const [one, other] = await near(1, 1);
    if (one === undefined || other === undefined) throw new Error('There are no posts.');
    const targetId = one.inputs[0]?.targetId ?? '';
    BLUESKY.script.push({
      accept: true,
      during: async () => {
        await hand.stack.deps.db.delete(publishAttempts).where(eq(publishAttempts.publicationId, targetId));
      },
    });
    const steps = await atOneMoment([...one.inputs, ...other.inputs]);
    expect(await Promise.all(steps)).toEqual(['PUBLISHED', 'PUBLISHED']);
    const shown = await getPost(one.workspace.ctx, { postId: one.post.id });
    expect(shown.targets[0]).toMatchObject({ status: 'PUBLISHED' });
    expect(shown.targets[0]?.externalPostId).toMatch(/^BLUESKY-/);
    expect(await attemptsOf(other.inputs[0]?.targetId ?? '')).toHaveLength(1);
  });
});
