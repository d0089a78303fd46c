import { and, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import {
  comments,
  socialAccounts,
  targets,
  webhookEndpoints,
  webhookEvents,
} from '../../src/db/schema/index.js';
import { getComment } from '../../src/services/comments/get.js';
import { replyToComment } from '../../src/services/comments/reply.js';
import { listCommentTimeline } from '../../src/services/comments/timeline.js';
import type { CommentView } from '../../src/services/comments/types.js';
import { correctPost } from '../../src/services/publishing/internal/correct-post.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { afterRestore } from '../../src/services/reconcile/after-restore.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { retryFailedForAuth } from '../../src/services/social-accounts/retry-failed.js';
import { deleteWorkspace } from '../../src/services/workspaces/delete.js';
import { mintComment } from '../harness/comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { waitMsMax } from '../harness/patience.js';
import { asTarget, type TargetRow } from '../../src/services/post-records/records.js';

const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;

describe('a reply to a comment', () => {
  const platform = createScriptedPlatform('THREADS', 'queryable');
  const blind = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [platform, blind], skipTime: true });
  const workspace = useWorkspace(stack, ['THREADS']);

  const mint = (of: TestWorkspace = workspace): Promise<string> =>
    mintComment(
      stack,
      { workspaceId: of.workspaceId, accountIds: [of.accountIds[0] ?? '', '', ''] },
      {
        reference: { hash: 'h' },
      },
    );
  const send = async (commentId: string, text = 'Thank you', of = workspace): Promise<CommentView> =>
    (await replyToComment(of.ctx, { commentId, text, clientReferenceId: null })).comment;

  async function untilEnded(id: string, of = workspace): Promise<CommentView> {
    let view: CommentView | undefined;
    await vi.waitFor(
      async () => {
        view = await getComment(of.ctx, { commentId: id });
        expect(view.status).not.toBe('SENDING');
        expect((await targetOf(id)).runId).toBeNull();
      },
      { timeout: waitMsMax, interval: 50 },
    );
    if (view === undefined) throw new Error('unreachable: waitFor passed without a comment');
    return view;
  }
  async function targetOf(id: string): Promise<TargetRow> {
    const [row] = await stack.deps.db
      .select({ target: targets })
      .from(targets)
      .innerJoin(comments, eq(comments.replyPublicationId, targets.id))
      .where(eq(comments.id, id));
    if (row === undefined) throw new Error('the reply has no publication');
    return asTarget(row.target);
  }

  it('is public under the comment when the response arrives, and causes no webhook', async () => {
    const now = stack.deps.clock.now();
    await stack.deps.db.insert(webhookEndpoints).values({
      id: stack.deps.newId('webhookEndpoint'),
      workspaceId: workspace.workspaceId,
      url: 'https://9.9.9.9/',
      secret: 'x',
      status: 'ENABLED',
      createdAt: now,
      updatedAt: now,
    });
    const commentId = await mint();
    const reply = await send(commentId);
    expect(reply).toMatchObject({
      status: 'SENT',
      externalCommentId: 'THREADS-1',
      canReply: true,
      parentId: commentId,
    });
    expect(platform.published).toEqual([
      { text: 'Thank you', replyTo: `there-${commentId}`, id: 'THREADS-1' },
    ]);
    const [row] = await stack.deps.db.select().from(comments).where(eq(comments.id, reply.id));
    expect(row).toMatchObject({
      externalCommentId: 'THREADS-1',
      externalUrl: 'https://example.test/THREADS-1',
    });
    expect((await targetOf(reply.id)).replyTo).toEqual({
      externalPostId: `there-${commentId}`,
      reference: { hash: 'h' },
      root: { externalPostId: 'there-post', reference: null },
    });
    const { data } = await listCommentTimeline(workspace.ctx, { commentId: reply.id, limit: 50 });
    expect(data.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'CREATED',
        'SCHEDULED',
        'PUBLISHING_BEGUN',
        'ATTEMPT_STARTED',
        'PUBLISHED',
        'FINISHED',
      ]),
    );
    const events = await stack.deps.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.workspaceId, workspace.workspaceId));
    expect(events).toEqual([]);
  });

  it('is found by a look-up and sent once if its response is lost', async () => {
    platform.script.push({ accept: true, answer: lost });
    const { id } = await send(await mint());
    expect(await untilEnded(id)).toMatchObject({ status: 'SENT', externalCommentId: 'THREADS-1' });
    expect(platform.published).toHaveLength(1);
  });

  it('is UNCONFIRMED and not sent again if its outcome cannot be known', async () => {
    const onX = await mintWorkspace(stack.deps, ['X']);
    blind.script.push({ accept: true, answer: lost });
    blind.finds.push(unreachable, unreachable, unreachable, unreachable);
    const { id } = await send(await mint(onX), 'Thank you', onX);
    const ended = await untilEnded(id, onX);
    expect(ended).toMatchObject({ status: 'UNCONFIRMED', errorCode: 'PUBLISH_UNCONFIRMED', canReply: false });
    expect(ended.errorMessage).not.toMatch(/post/);
    expect([blind.commits, blind.published.length]).toEqual([1, 1]);
  });

  it('is reported as UNCONFIRMED to a user who repeats it, and is looked up before it is sent again with consent', async () => {
    const onX = await mintWorkspace(stack.deps, ['X']);
    blind.script.push({ accept: true, answer: lost });
    blind.finds.push(unreachable, unreachable, unreachable, unreachable);
    const commentId = await mint(onX);
    const { id } = await untilEnded((await send(commentId, 'Thank you', onX)).id, onX);
    await expect(send(commentId, 'Thank you', onX)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      extras: { status: 'UNCONFIRMED', replyId: id },
    });
    expect((await send(commentId, 'Other words', onX)).id).not.toBe(id);
    const [found, sent] = [blind.lookups, blind.commits];
    const again = await replyToComment(onX.ctx, {
      commentId,
      text: 'Thank you',
      clientReferenceId: 'again',
      republishUnconfirmed: true,
    });
    expect(again.comment.id).toBe(id);
    expect(await untilEnded(id, onX)).toMatchObject({ status: 'SENT', externalCommentId: 'X-1' });
    expect([blind.lookups - found, blind.commits - sent]).toEqual([1, 0]);
    const twin = await replyToComment(onX.ctx, { commentId, text: 'Thank you', clientReferenceId: 'again' });
    expect([twin.replayed, twin.comment.id]).toEqual([true, id]);
  });

  it('is FAILED with the reason if it is refused, and can be requested again', async () => {
    platform.script.push({
      accept: false,
      answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'Not here.' },
    });
    const commentId = await mint();
    const failed = await untilEnded((await send(commentId)).id);
    expect(failed).toMatchObject({
      status: 'FAILED',
      errorCode: 'PLATFORM_REJECTED',
      errorMessage: 'Not here.',
    });
    const again = await send(commentId);
    expect([again.status, again.id === failed.id]).toEqual(['SENT', false]);
    expect((await getComment(workspace.ctx, { commentId })).replyId).toBe(again.id);
  });

  it('is stored as one comment, even if a read of the platform has already stored it', async () => {
    const commentId = await mint();
    const { workspaceId, accountIds } = workspace;
    let twinId = '';
    platform.script.push({
      accept: true,
      during: async () => {
        twinId = await mintComment(
          stack,
          { workspaceId, accountIds: [accountIds[0] ?? '', '', ''] },
          {
            externalCommentId: 'THREADS-1',
            parentExternalId: `there-${commentId}`,
            mine: true,
            reference: { hash: 'of the reply' },
            externalUrl: 'https://example.test/as-read',
          },
        );
      },
    });
    const { id } = await send(commentId);
    expect(await untilEnded(id)).toMatchObject({
      status: 'SENT',
      externalUrl: 'https://example.test/as-read',
    });
    const rows = await stack.deps.db
      .select()
      .from(comments)
      .where(and(eq(comments.socialAccountId, accountIds[0] ?? ''), eq(comments.mine, true)));
    expect(rows.map((row) => [row.id, row.reference])).toEqual([[id, { hash: 'of the reply' }]]);
    expect(rows.map((row) => row.id)).not.toContain(twinId);
  });

  it('is UNCONFIRMED if its account is disconnected before its outcome is known', async () => {
    platform.script.push({
      accept: true,
      answer: lost,
      during: () => deleteSocialAccount(workspace.ctx, { socialAccountId: workspace.accountIds[0] ?? '' }),
    });
    const { id } = await send(await mint());
    expect(await untilEnded(id)).toMatchObject({ status: 'UNCONFIRMED', canReply: false });
    expect(platform.published).toHaveLength(1);
  });

  it('is looked up first after a restore, and not retried by a reconnection', async () => {
    const commentId = await mint();
    const { id } = await send(commentId);
    const [accountId = ''] = workspace.accountIds;
    const { id: publicationId } = await targetOf(id);
    const { db, clock } = stack.deps;
    const dueAt = new Date(clock.now().getTime() - 60_000);
    await db
      .update(targets)
      .set({ status: 'FAILED', errorCode: 'PLATFORM_AUTH_FAILED', publishedAt: null, scheduledFor: dueAt })
      .where(eq(targets.id, publicationId));
    await db
      .update(socialAccounts)
      .set({ retryOwedSince: clock.now() })
      .where(eq(socialAccounts.id, accountId));
    expect(await retryFailedForAuth(stack.deps, accountId)).toBe(0);
    const counts = await afterRestore(stack.deps, {
      since: new Date(clock.now().getTime() - 120_000),
      dryRun: false,
    });
    expect(counts.guarded).toBeGreaterThan(0);
    expect((await targetOf(id)).lookFirstSince).not.toBeNull();
  });

  it('becomes SENT if it is found to be public after its run has ended', async () => {
    const { id } = await send(await mint());
    const { id: publicationId } = await targetOf(id);
    const { db, clock } = stack.deps;
    const owed = { correctionOwedSince: clock.now() };
    await db.update(targets).set(owed).where(eq(targets.id, publicationId));
    await db.update(comments).set({ externalCommentId: null, externalUrl: null }).where(eq(comments.id, id));
    await correctPost(stack.deps, publicationId);
    const [row] = await db.select().from(comments).where(eq(comments.id, id));
    expect(row).toMatchObject({
      externalCommentId: 'THREADS-1',
      externalUrl: 'https://example.test/THREADS-1',
    });
  });

  it.each([2, 48])('is FAILED if its run could not be started for %i hours', async (lateHours) => {
    const ctx = {
      ...workspace.ctx,
      publishing: { ...stack.deps.publishing, replyWaitMs: 0 },
      starter: { ...stack.deps.starter, startPublishPost: () => Promise.reject(new Error('away')) },
    };
    const commentId = await mint();
    const { comment } = await replyToComment(ctx, { commentId, text: 'Too late', clientReferenceId: null });
    expect(comment.status).toBe('SENDING');
    const { id: publicationId } = await targetOf(comment.id);
    const { db, clock } = stack.deps;
    const longAgo = new Date(clock.now().getTime() - lateHours * 3_600_000);
    await db.update(targets).set({ scheduledFor: longAgo }).where(eq(targets.id, publicationId));
    await reconcile(stack.deps, { includeYoung: true });
    expect(await untilEnded(comment.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'PUBLISH_WINDOW_MISSED',
      errorMessage: expect.stringContaining('an hour') as string,
    });
    expect(platform.commits).toBe(0);
  });

  it.each([
    { status: 'PUBLISHED', errorCode: null, shown: 'SENT' },
    { status: 'FAILED', errorCode: 'PLATFORM_REJECTED', shown: 'FAILED' },
  ] as const)('is $shown if its run is lost once it is $status', async ({ shown, ...ended }) => {
    const { id } = await send(await mint());
    const { id: publicationId } = await targetOf(id);
    const { db, clock } = stack.deps;
    const lostRun = { runId: `publish-post:${publicationId}:lost`, runSince: clock.now() };
    await db
      .update(targets)
      .set({ ...ended, ...lostRun })
      .where(eq(targets.id, publicationId));
    await db.update(comments).set({ externalCommentId: null }).where(eq(comments.id, id));
    await reconcile(stack.deps, { includeYoung: true });
    expect(await untilEnded(id)).toMatchObject({ status: shown, errorCode: ended.errorCode });
    const [row] = await db.select().from(comments).where(eq(comments.id, id));
    expect(row?.externalCommentId).toBe(shown === 'SENT' ? 'THREADS-1' : null);
    expect(platform.commits).toBe(1);
  });

  it('fails if it cannot be sent within an hour', async () => {
    const later = { kind: 'rate-limited', retryAfterMs: 40 * 60_000, message: 'too many' } as const;
    platform.script.push({ accept: false, answer: later }, { accept: false, answer: later });
    const { id } = await send(await mint());
    expect(await untilEnded(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'RATE_LIMITED',
      errorMessage: expect.stringContaining('an hour') as string,
    });
    expect(platform.commits).toBe(2);
  });

  it('is never sent if its workspace is deleted before its run is started', async () => {
    const own = await mintWorkspace(stack.deps, ['THREADS']);
    const starter = { ...stack.deps.starter, startPublishPost: () => Promise.reject(new Error('away')) };
    const ctx = { ...own.ctx, starter, publishing: { ...stack.deps.publishing, replyWaitMs: 0 } };
    const commentId = await mint(own);
    const { comment } = await replyToComment(ctx, { commentId, text: 'Hi', clientReferenceId: null });
    const actor = { kind: 'session', userId: own.ctx.actor.userId, sessionId: 'none' } as const;
    await deleteWorkspace({ ...own.ctx, actor }, { workspaceId: own.workspaceId });
    await reconcile(stack.deps, { includeYoung: true });
    expect(await targetOf(comment.id)).toMatchObject({ status: 'CANCELED', runId: null });
    expect(platform.commits).toBe(0);
  });

  it('prevents the deletion of its workspace while it is being sent', async () => {
    const own = await mintWorkspace(stack.deps, ['THREADS']);
    const { id } = await send(await mint(own), 'Thank you', own);
    const { id: publicationId } = await targetOf(id);
    const underWay = { status: 'PUBLISHING', runId: `publish-post:${publicationId}:1` } as const;
    await stack.deps.db.update(targets).set(underWay).where(eq(targets.id, publicationId));
    const actor = { kind: 'session', userId: own.ctx.actor.userId, sessionId: 'none' } as const;
    await expect(
      deleteWorkspace({ ...own.ctx, actor }, { workspaceId: own.workspaceId }),
    ).rejects.toMatchObject({ code: 'INVALID_STATE', extras: { replyId: id } });
  });
});
