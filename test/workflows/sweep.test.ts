import { eq, inArray } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { posts, sweeps, targets } from '../../src/db/schema/index.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import type { RunState, WorkflowStarter } from '../../src/services/shared/workflow-starter.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { createShiftedClock } from '../harness/clock.js';

const minuteMs = 60_000;
const manyPosts = 600;

// Temporal is real, but its responses about runs that were never started are scripted.
describe('the reconciler sweep', () => {
  let workspace: TestWorkspace;
  let real: WorkflowStarter;
  const clock = createShiftedClock();
  const described: string[] = [];
  const started: string[] = [];
  let stateOf: (workflowId: string) => RunState | Error;
  let progressOf: (workflowId: string) => 'none' | 'waiting' | 'begun';
  let refuses: (workflowId: string) => boolean;

  const stack = useStack({ runWorker: false, clock });
  beforeAll(() => {
    real = stack.deps.starter;
    stack.deps.starter = {
      ...real,
      startPublishPost: async (start) => {
        if (refuses(start.workflowId)) throw new Error('refused');
        started.push(start.workflowId);
        await Promise.resolve();
      },
      describe: async (workflowId) => {
        described.push(workflowId);
        const state = stateOf(workflowId);
        if (state instanceof Error) throw state;
        return Promise.resolve(state);
      },
      progressOf: (workflowId) => Promise.resolve(progressOf(workflowId)),
    };
  });
  beforeEach(async () => {
    described.length = started.length = 0;
    stateOf = () => 'running';
    progressOf = () => 'none';
    refuses = () => false;
    await stack.deps.db.delete(posts);
    workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
  });
  const sweep = () => reconcile(stack.deps, { includeYoung: false });

  /** Inserts posts that have been due for a while, the first one longest. */
  async function addPosts(count: number, fields: Partial<typeof posts.$inferInsert>): Promise<string[]> {
    const past = Date.now() - 120 * minuteMs;
    const rows = Array.from({ length: count }, (_none, index) => {
      const at = new Date(past + index * 1000);
      const id = stack.deps.newId('post');
      return {
        id,
        workspaceId: workspace.workspaceId,
        createdByUserId: workspace.ctx.actor.userId,
        status: 'PUBLISHING' as const,
        caption: 'hi',
        scheduledAt: at,
        generation: 1,
        workflowId: `publish-post:${id}:1`,
        createdViaApi: true,
        createdViaFlatShape: true,
        createdAt: at,
        updatedAt: at,
        ...fields,
        ...(fields.pendingSince === undefined
          ? {}
          : { workflowId: null, pendingWorkflowId: `publish-post:${id}:1`, pendingSince: at }),
      };
    });
    await stack.deps.db.insert(posts).values(rows);
    await stack.deps.db.insert(targets).values(
      rows.map((row) => ({
        id: stack.deps.newId('target'),
        postId: row.id,
        order: 0,
        socialAccountId: workspace.accountIds[0] ?? '',
        platform: 'BLUESKY' as const,
        status: row.status === 'PUBLISHING' ? ('PUBLISHING' as const) : ('SCHEDULED' as const),
        firstCommentAttempt: 0,
        mediaIds: [],
        scheduledFor: row.scheduledAt,
        republishUnconfirmed: false,
        attemptCount: 0,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      })),
    );
    return rows.map(({ id }) => id);
  }
  const pending = { status: 'SCHEDULED' as const, pendingSince: new Date(0) };
  const readPosts = (ids: string[]) =>
    stack.deps.db.select().from(posts).where(inArray(posts.id, ids)).orderBy(posts.scheduledAt);

  it('finds a lost run among hundreds of active posts', async () => {
    const ids = await addPosts(manyPosts, {});
    const lost = ids.at(-1) ?? '';
    stateOf = (workflowId) => (workflowId.includes(lost) ? 'missing' : 'running');
    expect((await sweep()).revived).toBe(1);
    expect(started).toEqual([`publish-post:${lost}:2`]);
    expect(described).toHaveLength(manyPosts);
  });

  it('checks a post with a running run less and less often', async () => {
    await addPosts(1, {});
    const rounds = 30;
    for (let round = 0; round < rounds; round += 1) {
      clock.shiftMs = round * 20_000;
      await sweep();
    }
    // In ten minutes, the sweep describes the run immediately, then after 30 s, 1, 2 and 4 minutes, and at most every
    // 5.
    expect(described.length).toBeGreaterThanOrEqual(4);
    expect(described.length).toBeLessThanOrEqual(7);
  });

  it('continues with other posts after a call that throws', async () => {
    const ids = await addPosts(3, {});
    const [broken, lost] = ids;
    stateOf = (workflowId) => {
      if (workflowId.includes(broken ?? '')) return new Error('no answer');
      return workflowId.includes(lost ?? '') ? 'missing' : 'running';
    };
    expect((await sweep()).revived).toBe(1);
    clock.shiftMs = 20_000;
    described.length = 0;
    await sweep();
    expect(described).toEqual([]);
    clock.shiftMs = 40_000;
    await sweep();
    expect(described).toContain(`publish-post:${broken}:1`);
  });

  it('is not blocked by runs that can never be started', async () => {
    const ids = await addPosts(manyPosts, pending);
    const good = ids.at(-1) ?? '';
    refuses = (workflowId) => !workflowId.includes(good);
    expect((await sweep()).started).toBe(1);
    expect(started).toEqual([`publish-post:${good}:1`]);
    // The failed starts are repeated once Temporal accepts them.
    refuses = () => false;
    clock.shiftMs = 31_000;
    expect((await sweep()).started).toBe(manyPosts - 1);
    expect((await readPosts(ids)).filter(({ workflowId }) => workflowId === null)).toEqual([]);
  });

  it('runs one at a time, and is not blocked by a process that is gone', async () => {
    const [id] = await addPosts(1, {});
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const blocked = { ...stack.deps.starter, describe: () => held.then(() => 'missing' as const) };
    const first = reconcile({ ...stack.deps, starter: blocked }, { includeYoung: false });
    await expect
      .poll(async () => (await stack.deps.db.select().from(sweeps))[0]?.holder ?? null)
      .not.toBeNull();
    expect((await sweep()).revived).toBe(0);
    expect(described).toEqual([]);
    release();
    expect((await first).revived).toBe(1);
    const [row] = await stack.deps.db.select().from(sweeps);
    expect(row).toMatchObject({ holder: null, leaseUntil: null });
    expect(row?.completedAt).not.toBeNull();
    // A process that was killed a minute ago leaves this lease.
    await stack.deps.db.update(sweeps).set({ holder: 'dead', leaseUntil: new Date(Date.now() - minuteMs) });
    stateOf = () => 'missing';
    await stack.deps.db
      .update(posts)
      .set({ workflowId: 'publish-post:again', pendingWorkflowId: null, updatedAt: new Date(0) })
      .where(eq(posts.id, id ?? ''));
    expect((await sweep()).revived).toBe(1);
  });

  it('replaces a completed run of an unfinished post by one that looks up first', async () => {
    const [id] = await addPosts(1, {});
    stateOf = () => 'completed';
    expect((await sweep()).revived).toBe(1);
    const [target] = await stack.deps.db
      .select()
      .from(targets)
      .where(eq(targets.postId, id ?? ''));
    expect(target).toMatchObject({ status: 'SCHEDULED', lookFirstSince: target?.scheduledFor });
  });

  it.each([
    ['after it began, by one that looks up first', 'begun'],
    ['before it began, by one that does not look up first', 'waiting'],
  ] as const)('replaces a run that was terminated %s', async (_when, progress) => {
    const [id] = await addPosts(1, {});
    stateOf = () => 'closed';
    progressOf = (workflowId) => (workflowId.endsWith(':1') ? progress : 'none');
    expect((await sweep()).revived).toBe(1);
    const [target] = await stack.deps.db
      .select()
      .from(targets)
      .where(eq(targets.postId, id ?? ''));
    expect(target?.lookFirstSince === null).toBe(progress === 'waiting');
  });

  it('ignores a run that is paused', async () => {
    await addPosts(1, {});
    stateOf = () => 'paused';
    expect((await sweep()).revived).toBe(0);
    expect(started).toEqual([]);
  });
});
