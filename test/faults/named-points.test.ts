import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../harness/end-with-runner.js';
import { socialAccounts } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { Reach } from '../../src/services/shared/context.js';
import { createEndpoint } from '../../src/services/webhooks/create.js';
import { deleteEndpoint } from '../../src/services/webhooks/delete.js';
import { startReceiver } from '../harness/receiver.js';
import type { ContractCase } from '../platforms/contract-case.js';
import { createApiClient, type ApiClient, type ApiPost } from './api-client.js';
import { buildProduct } from '../harness/programs.js';
import { isSmall } from '../harness/counts.js';
import { sendAhead } from '../harness/send-ahead.js';
import { startTwice } from './duplicate-start.js';
import { startFaultStack, subjects as allSubjects, type FaultStack } from './fault-stack.js';
import type { PlatformFault, PublishingCall } from './platform-proxy.js';
import { untilFinal } from './settle.js';
import { readSandbox } from './tally.js';
import type { GateFault } from './temporal-gate.js';

/** One platform with look-ups, and one without them. */
const smallPlatforms: PlatformName[] = ['BLUESKY', 'LINKEDIN_PERSON'];
const subjects = isSmall
  ? allSubjects.filter(({ definition }) => smallPlatforms.includes(definition.name))
  : allSubjects;
const itInFull = it.skipIf(isSmall);

const soonMs = 1_000;
/** No process hangs here, so these limits are reached only in a test that fails. */
const tryTimeoutMs = 60_000;
const answerTimeoutMs = 120_000;
/** Longer than all look-ups of a call. It is reached only in a test that fails. */
const finalTimeoutMs = 240_000;

