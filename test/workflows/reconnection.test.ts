import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApiDocument } from '../harness/description.js';
import { toSocialAccountResponse } from '../../src/api/routes/social-accounts/schema.js';
import { webhookSchemas } from '../../src/api/document/webhooks.js';
import { posts, socialAccounts, targets } from '../../src/db/schema/index.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { connectAccount, type ConnectedAccount } from '../harness/connect-account.js';
import { expireAccount } from '../../src/services/account-grants/expire.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { getSocialAccount } from '../../src/services/social-accounts/get.js';
import { retryFailedForAuth } from '../../src/services/social-accounts/retry-failed.js';
import { listTimeline } from '../../src/services/timeline/list.js';
import { createShiftedClock } from '../harness/clock.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { startReceiver, verifyStandard, type Receiver } from '../harness/receiver.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { canaryToken, mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { addReceiver, eventsOf } from '../harness/webhooks.js';

const dayMs = 86_400_000;
const revoked = { accept: false, answer: { kind: 'auth-revoked', message: 'the grant is dead' } } as const;

describe('an account with an expired grant', () => {
  let workspace: TestWorkspace;
  const clock = createShiftedClock();
  const platform = createScriptedPlatform('X', 'blind');
  const other = createScriptedPlatform('BLUESKY', 'keyed');

  const stack = useStack({
    platforms: [platform, other],
    skipTime: true,
    clock,
  });
  beforeEach(async () => {
    workspace = await mintWorkspace(stack.deps, ['X']);
  });

  const accountOf = async ({ accountIds }: TestWorkspace) => {
    const [row] = await stack.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, accountIds[0] ?? ''));
    if (row === undefined) throw new Error('There is no account.');
    return row;
  };
  const reconnect = async (
    deps: ServiceDeps = stack.deps,
    { allowReplace = false } = {},
  ): Promise<ConnectedAccount> => {
    const { externalAccountId, handle, workspaceId } = await accountOf(workspace);
    const same = { workspaceId, platform: 'X', externalAccountId, handle } as const;
    // Skipped time has left the clock behind the posts' due times.
    clock.shiftMs += 2_000;
    const rest = { displayName: null, serviceUrl: null, sandbox: false, allowReplace };
    return connectAccount(deps, { ...same, ...rest, credentials: { token: canaryToken } });
  };
  const plan = (text = 'Hello'): Promise<PostView> =>
    schedule(workspace, { text, inMs: clock.shiftMs + 300 });
  const sweep = () => reconcile(stack.deps, { includeYoung: true });
  const failedForGrant = async (text = 'Hello'): Promise<PostView> => {
    // If the grant is known to be dead, no call is made, so none is scripted.
    if ((await accountOf(workspace)).status === 'ACTIVE') platform.script.push(revoked);
    const post = await untilStatus(workspace, (await plan(text)).id, 'FAILED');
    expect(post.targets[0]?.errorCode).toBe('PLATFORM_AUTH_FAILED');
    return post;
  };

  describe('is reconnected, which', () => {
    it('States 8: publishes by itself the posts that had failed for the grant, and records the reason in the timeline', async () => {
      const posts = [await failedForGrant('one'), await failedForGrant('two')];
      expect((await accountOf(workspace)).status).toBe('TOKEN_EXPIRED');
      await addReceiver(workspace, 'http://127.0.0.1:9/', ['post.scheduled']);
      expect(await reconnect()).toMatchObject({ outcome: 'reconnected', postsRetried: 2 });
      expect((await accountOf(workspace)).status).toBe('ACTIVE');
      const events = await eventsOf(stack.deps, workspace.workspaceId);
      expect(events.map(({ type, postId }) => [type, postId]).sort()).toEqual(
        posts.map(({ id }) => ['post.scheduled', id]).sort(),
      );
      for (const { id } of posts) await untilStatus(workspace, id, 'PUBLISHED');
      expect(platform.published.map(({ text }) => text).sort()).toEqual(['one', 'two']);
      const { data } = await listTimeline(workspace.ctx, { postId: posts[0]?.id ?? '', limit: 100 });
      expect(data.find(({ kind }) => kind === 'RETRIED')).toMatchObject({
        actor: { kind: 'system', part: 'accounts' },
        detail: { because: 'ACCOUNT_RECONNECTED', targetIds: [posts[0]?.targets[0]?.id] },
      });
    });

    it('publishes them in the next sweep if the process crashes or Temporal is down', async () => {
      const post = await failedForGrant();
      const killed = Object.assign(Object.create(stack.deps.db) as ServiceDeps['db'], {
        select: () => {
          throw new Error('the process was killed here');
        },
      });
      expect(await reconnect({ ...stack.deps, db: killed })).toMatchObject({ postsRetried: 0 });
      const { starter } = stack.deps;
      const away = () => Promise.reject(new Error('Temporal is away'));
      await reconcile(
        { ...stack.deps, starter: { ...starter, startPublishPost: away } },
        { includeYoung: true },
      );
      await Promise.all([sweep(), sweep()]);
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(platform.published).toHaveLength(1);
      clock.shiftMs = dayMs;
      await sweep();
      expect(await accountOf(workspace)).toMatchObject({ status: 'ACTIVE', retryOwedSince: null });
      expect(platform.commits).toBe(2);
    });

    it('retries a target whose run met the expired grant and ends only after the reconnection', async () => {
      workspace = await mintWorkspace(stack.deps, ['X', 'BLUESKY']);
      platform.script.push(revoked);
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      other.script.push({ accept: true, during: () => held });
      const post = await plan();
      await expect.poll(async () => (await accountOf(workspace)).status).toBe('TOKEN_EXPIRED');
      expect((await reconnect()).postsRetried).toBe(0);
      clock.shiftMs = 2 * 60_000;
      await sweep();
      release();
      await untilStatus(workspace, post.id, 'PARTIALLY_PUBLISHED');
      await sweep();
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect([platform.published.length, other.published.length]).toEqual([1, 1]);
    });

    it('retries waiting posts even if a hundred other posts are being published', async () => {
      const { deps } = stack;
      const post = await failedForGrant();
      const [[row], [target]] = await Promise.all([
        deps.db.select().from(posts).where(eq(posts.id, post.id)),
        deps.db.select().from(targets).where(eq(targets.postId, post.id)),
      ]);
      if (row === undefined || target === undefined) throw new Error('There is no post.');
      const earlier = new Date((row.scheduledAt?.getTime() ?? 0) - 1_000);
      const busy = Array.from({ length: 100 }, () => ({
        ...row,
        id: deps.newId('post'),
        status: 'PUBLISHING' as const,
        scheduledAt: earlier,
      }));
      await deps.db.insert(posts).values(busy);
      const busyTargets = busy.map(({ id }) => ({ ...target, id: deps.newId('target'), postId: id }));
      await deps.db.insert(targets).values(busyTargets);
      expect((await reconnect()).postsRetried).toBe(1);
      await untilStatus(workspace, post.id, 'PUBLISHED');
      // The retry of the posts that are being published stays pending.
      clock.shiftMs += 2 * 60_000;
      expect(await retryFailedForAuth(deps, workspace.accountIds[0] ?? '')).toBe(0);
      expect((await accountOf(workspace)).retryOwedSince).not.toBeNull();
    });

    it('leads to a look-up first if the last call had no response', async () => {
      const unreachable = { kind: 'not-sent', message: 'refused' } as const;
      platform.script.push({ accept: true, answer: { kind: 'ambiguous', message: 'lost' } });
      platform.finds.push(unreachable, unreachable, unreachable, unreachable);
      const post = await untilStatus(workspace, (await plan()).id, 'FAILED');
      // This is the error of a run that finds the dead grant before it can look up.
      await stack.deps.db
        .update(targets)
        .set({ errorCode: 'PLATFORM_AUTH_FAILED' })
        .where(eq(targets.postId, post.id));
      await expireAccount(stack.deps, workspace.accountIds[0] ?? '', 1);
      await reconnect();
      await untilStatus(workspace, post.id, 'PUBLISHED');
      expect([platform.commits, platform.published.length]).toEqual([1, 1]);
      expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
    });

    it('lets a call that was refused with the old grant continue with the new one, without a failure', async () => {
      const { accept, answer } = revoked;
      platform.script.push({
        accept,
        answer,
        during: async () => {
          expect(await reconnect(stack.deps, { allowReplace: true })).toMatchObject({ outcome: 'replaced' });
        },
      });
      const post = await untilStatus(workspace, (await plan()).id, 'PUBLISHED');
      expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['AUTH_EXPIRED', 'PUBLISHED']);
      expect(await accountOf(workspace)).toMatchObject({ status: 'ACTIVE', credentialsVersion: 2 });
      expect([platform.commits, platform.refreshes]).toEqual([2, 0]);
    });

    it('retries nothing if the account is disconnected right afterwards', async () => {
      const post = await failedForGrant();
      const socialAccountId = workspace.accountIds[0] ?? '';
      const killed = Object.assign(Object.create(stack.deps.db) as ServiceDeps['db'], {
        select: () => {
          throw new Error('the process was killed here');
        },
      });
      await reconnect({ ...stack.deps, db: killed });
      const { retryOwedSince } = await accountOf(workspace);
      expect(retryOwedSince).not.toBeNull();
      await deleteSocialAccount(workspace.ctx, { socialAccountId });
      expect((await accountOf(workspace)).retryOwedSince).toBeNull();
      // A process that had read the account before the disconnection may write this.
      const gone = eq(socialAccounts.id, socialAccountId);
      await stack.deps.db.update(socialAccounts).set({ retryOwedSince }).where(gone);
      expect(await retryFailedForAuth(stack.deps, socialAccountId)).toBe(0);
      expect((await accountOf(workspace)).retryOwedSince).toBeNull();
      await untilStatus(workspace, post.id, 'FAILED');
    });

    it('retries nothing that failed long ago or for another reason, or fails with the new grant too', async () => {
      const old = await failedForGrant('old');
      clock.shiftMs = 8 * dayMs;
      const answer = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
      await reconnect();
      platform.script.push({ accept: false, answer });
      const rejected = await untilStatus(workspace, (await plan()).id, 'FAILED');
      const failing = await failedForGrant('new');
      platform.script.push(revoked);
      expect((await reconnect()).postsRetried).toBe(1);
      await expect.poll(() => attemptsOf(stack, failing.targets[0]?.id)).toEqual(['REJECTED', 'REJECTED']);
      await untilStatus(workspace, failing.id, 'FAILED');
      await sweep();
      expect(platform.commits).toBe(4);
      for (const { id } of [old, rejected]) await untilStatus(workspace, id, 'FAILED');
    });
  });

  describe('sends account.token_expired,', () => {
    let receiver: Receiver;
    beforeEach(async () => {
      receiver = await startReceiver();
    });
    afterEach(() => receiver.close());

    it('Events 5: once, signed, with the account as the API shows it, even if several posts find the expired grant', async () => {
      const { secret } = await addReceiver(workspace, receiver.url, ['account.token_expired']);
      platform.script.push(revoked, revoked, revoked);
      const posts = await Promise.all(['a', 'b', 'c'].map(plan));
      for (const { id } of posts) await untilStatus(workspace, id, 'FAILED');
      await receiver.until(1);
      const [request] = receiver.received;
      if (request === undefined) throw new Error('nothing came');
      const event = webhookSchemas['account.token_expired'].strict().parse(verifyStandard(secret, request));
      const view = await getSocialAccount(workspace.ctx, { socialAccountId: workspace.accountIds[0] ?? '' });
      expect(event.data.socialAccount).toEqual(toSocialAccountResponse(view));
      expect(event.data.socialAccount.status).toBe('TOKEN_EXPIRED');
      expect(String(request.body)).not.toContain(canaryToken);
      expect(await eventsOf(stack.deps, workspace.workspaceId)).toHaveLength(1);
      await reconnect();
      await expireAccount(stack.deps, workspace.accountIds[0] ?? '', 2);
      await receiver.until(2);
    });

    it('as a webhook that OpenAPI describes', () => {
      const { webhooks } = openApiDocument() as { webhooks: Record<string, object> };
      expect(Object.keys(webhooks)).toContain('account.token_expired');
    });
  });
});
