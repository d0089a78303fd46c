import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { posts, publishAttempts, socialAccounts, targets } from '../../src/db/schema/index.js';
import type { PublishStep, StepInput } from '../../src/domain/workflow-contract.js';
import type { Platform } from '../../src/platforms/platform.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { deletePost } from '../../src/services/posts/delete.js';
import { getPost } from '../../src/services/posts/get.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { schedulePost } from '../../src/services/posts/schedule.js';
import type { PostView, TargetView } from '../../src/services/posts/types.js';
import { updatePost } from '../../src/services/posts/update.js';
import { beginPublish } from '../../src/services/publishing/begin-publish.js';
import { commitStep } from '../../src/services/publishing/commit-step.js';
import { finishPublish } from '../../src/services/publishing/finish-publish.js';
import { lookupStep } from '../../src/services/publishing/lookup-step.js';
import { persist } from '../../src/services/publishing/persist.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { attemptsOf, runIdOf, schedule } from '../harness/publishing.js';
import { createScriptedPlatform, type ScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, startStack, type Stack, type TestWorkspace } from '../harness/stack.js';

const hourMs = 3_600_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const tooMany = { kind: 'rate-limited', retryAfterMs: 60_000, message: 'slow down' } as const;

type Name = 'BLUESKY' | 'THREADS' | 'X';

