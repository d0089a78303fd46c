import { and, eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { socialAccounts, webhookEvents } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { workflowTypes, type RefreshAheadResult } from '../../src/domain/workflow-contract.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import type { SocialAccountRow } from '../../src/services/account-grants/view.js';
import { createConnectSession } from '../../src/services/connect-sessions/create.js';
import { importCandidates } from '../../src/services/connect-sessions/import.js';
import { useTicket } from '../../src/services/connect-sessions/use-ticket.js';
import { receiveGrant } from '../../src/services/connect-sessions/receive-grant.js';
import { submitCredentials } from '../../src/services/connect-sessions/submit-credentials.js';
import type { ConnectSessionView, ImportedAccount } from '../../src/services/connect-sessions/types.js';
import { checkSocialAccount } from '../../src/services/social-accounts/check.js';
import { createPost } from '../../src/services/posts/create.js';
import type { CreatePostInput } from '../../src/services/posts/types.js';
import { validatePost } from '../../src/services/posts/validate.js';
import { createShiftedClock } from '../harness/clock.js';
import { consent } from '../harness/consent.js';
import { openFrontProxy, type FrontProxy } from '../harness/front-proxy.js';
import { createHeld } from '../harness/held.js';
import { untilStatus } from '../harness/publishing.js';
import { seedAccounts, simulators, startTestSandbox } from '../harness/sandbox.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { addReceiver } from '../harness/webhooks.js';

/** The app password of every simulated Bluesky account. */
const sandboxAppPassword = 'sandbox-app-password';
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Platforms whose grants only a person can renew, as their simulators issue them. */
const renewedByPeople: PlatformName[] = ['FACEBOOK_PAGE', 'LINKEDIN_COMPANY', 'LINKEDIN_PERSON'];
/** Days on which no platform answers: when the shortest grants are due, and when the longer ones are. */
const downFrom = [38, 118, 240];
const downForDays = 5;
/** Days on which no worker runs. */
const workerlessFrom = 79;
const workerlessForDays = 3;

// Services, connectors and simulators share one clock. The sweep runs like its Schedule would run it, only less often.
describe('a year without any publishing', () => {
  const clock = createShiftedClock();
  const startedMs = Date.now();
  const proxy = createHeld<FrontProxy>('The proxy to the sandbox');
  const workspace = createHeld<TestWorkspace>('The workspace');
  /** How many refreshes will lose their worker before they have asked the platform. */
  let deathsLeft = 0;
  let sweeps = 0;
  let closeSandbox = (): Promise<void> => Promise.resolve();

  const stack = useStack(async () => {
    const opened = await openFrontProxy();
    const sandbox = await startTestSandbox({ clock, publicUrl: opened.url });
    opened.port = sandbox.port;
    proxy.put(opened);
    closeSandbox = sandbox.close;
    return {
      overrides: { clock },
      config: { sandboxUrl: opened.url },
      skipTime: true,
      wrapActivities: (activities) => ({
        ...activities,
        refreshAccount: (input) => {
          if (deathsLeft === 0) return activities.refreshAccount(input);
          deathsLeft -= 1;
          return Promise.reject(new Error('the worker was killed here'));
        },
      }),
    };
  });
  beforeAll(async () => {
    workspace.put(await mintWorkspace(stack.deps, []));
    return async () => {
      await proxy.value[Symbol.asyncDispose]();
      await closeSandbox();
    };
  });

  const ctx = () => workspace.value.ctx;
  const connectable = (): PlatformName[] =>
    platformDefinitions
      .map(({ name }) => name)
      .filter((name) => stack.deps.platforms.get(name)?.connect !== undefined);
  const rows = (): Promise<SocialAccountRow[]> =>
    stack.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.workspaceId, workspace.value.workspaceId))
      .orderBy(socialAccounts.platform, socialAccounts.id);
  const goTo = (day: number, hour = 0): void => {
    clock.shiftMs = startedMs + day * dayMs + hour * hourMs - Date.now();
  };
  const sweep = async (): Promise<RefreshAheadResult> => {
    sweeps += 1;
    return stack.client.workflow.execute(workflowTypes.refreshAhead, {
      taskQueue: stack.taskQueue,
      workflowId: `refresh-ahead:${stack.taskQueue}:${sweeps}`,
    }) as Promise<RefreshAheadResult>;
  };

  async function connect(platform: PlatformName, socialAccountId?: string): Promise<ImportedAccount[]> {
    const asked = { workspaceId: workspace.value.workspaceId, platform, sandbox: true };
    const again = socialAccountId === undefined ? {} : { socialAccountId };
    const session = await createConnectSession(ctx(), { ...asked, ...again });
    expect(session).toMatchObject({ platform, status: 'PENDING', errorMessage: null });
    if (session.credentialFields !== null) await type(session);
    else {
      const ticket = new URL(session.authorizeUrl ?? '').searchParams.get('ticket') ?? '';
      const used = await useTicket(stack.deps, { platform, ticket, browserToken: undefined });
      const { searchParams: query } = await consent(used?.authorizeUrl ?? '');
      const { browserToken } = used ?? {};
      await receiveGrant(stack.deps, { platform, query, viewer: () => Promise.resolve(null), browserToken });
    }
    return importCandidates(ctx(), { connectSessionId: session.id });
  }

  async function type({ id, platform, credentialFields }: ConnectSessionView): Promise<void> {
    const known = seedAccounts.find((account) => account.platform === platform);
    const typed = (credentialFields ?? [])
      .filter((field) => field.default === null)
      .map(({ name, kind }): [string, string] => [
        name,
        kind === 'secret' ? sandboxAppPassword : (known?.handle ?? ''),
      ]);
    await submitCredentials(ctx(), { connectSessionId: id, values: Object.fromEntries(typed) });
  }

  const postTo = (accountIds: readonly string[], at: Date, caption: string): CreatePostInput => ({
    shape: 'flat',
    caption,
    targets: accountIds.map((socialAccountId) => ({
      socialAccountId,
      captionOverride: null,
      firstComment: null,
      platformOptions: null,
      mediaIds: [],
    })),
    mediaIds: [],
    mediaAltText: {},
    scheduledFor: at,
    draftScheduledFor: null,
    timezone: null,
    clientReferenceId: null,
  });

  const isDown = (day: number): boolean => downFrom.some((from) => day >= from && day < from + downForDays);

  async function livesThrough(day: number): Promise<void> {
    if (day === workerlessFrom) await stack.stopWorker();
    if (day === workerlessFrom + workerlessForDays) await stack.startWorker();
    if (day >= workerlessFrom && day < workerlessFrom + workerlessForDays) return;
    proxy.value.isShut = isDown(day);
    // A worker dies at the first refresh after each of these times.
    if (downFrom.some((from) => day === from + downForDays)) deathsLeft = 1;
    if (!isDown(day) && day % 2 === 1) return;
    for (const hour of isDown(day) ? [0, 6, 12, 18] : [0]) {
      goTo(day, hour);
      await sweep();
    }
  }

  let connected: SocialAccountRow[];
  const isKept = ({ reconnectBy }: SocialAccountRow): boolean => reconnectBy === null;

  it('starts with an account on each platform', async () => {
    await addReceiver(workspace.value, 'http://127.0.0.1:9/', ['account.token_expired']);
    for (const platform of connectable()) expect(await connect(platform)).not.toEqual([]);
    connected = await rows();
    expect(new Set(connected.map(({ platform }) => platform))).toEqual(new Set(connectable()));
    const undue = connected.filter(({ refreshDueAt }) => refreshDueAt === null);
    expect(undue.map(({ platform }) => platform)).toEqual([]);
    expect(new Set(connected.filter((row) => !isKept(row)).map(({ platform }) => platform))).toEqual(
      new Set(renewedByPeople),
    );
  });

  it('includes warnings about posts after the expiry of a grant that cannot be renewed', async () => {
    for (const { id, platform, reconnectBy } of connected.filter((row) => !isKept(row))) {
      const at = (afterMs: number): Date => new Date((reconnectBy?.getTime() ?? 0) + afterMs);
      const codes = async (time: Date): Promise<string[]> => {
        const { targets } = await validatePost(ctx(), postTo([id], time, 'Hello'));
        return (targets[0]?.findings ?? []).map(({ code }) => code);
      };
      expect([platform, await codes(at(hourMs))]).toEqual([
        platform,
        expect.arrayContaining(['reconnect_needed_before']),
      ]);
      expect([platform, await codes(at(-hourMs))]).toEqual([
        platform,
        expect.not.arrayContaining(['reconnect_needed_before']),
      ]);
    }
  });

  it('leaves every renewable account ACTIVE, and uses no refresh token twice', async () => {
    for (let day = 1; day <= 366; day += 1) await livesThrough(day);
    expect(deathsLeft).toBe(0);
    expect(proxy.value.refused).toBeGreaterThan(0);
    const after = await rows();
    const kept = new Set(connected.filter(isKept).map(({ id }) => id));
    for (const { id, platform, status, lastError, refreshFailures, refreshBy } of after) {
      if (!kept.has(id)) continue;
      expect({ platform, status, lastError, refreshFailures }).toEqual({
        platform,
        status: 'ACTIVE',
        lastError: null,
        refreshFailures: 0,
      });
      if (refreshBy !== null) expect(refreshBy.getTime()).toBeGreaterThan(clock.now().getTime());
    }
    const { data } = (await (await fetch(`${proxy.value.url}/calls`)).json()) as {
      data: Record<string, Record<string, number>>;
    };
    const reused = Object.entries(data).map(([name, calls]) => [name, calls['refreshTokenReused'] ?? 0]);
    expect(reused.filter(([, count]) => count !== 0)).toEqual([]);
  }, 600_000);

  it('ends with a publication of each renewable account', async () => {
    const takesText = new Set(
      platformDefinitions.filter(({ mediaRules }) => !mediaRules.required).map(({ name }) => name),
    );
    for (const row of (await rows()).filter(isKept)) {
      const { id, platform } = row;
      if (!takesText.has(platform)) {
        await expectAnswered(platform, id);
        continue;
      }
      const input = postTo([id], new Date(clock.now().getTime() + 1_000), `Still here: ${platform}`);
      const options = simulators.find(({ name }) => name === platform)?.exampleOptions ?? null;
      const targets = input.targets.map((target) => ({ ...target, platformOptions: options }));
      const { post } = await createPost(ctx(), { ...input, targets });
      const ended = await untilStatus(workspace.value, post.id, 'PUBLISHED', 'FAILED');
      expect([platform, ended.status, ended.targets[0]?.errorMessage]).toEqual([platform, 'PUBLISHED', null]);
    }
  });

  it('includes one report about each other account, which a reconnection restores', async () => {
    const lost = connected.filter((row) => !isKept(row));
    const events = await stack.deps.db
      .select()
      .from(webhookEvents)
      .where(
        and(
          eq(webhookEvents.workspaceId, workspace.value.workspaceId),
          inArray(webhookEvents.type, ['account.token_expired']),
        ),
      );
    expect(events).toHaveLength(lost.length);
    for (const { id, platform } of lost) {
      const [row] = (await rows()).filter((now) => now.id === id);
      expect([platform, row?.status]).toEqual([platform, 'TOKEN_EXPIRED']);
      expect(await connect(platform, id)).toMatchObject([{ id, status: 'ACTIVE', outcome: 'RECONNECTED' }]);
    }
  });

  async function expectAnswered(platform: PlatformName, id: string): Promise<void> {
    const { status, lastError } = await checkSocialAccount(ctx(), { socialAccountId: id });
    expect({ platform, status, lastError }).toEqual({ platform, status: 'ACTIVE', lastError: null });
  }
});
