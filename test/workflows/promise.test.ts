import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { posts, publishAttempts, socialAccounts, targets } from '../../src/db/schema/index.js';
import { toPostResponse } from '../../src/api/routes/posts/schema.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { deletePost } from '../../src/services/posts/delete.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { schedulePost } from '../../src/services/posts/schedule.js';
import { updatePost } from '../../src/services/posts/update.js';
import { persist } from '../../src/services/shared/rows/persist.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import type { Actor } from '../../src/services/shared/context.js';
import { deleteWorkspace } from '../../src/services/workspaces/delete.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { useByHand, type Begun } from '../harness/by-hand.js';
import { attemptsOf, runIdOf, schedule } from '../harness/publishing.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';

const hourMs = 3_600_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const tooMany = { kind: 'rate-limited', retryAfterMs: 60_000, message: 'slow down' } as const;

describe('the promise, if a request coincides with a call of unknown outcome', () => {
  const hand = useByHand();

  describe('1: a look-up adopts only a post that its own attempt has sent', () => {
    const found = (id: string) =>
      ({ kind: 'found', published: { externalPostId: id, externalUrl: null, reference: null } }) as const;

    it('a look-up does not accept a post of another attempt of the account, in any workspace', async () => {
      const other = await hand.begun('X');
      expect(await hand.commit(other.input)).toBe('PUBLISHED');
      const mine = await hand.begun('X');
      const [account] = other.workspace.accountIds;
      const [owner] = await hand.stack.deps.db
        .select()
        .from(socialAccounts)
        .where(eq(socialAccounts.id, account ?? ''));
      await hand.stack.deps.db
        .update(socialAccounts)
        .set({ externalAccountId: owner?.externalAccountId ?? '' })
        .where(eq(socialAccounts.id, mine.workspace.accountIds[0] ?? ''));
      hand.scripted.X.script.push({ accept: false, answer: lost });
      await hand.commit(mine.input);
      hand.scripted.X.finds.push(found('X-1'), found('X-1'));
      expect(await hand.lookUp(mine.input)).toBe('UNKNOWN');
      expect(await hand.lookUp(mine.input, 0, true)).toBe('UNCONFIRMED');
      expect(await hand.targetOf(mine)).toMatchObject({ status: 'FAILED', externalPostId: null });
      expect(await hand.targetOf(other)).toMatchObject({ status: 'PUBLISHED', externalPostId: 'X-1' });
    });

    it('a look-up accepts no post on a blind platform while another call with the same text is open', async () => {
      const workspace = await mintWorkspace(hand.stack.deps, ['X']);
      const runs = [await hand.begun('X', { workspace }), await hand.begun('X', { workspace })];
      hand.scripted.X.script.push({ accept: true, answer: lost }, { accept: false, answer: lost });
      for (const { input } of runs) await hand.commit(input);
      await hand.stack.deps.db.update(publishAttempts).set({ startedAt: hand.stack.deps.clock.now() });
      for (const { input } of runs) expect(await hand.lookUp(input)).toBe('UNKNOWN');
    });

    it('a platform’s own response is accepted even if another attempt owns the post', async () => {
      const workspace = await mintWorkspace(hand.stack.deps, ['X']);
      const thief = await hand.begun('X', { workspace });
      hand.scripted.X.script.push({ accept: false, answer: lost });
      await hand.commit(thief.input);
      hand.scripted.X.finds.push(found('X-1'));
      expect(await hand.lookUp(thief.input)).toBe('PUBLISHED');
      const owner = await hand.begun('X', { workspace });
      expect(await hand.commit(owner.input)).toBe('PUBLISHED');
      expect(await hand.targetOf(owner)).toMatchObject({ status: 'PUBLISHED', externalPostId: 'X-1' });
    });
  });

  describe('2: a CANCELED post is never public', () => {
    it('a cancel of a retry whose first call is unconfirmed leaves the post FAILED, and says so', async () => {
      const run = await hand.begun('X');
      await hand.unconfirmed(run);
      await retryPost(run.workspace.ctx, { postId: run.post.id });
      const canceled = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(canceled.cancelResults).toEqual([{ targetId: run.input.targetId, result: 'UNCONFIRMED' }]);
      expect(canceled).toMatchObject({ status: 'FAILED', workflowId: null, pendingWorkflowId: null });
      expect(canceled.targets[0]).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
    });

    it('a cancel after the run was lost and replaced leaves the outcome to the new run', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({ accept: true, answer: lost });
      await hand.commit(run.input);
      await hand.replaced(run);
      const canceled = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(canceled.cancelResults[0]?.result).toBe('IN_FLIGHT');
      expect(canceled.status).toBe('PUBLISHING');
      const next = await hand.begin(run.workspace, run.post.id);
      expect(await hand.commit(next)).toBe('AMBIGUOUS');
      expect(await hand.lookUp(next)).toBe('PUBLISHED');
      expect((await hand.finish(next)).outcome).toBe('PUBLISHED');
      expect(hand.scripted.X.published).toHaveLength(1);
    });

    it('a post is not deleted before its outcome is known', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({ accept: true, answer: lost });
      await hand.commit(run.input);
      await hand.replaced(run);
      await expect(deletePost(run.workspace.ctx, { postId: run.post.id })).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
      expect((await hand.shown(run)).status).toBe('SCHEDULED');
    });

    it('the deletion of its workspace does not report an unconfirmed post as CANCELED', async () => {
      const run = await hand.begun('X');
      await hand.unconfirmed(run);
      const { ctx, workspaceId } = run.workspace;
      const scheduledAt = new Date(hand.nowMs() + hourMs);
      await schedulePost(ctx, { postId: run.post.id, scheduledAt });
      const session: Actor = { kind: 'session', sessionId: 'test', userId: ctx.actor.userId };
      await deleteWorkspace({ ...ctx, actor: session }, { workspaceId });
      const rows = await hand.stack.deps.db.select().from(targets).where(eq(targets.id, run.input.targetId));
      expect(rows).toMatchObject([{ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' }]);
    });

    it('a workspace cannot be deleted while a run must still find out an outcome', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({ accept: true, answer: lost });
      await hand.commit(run.input);
      await hand.replaced(run);
      const { ctx, workspaceId } = run.workspace;
      const session: Actor = { kind: 'session', sessionId: 'test', userId: ctx.actor.userId };
      const deleted = deleteWorkspace({ ...ctx, actor: session }, { workspaceId });
      await expect(deleted).rejects.toMatchObject({ code: 'INVALID_STATE' });
    });
  });

  describe('3: after an accepted cancel, no new call starts', () => {
    it.each([
      ['THREADS', 2],
      ['BLUESKY', 1],
    ] as const)('%s: a target is CANCELED if a look-up proves its absence', async (name, absences) => {
      const run = await hand.begun(name);
      hand.scripted[name].script.push({ accept: false, answer: lost });
      await hand.commit(run.input);
      const canceled = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(canceled.targets[0]).toMatchObject({ status: 'PUBLISHING' });
      expect(canceled.targets[0]?.cancelRequestedAt).not.toBeNull();
      for (let index = 1; index < absences; index += 1)
        expect(await hand.lookUp(run.input, index - 1)).toBe('NOT_SEEN');
      expect(await hand.lookUp(run.input, absences - 1)).toBe('CLOSED');
      expect(await hand.targetOf(run)).toMatchObject({ status: 'CANCELED', errorCode: null });
      expect((await hand.finish(run.input)).outcome).toBe('CANCELED');
      expect(hand.scripted[name].commits).toBe(1);
    });

    it.each([
      ['a rate limit', tooMany],
      ['an outage', { kind: 'not-sent', message: 'refused' }],
      ['a stale token', { kind: 'auth-expired', message: 'expired' }],
      ['a dead grant', { kind: 'auth-revoked', message: 'revoked' }],
      ['a lost container', { kind: 'prepare-again', message: 'gone' }],
      ['a refusal', { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' }],
    ] as const)('a target ends CANCELED if its cancel coincides with %s', async (_name, answer) => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({
        accept: false,
        answer,
        during: async () => {
          await cancelPost(run.workspace.ctx, { postId: run.post.id });
        },
      });
      expect(await hand.commit(run.input)).toBe('CLOSED');
      expect(await hand.targetOf(run)).toMatchObject({ status: 'CANCELED', errorCode: null });
      expect((await hand.finish(run.input)).outcome).toBe('CANCELED');
      await hand.commit(run.input);
      expect(hand.scripted.X.commits).toBe(1);
    });

    it('a cancel does not make an unconfirmed target CANCELED that is published again with consent', async () => {
      const run = await hand.begun('X');
      await hand.unconfirmed(run);
      await retryPost(run.workspace.ctx, { postId: run.post.id, republishUnconfirmed: true });
      const next = await hand.begin(run.workspace, run.post.id);
      expect(await hand.commit(next)).toBe('AMBIGUOUS');
      await cancelPost(run.workspace.ctx, { postId: run.post.id });
      hand.laterMs += 60_000;
      hand.scripted.X.finds.push({ kind: 'absent' });
      expect(await hand.lookUp(next)).toBe('UNCONFIRMED');
      expect(await hand.targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
      expect(hand.scripted.X.commits).toBe(1);
    });

    it('a repeated cancel changes nothing', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({ accept: true, answer: lost });
      await hand.commit(run.input);
      const first = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      const second = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(second).toEqual(first);
    });
  });

  describe('4: an edit never changes the content that an open attempt has sent', () => {
    it('an edit of the content is refused, but the time can be changed', async () => {
      const run = await hand.begun('X');
      await hand.unconfirmed(run);
      const edit = { shape: 'nested', postId: run.post.id, caption: 'Something else' } as const;
      await expect(updatePost(run.workspace.ctx, edit)).rejects.toMatchObject({
        code: 'INVALID_STATE',
        extras: { targetIds: [run.input.targetId] },
      });
      const scheduledFor = new Date(hand.nowMs() + hourMs);
      const moved = await updatePost(run.workspace.ctx, {
        shape: 'nested',
        postId: run.post.id,
        scheduledFor,
      });
      expect(moved.status).toBe('SCHEDULED');
      const unschedule = { shape: 'nested', postId: run.post.id, scheduledFor: null } as const;
      await expect(updatePost(run.workspace.ctx, unschedule)).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
      hand.laterMs += hourMs;
      const next = await hand.begin(run.workspace, run.post.id);
      await hand.commit(next);
      expect(await hand.lookUp(next)).toBe('PUBLISHED');
      expect(await hand.targetOf(run)).toMatchObject({ status: 'PUBLISHED', publishedCaption: 'Hello' });
    });

    it('an account that is removed and added again still has its attempts', async () => {
      const workspace = await mintWorkspace(hand.stack.deps, ['X', 'THREADS']);
      const run = await hand.begun('X', { workspace });
      hand.scripted.X.script.push({
        accept: false,
        answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
      });
      await hand.commit(run.input);
      await hand.finish(run.input);
      const [x = '', threads = ''] = workspace.accountIds;
      const content = { captionOverride: null, firstComment: null, platformOptions: null, mediaIds: [] };
      const withAccounts = (ids: string[]) =>
        updatePost(workspace.ctx, {
          shape: 'nested',
          postId: run.post.id,
          targets: ids.map((socialAccountId) => ({ socialAccountId, ...content })),
        });
      expect((await withAccounts([threads])).targets).toHaveLength(1);
      expect((await hand.shown(run)).targets).toHaveLength(1);
      const again = await withAccounts([threads, x]);
      expect(again.targets.map(({ id }) => id)).toContain(run.input.targetId);
      expect(await attemptsOf(hand.stack, run.input.targetId)).toEqual(['REJECTED']);
    });
  });

  describe('5: a target whose calls may be missing in the rows is looked up before its first call', () => {
    const mayBeMissing = (run: Begun) =>
      hand.stack.deps.db
        .update(targets)
        .set({ lookFirstSince: hand.stack.deps.clock.now() })
        .where(eq(targets.id, run.input.targetId));

    it('a publication that is found is accepted', async () => {
      const run = await hand.begun('BLUESKY');
      hand.scripted.BLUESKY.published.push({ text: 'Hello', replyTo: null, id: 'BLUESKY-lost' });
      await mayBeMissing(run);
      expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
      expect(await hand.lookUp(run.input)).toBe('PUBLISHED');
      expect(await hand.targetOf(run)).toMatchObject({ externalPostId: 'BLUESKY-lost', attemptCount: 0 });
      expect(hand.scripted.BLUESKY.commits).toBe(0);
    });

    it('the post is published once after a proven absence', async () => {
      const run = await hand.begun('BLUESKY');
      await mayBeMissing(run);
      expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
      expect(await hand.lookUp(run.input)).toBe('ABSENT');
      expect(await hand.commit(run.input)).toBe('PUBLISHED');
      expect(hand.scripted.BLUESKY.published).toHaveLength(1);
    });

    it('the target stays unconfirmed if no look-up can decide', async () => {
      const run = await hand.begun('X');
      await mayBeMissing(run);
      expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
      expect(await hand.lookUp(run.input, 3, true)).toBe('UNCONFIRMED');
      expect(await hand.targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
      expect(hand.scripted.X.commits).toBe(0);
    });
  });

  describe('8: a late step does not change the outcome', () => {
    it('a late step does not overwrite the state that the look-up needs', async () => {
      const run = await hand.begun('BLUESKY');
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const isPreparing = new Promise<void>((resolve) => {
        hand.hooks.prepare = async () => {
          resolve();
          await held;
          return { kind: 'prepared', state: { key: 'of the one that was given up' } };
        };
      });
      hand.scripted.BLUESKY.readiness.push({ kind: 'ready' }, { kind: 'pending', checkAfterMs: null });
      const givenUp = hand.commit(run.input);
      await isPreparing;
      hand.hooks.prepare = () =>
        Promise.resolve({ kind: 'prepared', state: { key: 'of the one that called' } });
      hand.scripted.BLUESKY.script.push({ accept: true, answer: lost });
      expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
      release();
      expect(await givenUp).toBe('AMBIGUOUS');
      const [row] = await hand.stack.deps.db.select().from(targets).where(eq(targets.id, run.input.targetId));
      expect(row?.prepared).toEqual({ key: 'of the one that called' });
      expect(hand.scripted.BLUESKY.commits).toBe(1);
    });

    it('a late step does not open an attempt again after a look-up', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({
        accept: true,
        answer: lost,
        during: async () => {
          hand.laterMs += 60_000;
          hand.scripted.X.finds.push({
            kind: 'found',
            published: { externalPostId: 'X-1', externalUrl: null, reference: null },
          });
          expect(await hand.lookUp(run.input)).toBe('PUBLISHED');
        },
      });
      await hand.commit(run.input);
      expect(await attemptsOf(hand.stack, run.input.targetId)).toEqual(['PUBLISHED']);
      expect(await hand.targetOf(run)).toMatchObject({ status: 'PUBLISHED' });
    });
  });

  describe('9: a published post is recorded before anything else', () => {
    it('the URL is read after the publication is recorded, so that an error changes nothing', async () => {
      const run = await hand.begun('X');
      let statusMeanwhile: string | undefined;
      hand.hooks.readPermalink = async () => {
        statusMeanwhile = (await hand.targetOf(run))?.status;
        return 'https://example.test/permalink';
      };
      hand.scripted.X.script.push({
        accept: true,
        answer: {
          kind: 'published',
          published: { externalPostId: 'X-1', externalUrl: null, reference: null },
        },
      });
      expect(await hand.commit(run.input)).toBe('PUBLISHED');
      expect(statusMeanwhile).toBe('PUBLISHED');
      expect(await hand.targetOf(run)).toMatchObject({ externalUrl: 'https://example.test/permalink' });
    });

    it.each(['57014', '40P01', '25006', '57P03', '08006'])(
      'the recording is repeated after the database error %s',
      async (code) => {
        let tries = 0;
        const written = await persist(hand.stack.deps, () => {
          tries += 1;
          return tries === 1
            ? Promise.reject(Object.assign(new Error('not now'), { code }))
            : Promise.resolve('written');
        });
        expect([written, tries]).toEqual(['written', 2]);
      },
    );
  });

  describe('10: first comments are not lost silently, and late successes are reported', () => {
    it('a run that ends before the first comment reports that it was not sent', async () => {
      const run = await hand.begun('X', { firstComment: 'First!' });
      await hand.commit(run.input);
      expect((await hand.finish(run.input)).outcome).toBe('PUBLISHED');
      expect((await hand.targetOf(run))?.firstCommentError).toMatch(/^FIRST_COMMENT_NOT_SENT: /);
    });

    it('a run that is more than a day late also reports that the first comment was not sent', async () => {
      const run = await hand.begun('X', { firstComment: 'First!' });
      await hand.commit(run.input);
      await replacedAfterADay(run);
      const { workflowId } = run.input;
      const next = { ...run.input, workflowId: workflowId.replace(/:1$/, ':2') };
      await hand.advance(next);
      await hand.finish(next);
      expect((await hand.targetOf(run))?.firstCommentError).toMatch(/^FIRST_COMMENT_NOT_SENT: /);
      expect((await hand.shown(run)).status).toBe('PUBLISHED');
    });

    async function replacedAfterADay(run: Begun): Promise<void> {
      // The run's day has passed, but the sweep does not yet end a post without a run.
      hand.laterMs += 23.5 * hourMs;
      await hand.replaced(run);
    }

    it('a first comment that an earlier run may have sent is not reported as unsent after a day', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({ accept: true, answer: lost });
      await hand.commit(run.input);
      await replacedAfterADay(run);
      const next = { ...run.input, workflowId: run.input.workflowId.replace(/:1$/, ':2') };
      await hand.advance(next);
      await hand.finish(next);
      expect(await hand.targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
    });

    it('a success after the end of the run corrects the target and the post', async () => {
      const run = await hand.begun('X', { firstComment: 'First!' });
      hand.scripted.X.script.push({
        accept: true,
        during: async () => {
          expect((await hand.finish(run.input)).outcome).toBe('FAILED');
        },
      });
      expect(await hand.commit(run.input)).toBe('PUBLISHED');
      const post = await hand.shown(run);
      expect(post.status).toBe('PUBLISHED');
      expect(post.targets[0]).toMatchObject({ status: 'PUBLISHED', errorCode: null });
      expect(post.targets[0]?.firstCommentError).toMatch(/^FIRST_COMMENT_NOT_SENT: /);
    });
  });

  describe('11: a retry has an effect', () => {
    it('a retry is refused if nothing has FAILED', async () => {
      const run = await hand.begun('X');
      await hand.commit(run.input);
      await hand.finish(run.input);
      await hand.stack.deps.db
        .update(posts)
        .set({ status: 'PARTIALLY_PUBLISHED' })
        .where(eq(posts.id, run.post.id));
      await expect(retryPost(run.workspace.ctx, { postId: run.post.id })).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
    });

    it('a retry whose run is lost is started again for the time of the retry', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({
        accept: false,
        answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
      });
      await hand.commit(run.input);
      await hand.finish(run.input);
      hand.laterMs += 30 * hourMs;
      const retried = await retryPost(run.workspace.ctx, { postId: run.post.id });
      hand.gone.add(runIdOf(retried));
      hand.laterMs += 5 * 60_000;
      await reconcile(hand.stack.deps, { includeYoung: true });
      const next = await hand.begin(run.workspace, run.post.id);
      expect(next.workflowId).not.toBe(runIdOf(retried));
      expect(await hand.commit(next)).toBe('PUBLISHED');
    });
  });

  describe('12: an account may be disconnected or expired', () => {
    const expire = (workspace: TestWorkspace) =>
      hand.stack.deps.db
        .update(socialAccounts)
        .set({ status: 'TOKEN_EXPIRED' })
        .where(eq(socialAccounts.id, workspace.accountIds[0] ?? ''));

    it('a post on a disconnected account cannot be scheduled or retried', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({
        accept: false,
        answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
      });
      await hand.commit(run.input);
      await hand.finish(run.input);
      const [socialAccountId = ''] = run.workspace.accountIds;
      await deleteSocialAccount(run.workspace.ctx, { socialAccountId });
      const refused = { code: 'FK_VIOLATION', extras: { accountId: socialAccountId } };
      const { ctx } = run.workspace;
      const postId = run.post.id;
      await expect(retryPost(ctx, { postId })).rejects.toMatchObject(refused);
      const scheduledAt = new Date(hand.nowMs() + hourMs);
      await expect(schedulePost(ctx, { postId, scheduledAt })).rejects.toMatchObject(refused);
    });

    it('a post on an expired account can be scheduled, with a warning', async () => {
      const workspace = await mintWorkspace(hand.stack.deps, ['X']);
      await expire(workspace);
      const post = await schedule(workspace, { inMs: hourMs });
      const [targetId] = post.targets.map(({ id }) => id);
      const warning = { code: 'ACCOUNT_TOKEN_EXPIRED', targetId, socialAccountId: workspace.accountIds[0] };
      expect(toPostResponse(post)).toMatchObject({ status: 'SCHEDULED', warnings: [warning] });
      const scheduledAt = new Date(hand.nowMs() + 2 * hourMs);
      const moved = await schedulePost(workspace.ctx, { postId: post.id, scheduledAt });
      expect(toPostResponse(moved)).toMatchObject({ status: 'SCHEDULED', warnings: [warning] });
    });

    it('a post is not reported as not sent if its account is disconnected during an open call', async () => {
      const run = await hand.begun('X');
      hand.scripted.X.script.push({ accept: true, answer: lost });
      await hand.commit(run.input);
      await hand.replaced(run);
      const [socialAccountId = ''] = run.workspace.accountIds;
      await deleteSocialAccount(run.workspace.ctx, { socialAccountId });
      const next = await hand.begin(run.workspace, run.post.id);
      await hand.commit(next);
      await hand.finish(next);
      expect(await hand.targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
      const rows = await hand.stack.deps.db
        .select()
        .from(publishAttempts)
        .where(eq(publishAttempts.publicationId, run.input.targetId));
      expect(rows.map(({ outcome }) => outcome)).toEqual(['UNCONFIRMED']);
    });
  });
});
