import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { postEvents, posts, targets, webhookEndpoints, webhookEvents } from '../../src/db/schema/index.js';
import { lostAttemptAgeMsMin } from '../../src/domain/publish-ladders.js';
import type { Published } from '../../src/platforms/kit/failure.js';
import type { FindAnswer } from '../../src/platforms/kit/platform.js';
import { commitStep } from '../../src/services/publishing/commit-step.js';
import { lookupStep } from '../../src/services/publishing/lookup-step.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { schedulePost } from '../../src/services/posts/schedule.js';
import { useByHand, type Begun, type ScriptedName } from '../harness/by-hand.js';
import { runIdOf } from '../harness/publishing.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { commentOf } from '../harness/leave-targets.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More repetitions than any platform needs before its answer counts. */
const often = 5;
const ambiguous = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const refused = {
  accept: false,
  answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
} as const;

describe('late events: responses, look-ups and runs', () => {
  const hand = useByHand();

  const rowOf = async (targetId: string) => {
    const [row] = await hand.stack.deps.db.select().from(targets).where(eq(targets.id, targetId));
    if (row === undefined) throw new Error('There is no such target.');
    return row;
  };
  const told = async (postId: string) =>
    (
      await hand.stack.deps.db
        .select({ type: webhookEvents.type })
        .from(webhookEvents)
        .where(eq(webhookEvents.postId, postId))
        .orderBy(webhookEvents.id)
    ).map(({ type }) => type);

  /** Creates a workspace whose events are stored for an endpoint without deliveries. */
  async function listening(names: ScriptedName[]): Promise<TestWorkspace> {
    const { deps } = hand.stack;
    const workspace = await mintWorkspace(deps, names);
    const now = deps.clock.now();
    await deps.db.insert(webhookEndpoints).values({
      id: deps.newId('webhookEndpoint'),
      workspaceId: workspace.workspaceId,
      url: 'https://hooks.invalid/',
      status: 'ENABLED',
      createdAt: now,
      updatedAt: now,
    });
    return workspace;
  }

  /** Starts a look-up whose worker is frozen after the platform's answer, and before it is recorded. */
  function frozenLookUp(
    run: Begun,
    answer: FindAnswer,
  ): { thaw: () => Promise<string>; asked: Promise<void> } {
    let thaw = (): void => undefined;
    let tellAsked = (): void => undefined;
    const thawed = new Promise<void>((resolve) => (thaw = resolve));
    const asked = new Promise<void>((resolve) => (tellAsked = resolve));
    hand.hooks.findPublished = async () => {
      delete hand.hooks.findPublished;
      tellAsked();
      await thawed;
      return answer;
    };
    const lookedUp = hand.lookUp(run.input, often);
    return {
      asked,
      thaw: () => {
        thaw();
        return lookedUp;
      },
    };
  }

  /**
   * Makes the database unavailable for one transaction: after `next` was called, `passing` more succeed, and then one
   * fails.
   */
  function failing(passing: number) {
    const { db: real } = hand.stack.deps;
    let left: number | null = null;
    let failed = 0;
    const db = new Proxy(real, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        // The client is a function with properties of its own, which binding it would remove.
        if (typeof value !== 'function' || key === '$client') return value;
        if (key !== 'transaction' || left === null) return value.bind(target) as unknown;
        left -= 1;
        if (left >= 0) return value.bind(target) as unknown;
        left = null;
        failed += 1;
        return () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
      },
    });
    return { db, failed: () => failed, next: () => (left = passing) };
  }

  it('a frozen look-up does not affect a call that has started since', async () => {
    const run = await hand.begun('THREADS');
    hand.scripted.THREADS.script.push({ accept: false, answer: ambiguous });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    const frozen = frozenLookUp(run, { kind: 'absent' });
    await frozen.asked;
    expect(await hand.lookUp(run.input, often)).toBe('ABSENT');
    hand.scripted.THREADS.script.push({
      accept: true,
      answer: ambiguous,
      during: async () => {
        const { cancelResults } = await cancelPost(run.workspace.ctx, { postId: run.post.id });
        expect(cancelResults.map(({ result }) => result)).toEqual(['IN_FLIGHT']);
        expect(await frozen.thaw()).toBe('UNKNOWN');
      },
    });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    expect((await hand.targetOf(run))?.status).toBe('PUBLISHING');
    expect(await hand.lookUp(run.input)).toBe('PUBLISHED');
    expect((await hand.finish(run.input)).outcome).toBe('PUBLISHED');
  });

  it('a frozen look-up does not report again a post that another one has found', async () => {
    const workspace = await listening(['THREADS']);
    const run = await hand.begun('THREADS', { workspace });
    hand.scripted.THREADS.script.push({ accept: true, answer: ambiguous });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    const [{ id } = { id: '' }] = hand.scripted.THREADS.published;
    const published: Published = {
      externalPostId: id,
      externalUrl: `https://example.test/${id}`,
      reference: null,
    };
    const frozen = frozenLookUp(run, { kind: 'found', published, byId: true });
    await frozen.asked;
    expect(await hand.lookUp(run.input)).toBe('PUBLISHED');
    expect((await hand.finish(run.input)).outcome).toBe('PUBLISHED');
    const { publishedAt } = await rowOf(run.input.targetId);
    hand.laterMs += hourMs;
    expect(await frozen.thaw()).toBe('PUBLISHED');
    expect((await rowOf(run.input.targetId)).publishedAt).toEqual(publishedAt);
    expect(await told(run.post.id)).toEqual(['post.published']);
    const entries = await hand.stack.deps.db
      .select({ kind: postEvents.kind })
      .from(postEvents)
      .where(and(eq(postEvents.postId, run.post.id), eq(postEvents.kind, 'PUBLISHED')));
    expect(entries).toHaveLength(1);
  });

  it('a cancel waits for a call that may still arrive, even if the call has a key', async () => {
    const workspace = await listening(['BLUESKY']);
    const run = await hand.begun('BLUESKY', { workspace });
    hand.scripted.BLUESKY.script.push({
      accept: true,
      during: async () => {
        await cancelPost(workspace.ctx, { postId: run.post.id });
        expect(await hand.lookUp(run.input, often)).toBe('NOT_SEEN');
      },
    });
    expect(await hand.commit(run.input)).toBe('PUBLISHED');
    expect((await hand.finish(run.input)).outcome).toBe('PUBLISHED');
    expect(await told(run.post.id)).toEqual(['post.published']);
  });

  it('a cancel ends a target once its only call can no longer arrive', async () => {
    const run = await hand.begun('BLUESKY');
    hand.scripted.BLUESKY.script.push({
      accept: false,
      answer: ambiguous,
      during: async () => {
        await cancelPost(run.workspace.ctx, { postId: run.post.id });
        hand.laterMs += lostAttemptAgeMsMin;
        expect(await hand.lookUp(run.input, often)).toBe('CLOSED');
      },
    });
    await hand.commit(run.input);
    expect((await hand.targetOf(run))?.status).toBe('CANCELED');
  });

  it('a run that resumes more than a day after the due time makes no call', async () => {
    const run = await hand.begun('X');
    hand.laterMs += dayMs + 2 * 60_000;
    expect(await hand.commit(run.input)).toBe('FAILED');
    expect(hand.scripted.X.commits).toBe(0);
    expect(await hand.targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_WINDOW_MISSED' });
    expect((await hand.finish(run.input)).outcome).toBe('FAILED');
  });

  it('a retry is due immediately, even if another account of the post has a later due time', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X', 'THREADS']);
    const run = await hand.begun('X', { workspace });
    const [x = '', threads = ''] = (await hand.shown(run)).targets.map(({ id }) => id);
    for (const name of ['X', 'THREADS'] as const) {
      const input = { ...run.input, targetId: name === 'X' ? x : threads };
      hand.scripted[name].script.push({ accept: true, answer: ambiguous });
      expect(await hand.commit(input)).toBe('AMBIGUOUS');
      hand.scripted[name].finds.push(ambiguous);
      expect(await hand.lookUp(input, 0, true)).toBe('UNCONFIRMED');
    }
    await hand.finish(run.input);
    const postId = run.post.id;
    const now = hand.stack.deps.clock.now();
    const nextYear = new Date(now.getTime() + 365 * dayMs);
    await schedulePost(workspace.ctx, { postId, scheduledAt: nextYear });
    await cancelPost(workspace.ctx, { postId });
    const retried = await retryPost(workspace.ctx, { postId, targetIds: [x] });
    // From this time on, the sweep looks for a lost run.
    expect(retried.scheduledAt?.getTime()).toBeLessThanOrEqual(hand.nowMs());
    await hand.advance({ postId, targetId: x, workflowId: runIdOf(retried) });
    expect((await hand.shown(run)).status).toBe('PUBLISHING');
  });

  it('a second cancel also cancels a first comment that was requested after the first cancel', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X', 'THREADS']);
    const run = await hand.begun('X', { workspace, firstComment: 'First!' });
    const [x = '', threads = ''] = (await hand.shown(run)).targets.map(({ id }) => id);
    await hand.commit({ ...run.input, targetId: x });
    hand.scripted.X.script.push(refused);
    await hand.commit({ ...run.input, targetId: x, step: 'FIRST_COMMENT' });
    hand.scripted.THREADS.script.push(refused);
    await hand.commit({ ...run.input, targetId: threads });
    await hand.finish(run.input);
    const firstCancelAt = hand.stack.deps.clock.now();
    await hand.stack.deps.db
      .update(targets)
      .set({ cancelRequestedAt: firstCancelAt })
      .where(eq(targets.id, x));
    hand.laterMs += hourMs;
    const postId = run.post.id;
    await retryFirstComment(workspace.ctx, { postId, targetId: x });
    await retryPost(workspace.ctx, { postId });
    hand.laterMs += hourMs;
    await cancelPost(workspace.ctx, { postId });
    const { cancelRequestedAt } = await rowOf(x);
    const { runId } = await commentOf(hand.stack.deps.db, x);
    expect(cancelRequestedAt?.getTime()).toBeGreaterThan(firstCancelAt.getTime() + hourMs);
    expect(runId).not.toBeNull();
  });

  it('the event of a late success is sent even if the database fails between the success and the event', async () => {
    const workspace = await listening(['BLUESKY', 'THREADS', 'X']);
    const run = await hand.begun('BLUESKY', { workspace });
    const [bluesky = '', threads = '', x = ''] = (await hand.shown(run)).targets.map(({ id }) => id);
    await hand.commit({ ...run.input, targetId: bluesky });
    hand.scripted.THREADS.script.push(refused);
    await hand.commit({ ...run.input, targetId: threads });
    const input = { ...run.input, targetId: x };
    const { deps } = hand.stack;
    const away = failing(0);
    hand.scripted.X.script.push({
      accept: true,
      during: async () => {
        hand.laterMs += lostAttemptAgeMsMin;
        hand.scripted.X.finds.push(ambiguous);
        expect(await hand.lookUp(input, 0, true)).toBe('UNCONFIRMED');
        expect((await hand.finish(run.input)).outcome).toBe('PARTIALLY_PUBLISHED');
        away.next();
      },
    });
    const turns = createPublishTurns(deps.publishing.dueClock);
    const { kind } = await commitStep({ ...deps, db: away.db }, { ...input, nowMs: hand.nowMs() }, { turns });
    expect(kind).toBe('PUBLISHED');
    expect(away.failed()).toBe(1);
    const [post] = await deps.db.select().from(posts).where(eq(posts.id, run.post.id));
    expect(post?.status).toBe('PARTIALLY_PUBLISHED');
    expect(await told(run.post.id)).toHaveLength(2);
  });

  it('the event of a success that a late look-up finds is also sent', async () => {
    const workspace = await listening(['THREADS']);
    const run = await hand.begun('THREADS', { workspace });
    hand.scripted.THREADS.script.push({ accept: true, answer: ambiguous });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    const away = failing(1);
    const [{ id } = { id: '' }] = hand.scripted.THREADS.published;
    hand.hooks.findPublished = async () => {
      delete hand.hooks.findPublished;
      hand.scripted.THREADS.finds.push(ambiguous);
      expect(await hand.lookUp(run.input, 0, true)).toBe('UNCONFIRMED');
      expect((await hand.finish(run.input)).outcome).toBe('FAILED');
      away.next();
      const published: Published = { externalPostId: id, externalUrl: null, reference: null };
      return { kind: 'found', published, byId: true };
    };
    const asked = { ...run.input, absencesBefore: 0, last: false, nowMs: hand.nowMs() };
    expect((await lookupStep({ ...hand.stack.deps, db: away.db }, asked)).kind).toBe('PUBLISHED');
    expect(away.failed()).toBe(1);
    expect((await hand.shown(run)).status).toBe('PUBLISHED');
    expect(await told(run.post.id)).toEqual(['post.failed', 'post.published']);
  });

  it('a call does not start if the machine slept while its step waited for a turn', async () => {
    const run = await hand.begun('X');
    const { deps } = hand.stack;
    const turns = createPublishTurns(deps.publishing.dueClock);
    const slept: typeof turns = Object.assign(Object.create(turns) as typeof turns, {
      take: (...args: Parameters<typeof turns.take>) => {
        hand.laterMs += 2 * dayMs;
        return turns.take(...args);
      },
    });
    const { kind } = await commitStep(deps, { ...run.input, nowMs: hand.nowMs() }, { turns: slept });
    expect(kind).toBe('FAILED');
    expect(hand.scripted.X.commits).toBe(0);
    expect((await hand.targetOf(run))?.errorCode).toBe('PUBLISH_WINDOW_MISSED');
  });
});
