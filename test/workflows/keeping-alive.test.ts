import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { toPostResponse } from '../../src/api/routes/posts/schema.js';
import { socialAccounts } from '../../src/db/schema/index.js';
import type { JsonObject } from '../../src/domain/json.js';
import { refreshAccountWorkflowId, workflowTypes } from '../../src/domain/workflow-contract.js';
import type { GrantLife } from '../../src/platforms/kit/connect.js';
import type { RefreshAnswer } from '../../src/platforms/kit/platform.js';
import { expireAccount } from '../../src/services/account-grants/expire.js';
import type { SocialAccountRow } from '../../src/services/account-grants/view.js';
import { refreshAhead } from '../../src/services/reconcile/refresh-ahead.js';
import { connectAccount } from '../harness/connect-account.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { refreshAccount } from '../../src/services/social-accounts/refresh.js';
import { createShiftedClock } from '../harness/clock.js';
import { schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { scopes } from '../harness/scripted-connect.js';
import { canaryToken, mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { addReceiver, eventsOf } from '../harness/webhooks.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const never = new AbortController().signal;
const revoked = { kind: 'auth-revoked', message: 'The grant is dead.' } as const;
const away = { kind: 'ambiguous', message: `HTTP 503 for ${canaryToken}` } as const;

describe('keeping accounts alive', () => {
  let workspace: TestWorkspace;
  const clock = createShiftedClock();
  const platform = Object.assign(createScriptedPlatform('X', 'keyed'), {
    connect: { redirect: { scopes } as never, credentials: null },
    grantsDieUnused: true,
  });
  const other = createScriptedPlatform('THREADS', 'keyed');
  const stack = useStack({ platforms: [platform, other], skipTime: true, clock });
  beforeEach(async () => {
    // Rows of other tests are not due for the sweeps here.
    await stack.deps.db.update(socialAccounts).set({ deletedAt: clock.now() });
    workspace = await mintWorkspace(stack.deps, ['X']);
  });

  const accountId = (): string => workspace.accountIds[0] ?? '';
  const accountOf = async (id = accountId()): Promise<SocialAccountRow> => {
    const [row] = await stack.deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, id));
    if (row === undefined) throw new Error('There is no account.');
    return row;
  };
  const set = (values: Partial<SocialAccountRow>, ids = workspace.accountIds) =>
    stack.deps.db.update(socialAccounts).set(values).where(inArray(socialAccounts.id, ids));
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const refresh = (seenVersion = 1) =>
    refreshAccount(stack.deps, { socialAccountId: accountId(), seenVersion });
  const sweep = () => refreshAhead(stack.deps, never);
  const fresh = (life?: Partial<GrantLife>, granted?: string[]): RefreshAnswer => ({
    kind: 'refreshed',
    credentials: { token: 'fresh' },
    ...(life && {
      life: { tokenExpiresAt: null, refreshBy: null, refreshNotBefore: null, reconnectBy: null, ...life },
    }),
    ...(granted && { scopes: granted }),
  });

  describe('a refresh', () => {
    it('stores the lifetime and the scopes that its response contains', async () => {
      await set({ lastError: 'before', refreshFailures: 3 });
      const [refreshBy, tokenExpiresAt] = [inMs(90 * dayMs), inMs(2 * hourMs)];
      platform.refreshAnswers.push(fresh({ refreshBy, tokenExpiresAt }, ['read', 'write']));
      expect(await refresh()).toBe('refreshed');
      const row = await accountOf();
      expect(row).toMatchObject({
        status: 'ACTIVE',
        credentialsVersion: 2,
        refreshBy,
        tokenExpiresAt,
        reconnectBy: null,
        refreshFailures: 0,
        scopes: ['read', 'write'],
        missingScopes: ['comments'],
        lastError: null,
      });
      expect(row.lastCheckedAt?.getTime()).toBeCloseTo(clock.now().getTime(), -4);
      const dueInDays = ((row.refreshDueAt?.getTime() ?? 0) - clock.now().getTime()) / dayMs;
      expect(dueInDays).toBeCloseTo(60, 2);
    });

    it('stores only the valid scopes of its response', async () => {
      const reported = [
        'read\u0000',
        'w'.repeat(500),
        ...Array.from({ length: 200 }, (_none, index) => `s${index}`),
      ];
      platform.refreshAnswers.push(fresh({}, reported));
      expect(await refresh()).toBe('refreshed');
      const { scopes: stored } = await accountOf();
      expect(stored?.slice(0, 2)).toEqual(['read', 'w'.repeat(300)]);
      expect(stored).toHaveLength(100);
    });

    it('keeps a fixed expiry if its response has none, and is repeated at that time', async () => {
      const reconnectBy = inMs(30 * dayMs);
      await set({ reconnectBy, refreshBy: inMs(dayMs) });
      platform.refreshAnswers.push(fresh());
      await refresh();
      expect(await accountOf()).toMatchObject({ reconnectBy, refreshBy: null, refreshDueAt: reconnectBy });
    });

    it('is retried less and less often if it fails, but within the remaining time', async () => {
      const refreshBy = inMs(3 * dayMs);
      await set({ refreshBy, refreshDueAt: clock.now() });
      const waits: number[] = [];
      for (let tries = 1; tries <= 40; tries += 1) {
        platform.refreshAnswers.push(away);
        expect(await refresh()).toBe('unavailable');
        const row = await accountOf();
        const waitMs = (row.refreshDueAt?.getTime() ?? 0) - clock.now().getTime();
        waits.push(waitMs);
        expect(row).toMatchObject({ status: 'ACTIVE', refreshFailures: tries, credentialsVersion: 1 });
        expect(row.lastError).toBe('HTTP 503 for [redacted]');
        expect(row.refreshDueAt?.getTime()).toBeLessThan(refreshBy.getTime());
        clock.shiftMs += waitMs;
      }
      expect(waits[0]).toBeLessThan(7 * minuteMs);
      expect(Math.max(...waits)).toBeGreaterThan(4 * hourMs);
      // According to our data, the grant has expired, but only the platform knows.
      clock.shiftMs += 10 * dayMs;
      platform.refreshAnswers.push(away, fresh());
      expect([await refresh(), await refresh()]).toEqual(['unavailable', 'refreshed']);
      expect(await accountOf()).toMatchObject({ status: 'ACTIVE', lastError: null, refreshFailures: 0 });
    });

    it('waits as long as the platform asks for', async () => {
      platform.refreshAnswers.push({ kind: 'rate-limited', retryAfterMs: 2 * dayMs, message: 'slow down' });
      await refresh();
      const { refreshDueAt } = await accountOf();
      expect((refreshDueAt?.getTime() ?? 0) - clock.now().getTime()).toBeGreaterThan(2 * dayMs - minuteMs);
    });

    it('is repeated within minutes if its response is lost with its process', async () => {
      await set({ refreshDueAt: inMs(30 * dayMs), refreshBy: inMs(60 * dayMs) });
      const asked = platform.refresh.bind(platform);
      platform.refresh = () => Promise.reject(new Error('the process was killed here'));
      await expect(refresh()).rejects.toThrow('killed');
      platform.refresh = asked;
      expect(await sweep()).toEqual({ refreshed: 0, revoked: 0, unavailable: 0 });
      clock.shiftMs += 7 * minuteMs;
      expect(await sweep()).toEqual({ refreshed: 1, revoked: 0, unavailable: 0 });
      expect(platform.refreshes).toBe(1);
    });

    it('stores its new credentials even if the database is down for a while', async () => {
      let failures = 3;
      let updates = 0;
      const flaky = Object.assign(Object.create(stack.deps.db) as typeof stack.deps.db, {
        update: (...args: Parameters<typeof stack.deps.db.update>) => {
          updates += 1;
          // The first update begins the refresh.
          if (updates > 1 && failures > 0) {
            failures -= 1;
            throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
          }
          return stack.deps.db.update(...args);
        },
      });
      platform.refreshAnswers.push(fresh());
      const seen = { socialAccountId: accountId(), seenVersion: 1 };
      expect(await refreshAccount({ ...stack.deps, db: flaky }, seen)).toBe('refreshed');
      expect([failures, (await accountOf()).credentialsVersion, platform.refreshes]).toEqual([0, 2, 1]);
    });

    it('changes nothing if it finds a dead grant that was replaced meanwhile', async () => {
      const asked = platform.refresh.bind(platform);
      platform.refresh = async () => {
        await set({ credentialsVersion: 2 });
        return revoked;
      };
      expect(await refresh()).toBe('refreshed');
      platform.refresh = asked;
      expect((await accountOf()).status).toBe('ACTIVE');
    });

    it('restores an account that another call has marked as expired meanwhile, with its pending retries', async () => {
      const asked = platform.refresh.bind(platform);
      platform.refresh = async () => {
        expect(await expireAccount(stack.deps, accountId(), 1)).toBe(true);
        return fresh({ refreshBy: inMs(90 * dayMs) });
      };
      expect(await refresh()).toBe('refreshed');
      platform.refresh = asked;
      const row = await accountOf();
      expect(row).toMatchObject({ status: 'ACTIVE', credentialsVersion: 2, lastError: null });
      expect(row.retryOwedSince?.getTime()).toBeCloseTo(clock.now().getTime(), -4);
      expect(await refresh(2)).toBe('refreshed');
    });

    it('revokes the renewed grant if the account was disconnected meanwhile', async () => {
      const ended: JsonObject[] = [];
      const asked = platform.refresh.bind(platform);
      platform.revoke = ({ credentials }) => {
        ended.push(credentials);
        return Promise.resolve({ kind: 'revoked' });
      };
      platform.refresh = async () => {
        await deleteSocialAccount(workspace.ctx, { socialAccountId: accountId() });
        return fresh();
      };
      expect(await refresh()).toBe('revoked');
      Object.assign(platform, { refresh: asked, revoke: undefined });
      expect(ended).toEqual([{ token: canaryToken }, { token: 'fresh' }]);
      expect((await accountOf()).credentials).toBeNull();
    });

    it('is ignored if the account was reconnected meanwhile, because the grant may be the same', async () => {
      let ended = 0;
      const asked = platform.refresh.bind(platform);
      platform.revoke = () => {
        ended += 1;
        return Promise.resolve({ kind: 'revoked' });
      };
      platform.refresh = async () => {
        await set({ credentialsVersion: 2 });
        return fresh();
      };
      expect(await refresh()).toBe('refreshed');
      Object.assign(platform, { refresh: asked, revoke: undefined });
      expect([ended, (await accountOf()).credentialsVersion]).toEqual([0, 2]);
    });

    it('runs once for 50 posts that find the token stale at the same time', async () => {
      const commit = platform.commit.bind(platform);
      platform.commit = (session, ...rest) =>
        session.credentials['token'] === canaryToken
          ? Promise.resolve({ kind: 'auth-expired', message: 'stale' })
          : commit(session, ...rest);
      const posts = await Promise.all(
        Array.from({ length: 50 }, (_none, index) =>
          schedule(workspace, { text: `Post ${index}`, inMs: 5_000 }),
        ),
      );
      for (const { id } of posts) await untilStatus(workspace, id, 'PUBLISHED');
      platform.commit = commit;
      expect([platform.refreshes, platform.published.length]).toEqual([1, 50]);
    });
  });

  describe('the refresh sweep', () => {
    it('refreshes exactly the accounts that are due and active', async () => {
      const { accountIds } = await mintWorkspace(stack.deps, ['X', 'X', 'X', 'X', 'THREADS', 'THREADS']);
      const [due = '', later = '', dead = '', gone = '', dueThere = '', unknown = ''] = accountIds;
      await set({ lastCheckedAt: clock.now() }, [...workspace.accountIds, later]);
      await set({ refreshDueAt: inMs(-1) }, [due, dead, gone, dueThere]);
      await set({ refreshDueAt: inMs(hourMs) }, [later]);
      await set({ status: 'TOKEN_EXPIRED' }, [dead]);
      await set({ deletedAt: clock.now() }, [gone]);
      expect(await sweep()).toEqual({ refreshed: 2, revoked: 0, unavailable: 0 });
      const versions = await Promise.all(
        accountIds.map(async (id) => (await accountOf(id)).credentialsVersion),
      );
      expect(versions).toEqual([2, 1, 1, 1, 2, 1]);
      // The scripted grants of Threads have no expiry.
      expect((await accountOf(unknown)).refreshDueAt).toBeNull();
      expect(await sweep()).toEqual({ refreshed: 0, revoked: 0, unavailable: 0 });
    });

    it('refreshes once each account that was connected before its lifetime was known', async () => {
      platform.refreshAnswers.push(fresh({ refreshBy: inMs(90 * dayMs) }));
      expect(await sweep()).toMatchObject({ refreshed: 1 });
      const { refreshDueAt } = await accountOf();
      expect(refreshDueAt?.getTime()).toBeGreaterThan(inMs(59 * dayMs).getTime());
      expect(await sweep()).toMatchObject({ refreshed: 0 });
    });

    it('handles 60 accounts of a platform at a time, the longest due first', async () => {
      const { accountIds } = await mintWorkspace(
        stack.deps,
        Array.from({ length: 70 }, () => 'X' as const),
      );
      const longAgo = inMs(-hourMs);
      for (const [index, id] of accountIds.entries())
        await set({ refreshDueAt: new Date(longAgo.getTime() - index) }, [id]);
      await set({ refreshDueAt: inMs(-minuteMs) }, workspace.accountIds);
      expect(await sweep()).toMatchObject({ refreshed: 60 });
      const left = await Promise.all(accountIds.map((id) => accountOf(id)));
      expect(left.map(({ credentialsVersion }) => credentialsVersion)).toEqual([
        ...Array.from({ length: 10 }, () => 1),
        ...Array.from({ length: 60 }, () => 2),
      ]);
      expect(await sweep()).toMatchObject({ refreshed: 11 });
    });

    it('skips a platform that is down, and continues with the others', async () => {
      const { accountIds } = await mintWorkspace(stack.deps, [
        ...Array.from({ length: 30 }, () => 'X' as const),
        'THREADS',
      ]);
      await set({ refreshDueAt: inMs(-1) }, accountIds);
      platform.refreshAnswers.push(...Array.from({ length: 60 }, () => away));
      const { refreshed, unavailable } = await sweep();
      expect(refreshed).toBe(1);
      // A few refreshes were already in progress when the sweep gave up after five.
      expect(unavailable).toBeGreaterThanOrEqual(5);
      expect(unavailable).toBeLessThanOrEqual(8);
    });

    it('postpones an account that cannot be decrypted or refreshed, so that it does not block others', async () => {
      await set({ credentials: 'sealed by nobody', refreshDueAt: inMs(-1) });
      await expect(refresh()).rejects.toThrow();
      const { refreshDueAt, refreshFailures, status } = await accountOf();
      expect([refreshFailures, status]).toEqual([1, 'ACTIVE']);
      expect(refreshDueAt?.getTime()).toBeGreaterThan(inMs(3 * minuteMs).getTime());
      await set({ refreshDueAt: inMs(-1) });
      const starter = { ...stack.deps.starter, refreshAccount: () => Promise.reject(new Error('not run')) };
      expect(await refreshAhead({ ...stack.deps, starter }, never)).toMatchObject({ unavailable: 1 });
      expect((await accountOf()).refreshDueAt?.getTime()).toBeGreaterThan(inMs(3 * minuteMs).getTime());
    });

    it('waits for a refresh of the same account that a post has started', async () => {
      await set({ refreshDueAt: inMs(-1) });
      const asked = platform.refresh.bind(platform);
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      platform.refresh = async (session) => {
        await held;
        return asked(session);
      };
      const first = stack.deps.starter.refreshAccount(accountId(), 1);
      const run = stack.client.workflow.getHandle(refreshAccountWorkflowId(accountId()));
      await expect.poll(async () => (await run.describe().catch(() => null))?.status.name).toBe('RUNNING');
      // Waits until the refresh has marked the account, and then resets it to what the sweep read before.
      await expect.poll(async () => (await accountOf()).refreshFailures).toBe(1);
      await set({ refreshDueAt: inMs(-1) });
      const swept = sweep();
      release();
      expect(await first).toBe('refreshed');
      expect(await swept).toMatchObject({ unavailable: 0, revoked: 0 });
      platform.refresh = asked;
      expect([platform.refreshes, (await accountOf()).credentialsVersion]).toEqual([1, 2]);
    });

    it('runs from its Schedule, and never twice at once', async () => {
      await set({ refreshDueAt: inMs(-1) });
      const run = (name: string) =>
        stack.client.workflow.execute(workflowTypes.refreshAhead, {
          taskQueue: stack.taskQueue,
          workflowId: `refresh-ahead:${stack.taskQueue}:${name}`,
        });
      await Promise.all([run('a'), run('b')]);
      expect([platform.refreshes, (await accountOf()).credentialsVersion]).toEqual([1, 2]);
    });
  });

  describe('an expired grant that the sweep finds', () => {
    it('is reported once, even if posts find it later', async () => {
      await addReceiver(workspace, 'http://127.0.0.1:9/', ['account.token_expired']);
      await set({ refreshDueAt: inMs(-1) });
      platform.refreshAnswers.push(revoked);
      expect(await sweep()).toMatchObject({ revoked: 1 });
      expect(await accountOf()).toMatchObject({
        status: 'TOKEN_EXPIRED',
        lastError: 'The grant is dead.',
        refreshDueAt: null,
      });
      const posts = await Promise.all(['a', 'b'].map((text) => schedule(workspace, { text })));
      for (const { id } of posts) await untilStatus(workspace, id, 'FAILED');
      expect(await expireAccount(stack.deps, accountId(), 1)).toBe(true);
      expect(await sweep()).toMatchObject({ revoked: 0 });
      expect(await eventsOf(stack.deps, workspace.workspaceId)).toHaveLength(1);
    });

    it('becomes active under its id when the same account is connected, even under a new name', async () => {
      await set({ refreshDueAt: inMs(-1) });
      platform.refreshAnswers.push(revoked);
      await sweep();
      // The 30 days pass at once, so without a pause the post could be due before the account is connected.
      await stack.stopWorker();
      const meanwhile = await schedule(workspace, { inMs: 30 * dayMs, text: 'Scheduled meanwhile' });
      expect(toPostResponse(meanwhile).warnings).toMatchObject([{ code: 'ACCOUNT_TOKEN_EXPIRED' }]);
      const { externalAccountId, workspaceId } = await accountOf();
      const connected = await connectAccount(stack.deps, {
        workspaceId,
        platform: 'X',
        externalAccountId,
        handle: 'called-otherwise-now',
        displayName: null,
        serviceUrl: null,
        sandbox: false,
        credentials: { token: 'new' },
        allowReplace: false,
        life: {
          tokenExpiresAt: null,
          refreshBy: inMs(90 * dayMs),
          refreshNotBefore: null,
          reconnectBy: null,
        },
      });
      expect(connected).toMatchObject({ outcome: 'reconnected', account: { id: accountId() } });
      expect(await accountOf()).toMatchObject({ handle: 'called-otherwise-now', refreshFailures: 0 });
      await stack.startWorker();
      await untilStatus(workspace, meanwhile.id, 'PUBLISHED');
    });
  });
});
