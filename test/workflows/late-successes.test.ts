import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { posts, targets, webhookEvents } from '../../src/db/schema/index.js';
import type { StepInput } from '../../src/domain/workflow-contract.js';
import type { Published } from '../../src/platforms/kit/failure.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { commitStep } from '../../src/services/publishing/commit-step.js';
import { lookupStep } from '../../src/services/publishing/lookup-step.js';
import { correctLateSuccesses } from '../../src/services/publishing/correct-late-successes.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { useByHand, type Begun, type ScriptedName } from '../harness/by-hand.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { addReceiver } from '../harness/webhooks.js';

const dayMs = 86_400_000;
const ambiguous = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const refused = {
  accept: false,
  answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
} as const;
type Db = ServiceDeps['db'];

describe('a success that arrives after the run of its post has ended', () => {
  const hand = useByHand();

  async function listening(names: ScriptedName[]): Promise<TestWorkspace> {
    const workspace = await mintWorkspace(hand.stack.deps, names);
    await addReceiver(workspace, 'http://127.0.0.1:9/', ['post.failed', 'post.published']);
    return workspace;
  }

  const events = async (postId: string): Promise<string[]> => {
    const { db } = hand.stack.deps;
    const rows = await db.select().from(webhookEvents).where(eq(webhookEvents.postId, postId));
    return rows.map(({ type }) => type).sort();
  };

  /** Makes one transaction or one statement of the database fail after `next` was called. */
  function breaking(break_: {
    transaction?: (work: () => Promise<unknown>) => Promise<unknown>;
    words?: string;
  }) {
    const real = hand.stack.deps.db;
    let isNext = false;
    const take = (): boolean => {
      const was = isNext;
      isNext = false;
      return was;
    };
    const lostAnswer = Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' });
    const client = new Proxy(real.$client, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (key !== 'unsafe' || break_.words === undefined) return value;
        const { words } = break_;
        return async (...args: Parameters<typeof target.unsafe>) => {
          const rows = await target.unsafe(...args);
          if (args[0].includes(words) && take()) throw lostAnswer;
          return rows;
        };
      },
    });
    const db = new Proxy(real, {
      get: (target, key) => {
        if (key === '$client') return client;
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        const { transaction } = break_;
        if (key !== 'transaction' || transaction === undefined) return value.bind(target) as unknown;
        return (work: Parameters<Db['transaction']>[0]) => {
          const run = () => real.transaction(work);
          return take() ? transaction(run) : run();
        };
      },
    });
    return { db, next: () => (isNext = true), isDone: () => !isNext, lostAnswer };
  }

  const killed = (): Promise<never> => Promise.reject(new Error('the process was killed here'));

  /** One target is public, one has failed, and the call of the third is under way when the run ends. */
  async function partlyPublic(): Promise<{ run: Begun; input: StepInput }> {
    const workspace = await listening(['BLUESKY', 'THREADS', 'X']);
    const run = await hand.begun('BLUESKY', { workspace });
    const [bluesky = '', threads = '', x = ''] = (await hand.shown(run)).targets.map(({ id }) => id);
    await hand.commit({ ...run.input, targetId: bluesky });
    hand.scripted.THREADS.script.push(refused);
    await hand.commit({ ...run.input, targetId: threads });
    return { run, input: { ...run.input, targetId: x } };
  }

  const commitWith = (db: Db, input: StepInput) => {
    const { deps } = hand.stack;
    const turns = createPublishTurns(deps.publishing.dueClock);
    return commitStep({ ...deps, db }, { ...input, nowMs: hand.nowMs() }, { turns });
  };

  /** The run ends while the call on X is under way, and then its success is recorded by a process that breaks. */
  async function succeedLate(input: StepInput, broken: ReturnType<typeof breaking>, ends: string) {
    hand.scripted.X.script.push({
      accept: true,
      during: async () => {
        expect((await hand.finish(input)).outcome).toBe(ends);
        broken.next();
      },
    });
    const answer = await commitWith(broken.db, input).catch((error: unknown) => error);
    expect(broken.isDone()).toBe(true);
    return answer;
  }

  const sweepTwice = async (): Promise<void> => {
    await reconcile(hand.stack.deps, { includeYoung: true });
    await reconcile(hand.stack.deps, { includeYoung: true });
  };

  it('corrects the post and is reported once, even if its process crashes and a sweep comes much later', async () => {
    const run = await hand.begun('X', { workspace: await listening(['X']) });
    await succeedLate(run.input, breaking({ transaction: killed }), 'FAILED');
    expect((await hand.shown(run)).status).toBe('FAILED');
    expect(await events(run.post.id)).toEqual(['post.failed']);
    hand.laterMs += 3 * dayMs;
    await sweepTwice();
    expect((await hand.shown(run)).status).toBe('PUBLISHED');
    expect(await events(run.post.id)).toEqual(['post.failed', 'post.published']);
  });

  it('is handled in order by the sweep, even if another success cannot be handled', async () => {
    const owed: Begun[] = [];
    for (let posts = 0; posts < 2; posts += 1) {
      const run = await hand.begun('X', { workspace: await listening(['X']) });
      await succeedLate(run.input, breaking({ transaction: killed }), 'FAILED');
      owed.push(run);
    }
    const { deps } = hand.stack;
    const [later, earlier] = owed;
    if (later === undefined || earlier === undefined) throw new Error('There are two posts.');
    const since = new Date(hand.nowMs() - 2 * dayMs);
    await deps.db
      .update(targets)
      .set({ correctionOwedSince: since })
      .where(eq(targets.postId, earlier.post.id));
    const broken = breaking({ transaction: killed });
    broken.next();
    await correctLateSuccesses({ ...deps, db: broken.db });
    expect((await hand.shown(earlier)).status).toBe('FAILED');
    expect((await hand.shown(later)).status).toBe('PUBLISHED');
    await correctLateSuccesses(deps);
    expect((await hand.shown(earlier)).status).toBe('PUBLISHED');
  });

  it('sends another event for a partly public post, whose status stays, even if its process crashes', async () => {
    const { run, input } = await partlyPublic();
    await succeedLate(input, breaking({ transaction: killed }), 'PARTIALLY_PUBLISHED');
    expect(await events(run.post.id)).toEqual(['post.failed']);
    hand.laterMs += 3 * dayMs;
    await sweepTwice();
    expect((await hand.shown(run)).targets.map(({ status }) => status)).toEqual([
      'PUBLISHED',
      'FAILED',
      'PUBLISHED',
    ]);
    expect(await events(run.post.id)).toEqual(['post.failed', 'post.failed']);
  });

  it('is reported once if it was stored and only the database’s response was lost', async () => {
    const { run, input } = await partlyPublic();
    const broken = breaking({ words: 'update publish_attempts' });
    expect(await succeedLate(input, broken, 'PARTIALLY_PUBLISHED')).toEqual({ kind: 'PUBLISHED' });
    expect(await events(run.post.id)).toEqual(['post.failed', 'post.failed']);
    await sweepTwice();
    expect(await events(run.post.id)).toHaveLength(2);
  });

  it('is reported once if a look-up stored it and only the database’s response was lost', async () => {
    const run = await hand.begun('THREADS', { workspace: await listening(['THREADS']) });
    hand.scripted.THREADS.script.push({ accept: true, answer: ambiguous });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    const [{ id } = { id: '' }] = hand.scripted.THREADS.published;
    const broken = breaking({
      transaction: async (work) => {
        await work();
        throw broken.lostAnswer;
      },
    });
    hand.hooks.findPublished = async () => {
      delete hand.hooks.findPublished;
      expect((await hand.finish(run.input)).outcome).toBe('FAILED');
      broken.next();
      const published: Published = { externalPostId: id, externalUrl: null, reference: null };
      return { kind: 'found', published, byId: true };
    };
    const asked = { ...run.input, absencesBefore: 0, last: false, nowMs: hand.nowMs() };
    expect((await lookupStep({ ...hand.stack.deps, db: broken.db }, asked)).kind).toBe('PUBLISHED');
    expect(broken.isDone()).toBe(true);
    expect((await hand.shown(run)).status).toBe('PUBLISHED');
    expect(await events(run.post.id)).toEqual(['post.failed', 'post.published']);
  });
});