const once = { status: 'PUBLISHED', errorCode: null, shown: 1 };
const unclear = (shown: number) => ({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', shown });
const onEach = (outcomeOf: (contract: ContractCase) => object): Record<string, object> =>
  Object.fromEntries(subjects.map(({ definition, contract }) => [definition.name, outcomeOf(contract)]));
const oncePublished = onEach(() => once);
/** A call that never arrived is repeated if that is safe, and unconfirmed otherwise. */
const unclearIfBlind = onEach(({ guarantee }) => (guarantee === 'blind' ? unclear(0) : once));
/** A call that arrived is found, if the platform has look-ups. */
const unclearIfUnseen = onEach(({ quirks }) => (quirks?.cannotLookUp === true ? unclear(1) : once));
/** The response may or may not have been recorded when its worker was killed. */
const unclearIfUnrecorded = onEach(({ quirks }) =>
  quirks?.cannotLookUp === true ? (expect.toBeOneOf([once, unclear(1)]) as object) : once,
);

const allKillPoints = [
  'kill-before-accept',
  'kill-after-accept',
  'kill-while-answering',
  'kill-after-answer',
] as const satisfies PlatformFault[];
type KillPoint = (typeof allKillPoints)[number];
const killPoints: readonly KillPoint[] = isSmall ? ['kill-after-accept', 'kill-after-answer'] : allKillPoints;
const callsToHold = killPoints.length * subjects.length;
const afterKill: Record<KillPoint, object> = {
  'kill-before-accept': unclearIfBlind,
  'kill-after-accept': unclearIfUnseen,
  'kill-while-answering': unclearIfUnseen,
  'kill-after-answer': unclearIfUnrecorded,
};

/** Holds all arrivals until the last one has come and the action is done. */
function createMeeting(count: number, action: () => Promise<unknown> = () => Promise.resolve()) {
  let arrivals = 0;
  let open: (value?: unknown) => void = () => undefined;
  const over = new Promise((resolve) => (open = resolve));
  return {
    over,
    arrive: async (): Promise<void> => {
      arrivals += 1;
      if (arrivals === count) await action().then(open);
      await over;
    },
  };
}

// One stack for all tests, because starting it takes longer than most of them.
describe('faults at named points, once for each platform', () => {
  let stack: FaultStack;
  let client: ApiClient;
  const faultOf = new Map<string, PlatformFault>();
  const met = new Set<string>();
  const startFaults: GateFault[] = [];
  // Every call reaches its own point, and then all workers are killed at the same time.
  const held = createMeeting(callsToHold - subjects.length);
  const killing = createMeeting(callsToHold, () => Promise.all(stack.workers.map((worker) => worker.kill())));
  const databaseKilling = createMeeting(subjects.length, () => stack.postgres.kill());
  const lostWithWorker = new Map<PlatformFault, ApiPost>();
  const databaseDies = 'database-dies';

  const markerOf = ({ text }: PublishingCall): string => text.split(' ', 1)[0] ?? '';
  /** One account on each platform, because a held call would block the other calls of its account. */
  const accountsOf = (marker: string): FaultStack['accounts'] => {
    const nth = Math.max(0, killPoints.indexOf(marker as KillPoint));
    const seen = new Map<string, number>();
    return stack.accounts.filter(({ platform }) => {
      const before = seen.get(platform) ?? 0;
      seen.set(platform, before + 1);
      return before === nth;
    });
  };
  const body = (marker: string, scheduledFor: string) => ({
    content: `${marker} as scheduled`,
    platforms: accountsOf(marker).map(({ entry }) => entry),
    scheduledFor,
    clientReferenceId: marker,
  });

  async function schedule(marker: string, inMs = soonMs): Promise<ApiPost> {
    const answer = await sendAhead(inMs, (time) =>
      client.untilAnswered('POST', '/posts', () => body(marker, time), answerTimeoutMs),
    );
    if (answer?.post === undefined) throw new Error(`${marker} was not accepted: ${String(answer?.status)}`);
    return answer.post;
  }

  /** The final state in the API, and how often each platform shows the post. */
  async function outcomeOf(marker: string, { id }: ApiPost): Promise<Record<string, object>> {
    const final = (await untilFinal(client, [id], finalTimeoutMs)).get(id);
    const seen = (await readSandbox(stack.sandboxUrl)).filter(({ text }) => text.startsWith(`${marker} `));
    return Object.fromEntries(
      (final?.targets ?? []).map(({ platform, status, errorCode }) => [
        platform,
        { status, errorCode, shown: seen.filter((row) => row.platform === platform).length },
      ]),
    );
  }

  beforeAll(async () => {
    buildProduct();
    stack = await startFaultStack({
      // With one process of each kind, kills and restarts test the same, and starting processes takes most of the time.
      processesEach: isSmall ? 1 : 2,
      accountsPerPlatform: killPoints.length,
      platforms: subjects.map(({ definition }) => definition.name),
      // The last two look-ups are late enough for their verdict to count, however early the loss was noticed.
      lookupDelaysMs: '1000,3000,20000,2000',
      onPublishingCall: (call) => {
        const marker = markerOf(call);
        const key = `${marker} ${call.platform}`;
        if (met.has(key)) return undefined;
        met.add(key);
        return faultOf.get(marker);
      },
      // A response cannot be held once it is written, so these calls wait for the others.
      beforeAnswer: async (call) => {
        await (markerOf(call) === databaseDies ? databaseKilling.arrive() : held.over);
      },
      onKillPoint: async (call, fault) => {
        if (markerOf(call) === databaseDies) return;
        if (fault !== 'kill-after-answer') void held.arrive();
        await killing.arrive();
      },
      onStart: () => startFaults.shift(),
    });
    client = createApiClient({ ...stack, tryTimeoutMs });
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    startFaults.length = 0;
    // The previous test may have killed some APIs.
    await Promise.all(stack.apis.map((api) => api.untilReady()));
  });

  it('kill workers before, during and after the responses of the platforms', async () => {
    for (const fault of killPoints) {
      faultOf.set(fault, fault);
      lostWithWorker.set(fault, await schedule(fault, 2 * soonMs));
    }
    // Their results are read last, because Temporal needs 20 s to give up a worker.
    await killing.over;
    await Promise.all(stack.workers.map((worker) => worker.untilReady()));
    expect([...met].filter((key) => key.startsWith('kill-'))).toHaveLength(callsToHold);
  });

  itInFull.each(['before-start', 'after-start'] as const)(
    'kill an API after its first commit, %s, and a repeated request finds the post, which is published once',
    async (fault) => {
      startFaults.push(fault);
      const marker = `api-${fault}`;
      let sent = {};
      const lost = await sendAhead(3 * soonMs, (time) => {
        sent = body(marker, time);
        return client.once(0, 'POST', '/posts', sent);
      });
      expect(lost).toBeUndefined();
      expect(startFaults).toEqual([]);
      const again = await client.untilAnswered('POST', '/posts', () => sent, answerTimeoutMs);
      expect(again?.status).toBe(200);
      if (again?.post === undefined) throw new Error('The repeated request has no post.');
      expect(await outcomeOf(marker, again.post)).toEqual(oncePublished);
    },
  );

  itInFull('drop a response, or turn it into a 500 or a 429, and no post is published twice', async () => {
    const expected = {
      'drop-before-accept': unclearIfBlind,
      'drop-after-accept': unclearIfUnseen,
      'error-after-accept': unclearIfUnseen,
      'rate-limit': oncePublished,
    } satisfies Partial<Record<PlatformFault, object>>;
    const names = Object.keys(expected) as (keyof typeof expected)[];
    for (const name of names) faultOf.set(name, name);
    const posts = await Promise.all(names.map((name) => schedule(name)));
    const outcomes = await Promise.all(posts.map((post, index) => outcomeOf(names[index] ?? '', post)));
    expect(Object.fromEntries(outcomes.map((outcome, index) => [names[index], outcome]))).toEqual(expected);
  });

  itInFull('repeat the start of a run and a cancellation, without a second effect', async () => {
    const post = await schedule('started-thrice');
    expect(await startTwice(stack, post)).toBe(true);
    expect(await outcomeOf('started-thrice', post)).toEqual(oncePublished);
    expect(await startTwice(stack, post)).toBe(true);
    const doomed = await schedule('cancelled-twice', 60_000);
    const answers = await Promise.all(
      [0, 1].map((api) => client.once(api, 'POST', `/posts/${doomed.id}/cancel`)),
    );
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200]);
    const none = { status: 'CANCELED', errorCode: null, shown: 0 };
    expect(await outcomeOf('cancelled-twice', doomed)).toEqual(onEach(() => none));
    expect(await outcomeOf('started-thrice', post)).toEqual(oncePublished);
  });

  it.each(killPoints)(
    'at %s lead to a post that is found, or published again if that is safe',
    async (fault) => {
      const post = lostWithWorker.get(fault);
      if (post === undefined) throw new Error('The post was not scheduled.');
      expect(await outcomeOf(fault, post)).toEqual(afterKill[fault]);
    },
  );

  itInFull(
    'kill workers during the delivery of a webhook, which is sent again with the same id',
    async () => {
      const receiver = await startReceiver();
      try {
        const { deps } = stack.context;
        const [account] = await deps.db.select().from(socialAccounts).limit(1);
        const workspaceId = account?.workspaceId ?? '';
        const reach: Reach = {
          userId: 'usr_faults',
          roleByWorkspace: new Map([[workspaceId, 'OWNER']]),
          ownerWorkspaceIds: new Set([workspaceId]),
          settingsByWorkspace: new Map([[workspaceId, { plan: 'SELF_HOSTED', requireApproval: false }]]),
        };
        const events = ['post.published' as const];
        const input = { workspaceId, url: receiver.url, events, description: null };
        const { endpoint } = await createEndpoint({ ...deps, actor: { kind: 'operator' }, reach }, input);
        // The first attempt hangs until its worker is gone.
        receiver.script.push(() => undefined);
        const post = await schedule('told-by-webhook');
        await receiver.until(1, finalTimeoutMs);
        await Promise.all(stack.workers.map((worker) => worker.kill()));
        await receiver.until(2, finalTimeoutMs);
        expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
          Array(2).fill(receiver.received[0]?.headers['webhook-id']),
        );
        expect(JSON.parse(String(receiver.received[1]?.body))).toMatchObject({
          data: { post: { id: post.id } },
        });
        await deleteEndpoint({ ...deps, actor: { kind: 'operator' }, reach }, { endpointId: endpoint.id });
      } finally {
        await receiver.close();
      }
    },
  );

  itInFull(
    'kill Temporal while one post becomes due and another is accepted, and both are published once',
    async () => {
      const due = await schedule('due-without-temporal', 3 * soonMs);
      await stack.temporal.kill();
      const accepted = await schedule('accepted-without-temporal', 5 * soonMs);
      expect(accepted.pendingWorkflowId).not.toBeNull();
      await vi.waitUntil(() => Date.now() > Date.parse(due.scheduledAt ?? ''), { timeout: finalTimeoutMs });
      await stack.temporal.start();
      expect(await outcomeOf('due-without-temporal', due)).toEqual(oncePublished);
      expect(await outcomeOf('accepted-without-temporal', accepted)).toEqual(oncePublished);
    },
  );

  itInFull('restart Postgres when a post becomes due, and no post is lost', async () => {
    const due = await schedule('due-without-postgres', 2 * soonMs);
    await stack.postgres.stop();
    await vi.waitUntil(() => Date.now() > Date.parse(due.scheduledAt ?? ''), { timeout: finalTimeoutMs });
    await stack.postgres.start();
    expect(await outcomeOf('due-without-postgres', due)).toEqual(oncePublished);
  });

  itInFull('kill Postgres before an outcome is recorded, and no post is lost', async () => {
    faultOf.set(databaseDies, 'kill-after-answer');
    const answered = await schedule(databaseDies);
    await databaseKilling.over;
    await stack.postgres.start();
    expect(await outcomeOf(databaseDies, answered)).toEqual(oncePublished);
  });
});
