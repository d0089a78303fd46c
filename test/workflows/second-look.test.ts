import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  postEvents,
  publishAttempts,
  targets,
  webhookEndpoints,
  webhookEvents,
  workflowCancellations,
} from '../../src/db/schema/index.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { resolveTarget } from '../../src/services/posts/resolve-target.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { updatePost } from '../../src/services/posts/update.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { useByHand, type Begun, type ScriptedName } from '../harness/by-hand.js';
import { mintWorkspace } from '../harness/stack.js';
import { commentOf, failedComment, leaveTargets } from '../harness/leave-targets.js';

const hourMs = 3_600_000;
const refused = {
  accept: false,
  answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
} as const;

describe('a run, a comment or an account that occurs a second time', () => {
  const hand = useByHand();

  const rowOf = async ({ input }: Begun) => {
    const [row] = await hand.stack.deps.db.select().from(targets).where(eq(targets.id, input.targetId));
    return row;
  };
  const toldOf = async ({ post }: Begun, kind: typeof postEvents.$inferSelect.kind) =>
    (
      await hand.stack.deps.db
        .select({ detail: postEvents.detail })
        .from(postEvents)
        .where(and(eq(postEvents.postId, post.id), eq(postEvents.kind, kind)))
    ).map(({ detail }) => detail);

  it('a post that a user has confirmed without its id may be found by the look-up of an equal post', async () => {
    const first = await hand.begun('X', { text: 'The same words' });
    await hand.unconfirmed(first);
    const { targetId } = first.input;
    // The first call was made shortly before the second, within the time that a look-up searches.
    await hand.stack.deps.db
      .update(publishAttempts)
      .set({ startedAt: new Date(hand.nowMs() + hourMs - 60_000) })
      .where(eq(publishAttempts.publicationId, targetId));
    await resolveTarget(first.workspace.ctx, { postId: first.post.id, targetId, published: true });
    const second = await hand.begun('X', { text: 'The same words', workspace: first.workspace });
    const answer = { kind: 'ambiguous', message: 'the connection was reset' } as const;
    hand.scripted.X.script.push({ accept: false, answer });
    expect(await hand.commit(second.input)).toBe('AMBIGUOUS');
    // The platform shows the first post.
    expect(await hand.lookUp(second.input)).toBe('UNKNOWN');
    expect(await rowOf(second)).toMatchObject({ status: 'PUBLISHING', externalPostId: null });
  });

  it('an account that is added again keeps no earlier errors and requests', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X', 'THREADS']);
    const run = await hand.begun('X', { workspace });
    hand.scripted.X.script.push(refused);
    await hand.commit(run.input);
    await hand.finish(run.input);
    await leaveTargets(hand.stack.deps.db, eq(targets.id, run.input.targetId), {
      cancelRequestedAt: new Date(),
      republishUnconfirmed: true,
      firstComment: 'First!',
      comment: failedComment('POST_CANCELED'),
    });
    const content = { captionOverride: null, firstComment: null, platformOptions: null, mediaIds: [] };
    const [x = '', threads = ''] = workspace.accountIds;
    for (const ids of [[threads], [threads, x]]) {
      const named = ids.map((socialAccountId) => ({ socialAccountId, ...content }));
      await updatePost(workspace.ctx, { shape: 'nested', postId: run.post.id, targets: named });
    }
    expect(await rowOf(run)).toMatchObject({
      removedAt: null,
      cancelRequestedAt: null,
      republishUnconfirmed: false,
      errorCode: null,
      attemptCount: 1,
    });
  });

  it('a comment that is requested again gets a new run, even if the last one made no call', async () => {
    const run = await hand.begun('X', { firstComment: 'First!' });
    await hand.commit(run.input);
    await hand.finish(run.input);
    const ids: (string | null | undefined)[] = [];
    for (let times = 0; times < 3; times += 1) {
      hand.laterMs += hourMs;
      const { id: postId } = run.post;
      await retryFirstComment(run.workspace.ctx, { postId, targetId: run.input.targetId });
      ids.push((await commentOf(hand.stack.deps.db, run.input.targetId)).runId);
      await leaveTargets(hand.stack.deps.db, eq(targets.id, run.input.targetId), {
        comment: { ...failedComment('PLATFORM_UNAVAILABLE'), runId: null, runSince: null },
      });
    }
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(null);
  });

  it('a retry that is canceled before it starts reports the public targets, but not the failure again', async () => {
    const { deps } = hand.stack;
    const eventsAfterCancel = async (names: ScriptedName[]) => {
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
      const run = await hand.begun('X', { workspace });
      const [x = run.input.targetId, ...others] = (await hand.shown(run)).targets.map(({ id }) => id);
      hand.scripted.X.script.push(refused);
      for (const targetId of [x, ...others]) await hand.commit({ ...run.input, targetId });
      await hand.finish(run.input);
      await retryPost(workspace.ctx, { postId: run.post.id, republishUnconfirmed: false });
      const { status } = await cancelPost(workspace.ctx, { postId: run.post.id });
      const events = await deps.db
        .select({ type: webhookEvents.type })
        .from(webhookEvents)
        .where(eq(webhookEvents.postId, run.post.id))
        .orderBy(webhookEvents.id);
      return { status, told: events.map(({ type }) => type) };
    };
    expect(await eventsAfterCancel(['X'])).toEqual({ status: 'CANCELED', told: ['post.failed'] });
    expect(await eventsAfterCancel(['X', 'THREADS'])).toEqual({
      status: 'PUBLISHED',
      told: ['post.failed', 'post.published'],
    });
  });

  it('a run that ends after it was replaced is recorded as superseded, and does not indicate a restore', async () => {
    const run = await hand.begun('X');
    await hand.replaced(run);
    expect((await hand.finish(run.input)).outcome).toBe('SUPERSEDED');
    expect(await toldOf(run, 'RUN_SUPERSEDED')).toEqual([{ workflowId: run.input.workflowId }]);
    const { starter, db } = hand.stack.deps;
    const requestedAt = hand.stack.deps.clock.now();
    await db.insert(workflowCancellations).values({ workflowId: run.input.workflowId, requestedAt });
    // The sweep sees a run that has ended by itself.
    const { workflowId } = run.input;
    const ended: typeof starter = {
      ...starter,
      describe: (id) => (id === workflowId ? Promise.resolve('completed') : starter.describe(id)),
      cancel: (id) => (id === workflowId ? Promise.resolve('gone') : starter.cancel(id)),
    };
    await reconcile({ ...hand.stack.deps, starter: ended }, { includeYoung: true });
    expect((await rowOf(run))?.lookFirstSince).toBeNull();
  });
});