// Without a worker: each step is taken by hand, so that people's wishes meet it at every point.
describe('the promise, where a wish meets a call of unknown outcome', () => {
  let stack: Stack;
  let laterMs = 0;
  let gone = new Set<string>();
  const scripted: Record<Name, ScriptedPlatform> = {
    BLUESKY: createScriptedPlatform('BLUESKY', 'keyed'),
    THREADS: createScriptedPlatform('THREADS', 'queryable'),
    X: createScriptedPlatform('X', 'blind'),
  };
  const hooks: { prepare?: Platform['prepare']; readPermalink?: Platform['readPermalink'] } = {};
  const platforms = Object.values(scripted).map((platform): Platform => ({
    ...platform,
    prepare: (...args) => (hooks.prepare ?? platform.prepare)(...args),
    readPermalink: (...args) => hooks.readPermalink?.(...args) ?? Promise.resolve(null),
  }));

  beforeAll(async () => {
    stack = await startStack({
      platforms,
      runWorker: false,
      overrides: { clock: { now: () => new Date(Date.now() + laterMs) } },
    });
    const { starter } = stack.deps;
    stack.deps.starter = {
      ...starter,
      describe: (id) => (gone.has(id) ? Promise.resolve('missing') : starter.describe(id)),
    };
  });
  afterAll(() => stack.stop());
  beforeEach(() => {
    laterMs = 0;
    gone = new Set();
    delete hooks.prepare;
    delete hooks.readPermalink;
    for (const platform of Object.values(scripted)) platform.reset();
  });

  interface Begun {
    workspace: TestWorkspace;
    post: PostView;
    input: StepInput;
  }

  async function begun(
    name: Name,
    more: { text?: string; firstComment?: string; workspace?: TestWorkspace } = {},
  ): Promise<Begun> {
    const workspace = more.workspace ?? (await mintWorkspace(stack.deps, [name]));
    const { workspace: _, ...content } = more;
    const post = await schedule(workspace, { inMs: laterMs + hourMs, ...content });
    laterMs += hourMs;
    return { workspace, post, input: await begin(workspace, post.id) };
  }

  /** The run that the post names now begins to publish. */
  async function begin(
    workspace: TestWorkspace,
    postId: string,
    step: PublishStep = 'POST',
  ): Promise<StepInput> {
    const post = await getPost(workspace.ctx, { postId });
    const workflowId = runIdOf(post);
    const turn = await beginPublish(stack.deps, { postId, workflowId, nowMs: nowMs() });
    expect(turn.kind).toBe('PUBLISH');
    return { postId, workflowId, targetId: post.targets[0]?.id ?? '', step };
  }
  const nowMs = (): number => stack.deps.clock.now().getTime();
  const commit = async (input: StepInput) =>
    (await commitStep(stack.deps, { ...input, nowMs: nowMs() })).kind;
  const lookUp = async (input: StepInput, absencesBefore = 0, last = false) =>
    (await lookupStep(stack.deps, { ...input, absencesBefore, last, nowMs: nowMs() })).kind;
  const finish = (input: StepInput) => finishPublish(stack.deps, input);
  const shown = ({ workspace, post }: Begun): Promise<PostView> =>
    getPost(workspace.ctx, { postId: post.id });
  const targetOf = async (run: Begun): Promise<TargetView | undefined> => (await shown(run)).targets[0];

  /** The run ends with an outcome that nobody knows. */
  async function unconfirmed(run: Begun): Promise<void> {
    scripted.X.script.push({ accept: true, answer: lost });
    expect(await commit(run.input)).toBe('AMBIGUOUS');
    scripted.X.finds.push({ kind: 'absent' });
    expect(await lookUp(run.input, 0, true)).toBe('UNCONFIRMED');
    expect((await finish(run.input)).outcome).toBe('FAILED');
  }

  /** The run is gone from Temporal, and the sweep stages another one in its place. */
  async function replaced(run: Begun): Promise<void> {
    gone.add(run.input.workflowId);
    laterMs += hourMs;
    await reconcile(stack.deps, { includeYoung: true });
    expect((await shown(run)).status).toBe('SCHEDULED');
  }

  describe('1: a look-up adopts only what its attempt has sent', () => {
    const found = (id: string) =>
      ({ kind: 'found', published: { externalPostId: id, externalUrl: null, reference: null } }) as const;

    it('not the post that another attempt of the account owns, in whatever workspace', async () => {
      const other = await begun('X');
      expect(await commit(other.input)).toBe('PUBLISHED');
      const mine = await begun('X');
      const [account] = other.workspace.accountIds;
      const [owner] = await stack.deps.db
        .select()
        .from(socialAccounts)
        .where(eq(socialAccounts.id, account ?? ''));
      await stack.deps.db
        .update(socialAccounts)
        .set({ externalAccountId: owner?.externalAccountId ?? '' })
        .where(eq(socialAccounts.id, mine.workspace.accountIds[0] ?? ''));
      scripted.X.script.push({ accept: false, answer: lost });
      await commit(mine.input);
      scripted.X.finds.push(found('X-1'), found('X-1'));
      expect(await lookUp(mine.input)).toBe('UNKNOWN');
      expect(await lookUp(mine.input, 0, true)).toBe('UNCONFIRMED');
      expect(await targetOf(mine)).toMatchObject({ status: 'FAILED', externalPostId: null });
      expect(await targetOf(other)).toMatchObject({ status: 'PUBLISHED', externalPostId: 'X-1' });
    });

    it('nothing on a blind platform while another call of the same text is open', async () => {
      const workspace = await mintWorkspace(stack.deps, ['X']);
      const runs = [await begun('X', { workspace }), await begun('X', { workspace })];
      scripted.X.script.push({ accept: true, answer: lost }, { accept: false, answer: lost });
      for (const { input } of runs) await commit(input);
      await stack.deps.db.update(publishAttempts).set({ startedAt: stack.deps.clock.now() });
      for (const { input } of runs) expect(await lookUp(input)).toBe('UNKNOWN');
    });

    it('a platform’s own answer is believed where another attempt has taken the post for its own', async () => {
      const workspace = await mintWorkspace(stack.deps, ['X']);
      const thief = await begun('X', { workspace });
      scripted.X.script.push({ accept: false, answer: lost });
      await commit(thief.input);
      scripted.X.finds.push(found('X-1'));
      expect(await lookUp(thief.input)).toBe('PUBLISHED');
      const owner = await begun('X', { workspace });
      expect(await commit(owner.input)).toBe('PUBLISHED');
      expect(await targetOf(owner)).toMatchObject({ status: 'PUBLISHED', externalPostId: 'X-1' });
    });
  });

  describe('2: CANCELED is never public', () => {
    it('a cancel of a retried post whose first call is unconfirmed leaves it FAILED, and says so', async () => {
      const run = await begun('X');
      await unconfirmed(run);
      await retryPost(run.workspace.ctx, { postId: run.post.id });
      const canceled = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(canceled.cancelResults).toEqual([{ targetId: run.input.targetId, result: 'UNCONFIRMED' }]);
      expect(canceled).toMatchObject({ status: 'FAILED', workflowId: null, pendingWorkflowId: null });
      expect(canceled.targets[0]).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
    });

    it('a cancel after the run was lost and replaced lets the new run find out', async () => {
      const run = await begun('X');
      scripted.X.script.push({ accept: true, answer: lost });
      await commit(run.input);
      await replaced(run);
      const canceled = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(canceled.cancelResults[0]?.result).toBe('IN_FLIGHT');
      expect(canceled.status).toBe('PUBLISHING');
      const next = await begin(run.workspace, run.post.id);
      expect(await commit(next)).toBe('AMBIGUOUS');
      expect(await lookUp(next)).toBe('PUBLISHED');
      expect((await finish(next)).outcome).toBe('PUBLISHED');
      expect(scripted.X.published).toHaveLength(1);
    });

    it('nor is such a post deleted before its outcome is known', async () => {
      const run = await begun('X');
      scripted.X.script.push({ accept: true, answer: lost });
      await commit(run.input);
      await replaced(run);
      await expect(deletePost(run.workspace.ctx, { postId: run.post.id })).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
      expect((await shown(run)).status).toBe('SCHEDULED');
    });
  });

  describe('3: after an accepted cancel no new call begins', () => {
    it.each([
      ['THREADS', 2],
      ['BLUESKY', 1],
    ] as const)('%s: what a look-up proves absent is CANCELED', async (name, absences) => {
      const run = await begun(name);
      scripted[name].script.push({ accept: false, answer: lost });
      await commit(run.input);
      const canceled = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(canceled.targets[0]).toMatchObject({ status: 'PUBLISHING' });
      expect(canceled.targets[0]?.cancelRequestedAt).not.toBeNull();
      for (let index = 1; index < absences; index += 1)
        expect(await lookUp(run.input, index - 1)).toBe('NOT_SEEN');
      expect(await lookUp(run.input, absences - 1)).toBe('CLOSED');
      expect(await targetOf(run)).toMatchObject({ status: 'CANCELED', errorCode: null });
      expect((await finish(run.input)).outcome).toBe('CANCELED');
      expect(scripted[name].commits).toBe(1);
    });

    it.each([
      ['a rate limit', tooMany],
      ['an outage', { kind: 'not-sent', message: 'refused' }],
      ['a stale token', { kind: 'auth-expired', message: 'expired' }],
      ['a dead grant', { kind: 'auth-revoked', message: 'revoked' }],
      ['a container that is gone', { kind: 'prepare-again', message: 'gone' }],
      ['a refusal', { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' }],
    ] as const)('a cancel that meets %s ends CANCELED', async (_name, answer) => {
      const run = await begun('X');
      scripted.X.script.push({
        accept: false,
        answer,
        during: async () => {
          await cancelPost(run.workspace.ctx, { postId: run.post.id });
        },
      });
      expect(await commit(run.input)).toBe('CLOSED');
      expect(await targetOf(run)).toMatchObject({ status: 'CANCELED', errorCode: null });
      expect((await finish(run.input)).outcome).toBe('CANCELED');
      await commit(run.input);
      expect(scripted.X.commits).toBe(1);
    });

    it('a consent to publish again does not make of an unconfirmed target a CANCELED one', async () => {
      const run = await begun('X');
      await unconfirmed(run);
      await retryPost(run.workspace.ctx, { postId: run.post.id, republishUnconfirmed: true });
      const next = await begin(run.workspace, run.post.id);
      expect(await commit(next)).toBe('AMBIGUOUS');
      await cancelPost(run.workspace.ctx, { postId: run.post.id });
      laterMs += 60_000;
      scripted.X.finds.push({ kind: 'absent' });
      expect(await lookUp(next)).toBe('UNCONFIRMED');
      expect(await targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
      expect(scripted.X.commits).toBe(1);
    });

    it('repeating it changes nothing', async () => {
      const run = await begun('X');
      scripted.X.script.push({ accept: true, answer: lost });
      await commit(run.input);
      const first = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      const second = await cancelPost(run.workspace.ctx, { postId: run.post.id });
      expect(second).toEqual(first);
    });
  });

  describe('4: an edit never changes what an open attempt has sent', () => {
    it('its content is closed, its time is not', async () => {
      const run = await begun('X');
      await unconfirmed(run);
      const edit = { postId: run.post.id, shape: 'flat', caption: 'Something else' } as const;
      await expect(updatePost(run.workspace.ctx, edit)).rejects.toMatchObject({
        code: 'INVALID_STATE',
        extras: { targetIds: [run.input.targetId] },
      });
      const scheduledFor = new Date(nowMs() + hourMs);
      const moved = await updatePost(run.workspace.ctx, { postId: run.post.id, shape: 'flat', scheduledFor });
      expect(moved.status).toBe('SCHEDULED');
      const unschedule = { postId: run.post.id, shape: 'flat', scheduledFor: null } as const;
      await expect(updatePost(run.workspace.ctx, unschedule)).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
      laterMs += hourMs;
      const next = await begin(run.workspace, run.post.id);
      await commit(next);
      expect(await lookUp(next)).toBe('PUBLISHED');
      expect(await targetOf(run)).toMatchObject({ status: 'PUBLISHED', publishedCaption: 'Hello' });
    });

    it('an account that is taken out and added again keeps its attempts', async () => {
      const workspace = await mintWorkspace(stack.deps, ['X', 'THREADS']);
      const run = await begun('X', { workspace });
      scripted.X.script.push({
        accept: false,
        answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
      });
      await commit(run.input);
      await finish(run.input);
      const [x = '', threads = ''] = workspace.accountIds;
      const content = { captionOverride: null, firstComment: null, platformOptions: null, mediaIds: [] };
      const withAccounts = (ids: string[]) =>
        updatePost(workspace.ctx, {
          postId: run.post.id,
          shape: 'flat',
          targets: ids.map((socialAccountId) => ({ socialAccountId, ...content })),
        });
      expect((await withAccounts([threads])).targets).toHaveLength(1);
      expect((await shown(run)).targets).toHaveLength(1);
      const again = await withAccounts([threads, x]);
      expect(again.targets.map(({ id }) => id)).toContain(run.input.targetId);
      expect(await attemptsOf(stack, run.input.targetId)).toEqual(['REJECTED']);
    });
  });

  describe('5: where calls may be missing from the rows, the platform is looked at before the first one', () => {
    const mayBeMissing = (run: Begun) =>
      stack.deps.db
        .update(targets)
        .set({ lookFirstSince: stack.deps.clock.now() })
        .where(eq(targets.id, run.input.targetId));

    it('found, it is adopted', async () => {
      const run = await begun('BLUESKY');
      scripted.BLUESKY.published.push({ text: 'Hello', replyTo: null, id: 'BLUESKY-lost' });
      await mayBeMissing(run);
      expect(await commit(run.input)).toBe('AMBIGUOUS');
      expect(await lookUp(run.input)).toBe('PUBLISHED');
      expect(await targetOf(run)).toMatchObject({ externalPostId: 'BLUESKY-lost', attemptCount: 0 });
      expect(scripted.BLUESKY.commits).toBe(0);
    });

    it('proven absent, it is published once', async () => {
      const run = await begun('BLUESKY');
      await mayBeMissing(run);
      expect(await commit(run.input)).toBe('AMBIGUOUS');
      expect(await lookUp(run.input)).toBe('ABSENT');
      expect(await commit(run.input)).toBe('PUBLISHED');
      expect(scripted.BLUESKY.published).toHaveLength(1);
    });

    it('where no look can tell, it is unconfirmed', async () => {
      const run = await begun('X');
      await mayBeMissing(run);
      expect(await commit(run.input)).toBe('AMBIGUOUS');
      expect(await lookUp(run.input, 3, true)).toBe('UNCONFIRMED');
      expect(await targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
      expect(scripted.X.commits).toBe(0);
    });
  });

  describe('8: nobody writes past the fence', () => {
    it('a step that was given up and comes back leaves what the look-up needs', async () => {
      const run = await begun('BLUESKY');
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const isPreparing = new Promise<void>((resolve) => {
        hooks.prepare = async () => {
          resolve();
          await held;
          return { kind: 'prepared', state: { key: 'of the one that was given up' } };
        };
      });
      scripted.BLUESKY.readiness.push({ kind: 'ready' }, { kind: 'pending', checkAfterMs: null });
      const givenUp = commit(run.input);
      await isPreparing;
      hooks.prepare = () => Promise.resolve({ kind: 'prepared', state: { key: 'of the one that called' } });
      scripted.BLUESKY.script.push({ accept: true, answer: lost });
      expect(await commit(run.input)).toBe('AMBIGUOUS');
      release();
      expect(await givenUp).toBe('AMBIGUOUS');
      const [row] = await stack.deps.db.select().from(targets).where(eq(targets.id, run.input.targetId));
      expect(row?.postState).toEqual({ key: 'of the one that called' });
      expect(scripted.BLUESKY.commits).toBe(1);
    });

    it('an answer that comes after a look-up does not open the attempt again', async () => {
      const run = await begun('X');
      scripted.X.script.push({
        accept: true,
        answer: lost,
        during: async () => {
          laterMs += 60_000;
          scripted.X.finds.push({
            kind: 'found',
            published: { externalPostId: 'X-1', externalUrl: null, reference: null },
          });
          expect(await lookUp(run.input)).toBe('PUBLISHED');
        },
      });
      await commit(run.input);
      expect(await attemptsOf(stack, run.input.targetId)).toEqual(['PUBLISHED']);
      expect(await targetOf(run)).toMatchObject({ status: 'PUBLISHED' });
    });
  });

  describe('9: nothing stands between an answer and its record', () => {
    it('the URL is asked for afterwards, and a fault there changes nothing', async () => {
      const run = await begun('X');
      let statusMeanwhile: string | undefined;
      hooks.readPermalink = async () => {
        statusMeanwhile = (await targetOf(run))?.status;
        return 'https://example.test/permalink';
      };
      scripted.X.script.push({
        accept: true,
        answer: {
          kind: 'published',
          published: { externalPostId: 'X-1', externalUrl: null, reference: null },
        },
      });
      expect(await commit(run.input)).toBe('PUBLISHED');
      expect(statusMeanwhile).toBe('PUBLISHED');
      expect(await targetOf(run)).toMatchObject({ externalUrl: 'https://example.test/permalink' });
    });

    it.each(['57014', '40P01', '25006', '57P03', '08006'])('%s is waited out', async (code) => {
      let tries = 0;
      const written = await persist(stack.deps, () => {
        tries += 1;
        return tries === 1
          ? Promise.reject(Object.assign(new Error('not now'), { code }))
          : Promise.resolve('written');
      });
      expect([written, tries]).toEqual(['written', 2]);
    });
  });

  describe('10: first comments do not get lost in silence, and late successes are told', () => {
    it('a run that ends before the comment says so', async () => {
      const run = await begun('X', { firstComment: 'First!' });
      await commit(run.input);
      expect((await finish(run.input)).outcome).toBe('PUBLISHED');
      expect((await targetOf(run))?.firstCommentError).toMatch(/^FIRST_COMMENT_NOT_SENT: /);
    });

    it('so does one that comes more than a day late', async () => {
      const run = await begun('X', { firstComment: 'First!' });
      await commit(run.input);
      await replacedAfterADay(run);
      const { workflowId } = run.input;
      const next = { ...run.input, workflowId: workflowId.replace(/:1$/, ':2') };
      await beginPublish(stack.deps, { ...next, nowMs: nowMs() });
      await finish(next);
      expect((await targetOf(run))?.firstCommentError).toMatch(/^FIRST_COMMENT_NOT_SENT: /);
      expect((await shown(run)).status).toBe('PUBLISHED');
    });

    async function replacedAfterADay(run: Begun): Promise<void> {
      // Beyond the day, and before the sweep ends the post without a run.
      laterMs += 23.5 * hourMs;
      await replaced(run);
    }

    it('more than a day late, what an earlier run may have sent is not called unsent', async () => {
      const run = await begun('X');
      scripted.X.script.push({ accept: true, answer: lost });
      await commit(run.input);
      await replacedAfterADay(run);
      const next = { ...run.input, workflowId: run.input.workflowId.replace(/:1$/, ':2') };
      await beginPublish(stack.deps, { ...next, nowMs: nowMs() });
      await finish(next);
      expect(await targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
    });

    it('an answer that comes after the run has ended corrects target and post', async () => {
      const run = await begun('X', { firstComment: 'First!' });
      scripted.X.script.push({
        accept: true,
        during: async () => {
          expect((await finish(run.input)).outcome).toBe('FAILED');
        },
      });
      expect(await commit(run.input)).toBe('PUBLISHED');
      const post = await shown(run);
      expect(post.status).toBe('PUBLISHED');
      expect(post.targets[0]).toMatchObject({ status: 'PUBLISHED', errorCode: null });
      expect(post.targets[0]?.firstCommentError).toMatch(/^FIRST_COMMENT_NOT_SENT: /);
    });
  });

  describe('11: a retry means something', () => {
    it('with nothing FAILED it is refused', async () => {
      const run = await begun('X');
      await commit(run.input);
      await finish(run.input);
      await stack.deps.db
        .update(posts)
        .set({ status: 'PARTIALLY_PUBLISHED' })
        .where(eq(posts.id, run.post.id));
      await expect(retryPost(run.workspace.ctx, { postId: run.post.id })).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
    });

    it('whose run is lost is staged again for the time of the retry', async () => {
      const run = await begun('X');
      scripted.X.script.push({
        accept: false,
        answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
      });
      await commit(run.input);
      await finish(run.input);
      laterMs += 30 * hourMs;
      const retried = await retryPost(run.workspace.ctx, { postId: run.post.id });
      gone.add(runIdOf(retried));
      laterMs += 5 * 60_000;
      await reconcile(stack.deps, { includeYoung: true });
      const next = await begin(run.workspace, run.post.id);
      expect(next.workflowId).not.toBe(runIdOf(retried));
      expect(await commit(next)).toBe('PUBLISHED');
    });
  });

  describe('12: accounts', () => {
    const expire = (workspace: TestWorkspace) =>
      stack.deps.db
        .update(socialAccounts)
        .set({ status: 'TOKEN_EXPIRED' })
        .where(eq(socialAccounts.id, workspace.accountIds[0] ?? ''));

    it('a disconnected one refuses schedule and retry', async () => {
      const run = await begun('X');
      scripted.X.script.push({
        accept: false,
        answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
      });
      await commit(run.input);
      await finish(run.input);
      const [socialAccountId = ''] = run.workspace.accountIds;
      await deleteSocialAccount(run.workspace.ctx, { socialAccountId });
      const refused = { code: 'FK_VIOLATION', extras: { accountId: socialAccountId } };
      const { ctx } = run.workspace;
      const postId = run.post.id;
      await expect(retryPost(ctx, { postId })).rejects.toMatchObject(refused);
      const scheduledAt = new Date(nowMs() + hourMs);
      await expect(schedulePost(ctx, { postId, scheduledAt })).rejects.toMatchObject(refused);
    });

    it('an expired one is accepted with a warning', async () => {
      const workspace = await mintWorkspace(stack.deps, ['X']);
      await expire(workspace);
      const post = await schedule(workspace, { inMs: hourMs });
      const [targetId] = post.targets.map(({ id }) => id);
      const warning = { code: 'ACCOUNT_TOKEN_EXPIRED', targetId, socialAccountId: workspace.accountIds[0] };
      expect(post).toMatchObject({ status: 'SCHEDULED', warnings: [warning] });
      const scheduledAt = new Date(nowMs() + 2 * hourMs);
      expect(await schedulePost(workspace.ctx, { postId: post.id, scheduledAt })).toMatchObject({
        status: 'SCHEDULED',
        warnings: [warning],
      });
    });

    it('one that is disconnected while a call is open does not say that nothing was sent', async () => {
      const run = await begun('X');
      scripted.X.script.push({ accept: true, answer: lost });
      await commit(run.input);
      await replaced(run);
      const [socialAccountId = ''] = run.workspace.accountIds;
      await deleteSocialAccount(run.workspace.ctx, { socialAccountId });
      const next = await begin(run.workspace, run.post.id);
      await commit(next);
      await finish(next);
      expect(await targetOf(run)).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
      const rows = await stack.deps.db
        .select()
        .from(publishAttempts)
        .where(and(eq(publishAttempts.targetId, run.input.targetId), eq(publishAttempts.step, 'POST')));
      expect(rows.map(({ outcome }) => outcome)).toEqual(['UNCONFIRMED']);
    });
  });
});