describe('a success and a cancel at the same time', () => {
  const hand = useByHand();

  const deadlocks = async (): Promise<number> => {
    const [row] = await hand.stack.deps.db.execute<{ deadlocks: string }>(
      sql`select deadlocks from pg_stat_database where datname = current_database()`,
    );
    return Number(row?.deadlocks);
  };

  it('use the same order of locks: a success that waits for the post holds no lock that the cancel needs', async () => {
    const run = await hand.begun('X');
    const { db } = hand.stack.deps;
    let step: Promise<string> | undefined;
    await db.transaction(async (tx) => {
      const isUnderWay = new Promise<void>((resolve) => {
        hand.scripted.X.script.push({
          accept: true,
          during: async () => {
            // A cancel takes this lock first.
            await tx.select().from(posts).where(eq(posts.id, run.post.id)).for('update');
            resolve();
          },
        });
      });
      step = hand.commit(run.input);
      await isUnderWay;
      await expect
        .poll(async () => {
          const [row] = await db.execute<{ waiting: string }>(
            sql`select count(*) as waiting from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%update publish_attempts%'`,
          );
          return Number(row?.waiting);
        })
        .toBe(1);
      const locked = tx.select().from(targets).where(eq(targets.postId, run.post.id));
      await expect(locked.for('update', { noWait: true })).resolves.toHaveLength(1);
    });
    expect(await step).toBe('PUBLISHED');
  });

  it('never deadlock', async () => {
    const before = await deadlocks();
    for (let round = 0; round < 12; round += 1) {
      const run = await hand.begun('X');
      let canceling: Promise<unknown> | undefined;
      hand.scripted.X.script.push({
        accept: true,
        during: () => {
          canceling = cancelPost(run.workspace.ctx, { postId: run.post.id });
          return Promise.resolve();
        },
      });
      expect(await hand.commit(run.input)).toBe('PUBLISHED');
      await canceling;
      expect((await hand.targetOf(run))?.status).toBe('PUBLISHED');
    }
    expect(await deadlocks()).toBe(before);
  });
});
