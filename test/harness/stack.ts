import { randomBytes, randomUUID } from 'node:crypto';
import { WorkflowClient, type Client } from '@temporalio/client';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities, type Activities } from '../../src/activities/create-activities.js';
import { createContext, type AppContext, type ContextOverrides } from '../../src/context.js';
import { apiKeys, memberships, socialAccounts, users, workspaces } from '../../src/db/schema/index.js';
import type { AppConfig } from '../../src/config/config.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import {
  uploadTaskQueueOf,
  webhookTaskQueueOf,
  type AttemptDeliveryInput,
  type CommitInput,
} from '../../src/domain/workflow-contract.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import type { ApiKeyActor, RequestContext, ServiceDeps } from '../../src/services/shared/context.js';
import { usualTurns, type TurnsOptions } from '../../src/services/publishing/publish-turn.js';
import { createPublishTurns, type PublishTurns } from '../../src/services/publishing/publish-turns.js';
import { createServiceClock } from '../../src/services/shared/clocks/due-clock.js';
import { tracedWorker } from '../../src/observability/temporal-tracing.js';
import { createWorkflowStarter } from '../../src/temporal/create-workflow-starter.js';
import { uploadWorkerTuning, webhookWorkerTuning } from '../../src/temporal/worker.js';
import { accountRow } from './account-rows.js';
import { testConfig } from './config.js';
import { waitMsMax } from './patience.js';
import { createTestDatabase } from './postgres.js';
import { temporalAddress, temporalNamespace } from './temporal.js';
import './temporal-runtime.js';
import { sharedWorkflowBundle } from './workflow-bundle.js';

/** A client whose runs skip time: timers, retries and delayed starts fire immediately, in order. */
class TimeSkippingWorkflowClient extends WorkflowClient {
  protected override async createStartWorkflowRequest(
    ...args: Parameters<WorkflowClient['createStartWorkflowRequest']>
  ): ReturnType<WorkflowClient['createStartWorkflowRequest']> {
    const request = await super.createStartWorkflowRequest(...args);
    request.timeSkippingConfig = { enabled: true };
    return request;
  }
}

export interface StackOptions {
  /** Default: the stack's own database, which is dropped with it. */
  databaseUrl?: string;
  platforms?: Platform[];
  skipTime?: boolean;
  overrides?: ContextOverrides;
  /** Settings of the process, such as a sandbox. */
  config?: Partial<AppConfig>;
  /** Wraps the real activities, for tests that break one. */
  wrapActivities?: (activities: Activities) => Activities;
  runWorker?: boolean;
  /** Lower limits for waiting calls in the worker. */
  turns?: Partial<TurnsOptions>;
  /** The address of the test's own server. Default: the server of the run. */
  temporalAddress?: string;
}

export interface Stack {
  context: AppContext;
  deps: ServiceDeps;
  client: Client;
  taskQueue: string;
  databaseUrl: string;
  /** Starts a worker. Options make it differ from that of the product. */
  startWorker: (own?: Partial<WorkerOptions>) => Promise<void>;
  stopWorker: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Running {
  worker: Worker;
  done: Promise<void>;
}

const runOf = (worker: Worker): Running => ({ worker, done: worker.run() });

/** Starts a database, a Temporal client and a worker in this process, with its own task queue. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const taskQueue = `test-${randomUUID()}`;
  const installation = () => Promise.resolve({ id: 'ins_test', taskQueue });
  const address = options.temporalAddress ?? temporalAddress();
  const ownDatabase = options.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const config = testConfig({
    databaseUrl: options.databaseUrl ?? ownDatabase?.url ?? '',
    temporal: { namespace: temporalNamespace, connection: { address } },
    ...options.config,
  });
  const platforms = options.platforms && { platforms: new Map(options.platforms.map((p) => [p.name, p])) };
  const context = createContext(config, 'test', { installation, ...platforms, ...options.overrides });
  const { temporalClient: client } = context;
  const starting = { client, clock: context.deps.clock, installation, callTimeoutMs: waitMsMax };
  if (options.skipTime === true) {
    context.deps.publishing = {
      ...context.deps.publishing,
      dueClock: createServiceClock(context.deps.clock),
      holdMsMax: 0,
    };
    context.deps.starter = createWorkflowStarter({
      ...starting,
      startsWhenDue: true,
      workflowClient: new TimeSkippingWorkflowClient({
        connection: client.connection,
        namespace: temporalNamespace,
      }),
    });
  } else if (options.overrides?.starter === undefined && options.temporalAddress === undefined) {
    context.deps.starter = createWorkflowStarter(starting);
  }
  let running:
    | {
        runs: Promise<Running>[];
        turns: PublishTurns;
        connection: NativeConnection;
        sendWebhooks: () => void;
      }
    | undefined;
  // Loading the workflows for one more worker takes a third of a second of processor time, and few stacks send webhooks.
  let sendsWebhooks = options.overrides?.starter !== undefined || options.temporalAddress !== undefined;
  const { starter } = context.deps;
  if (!sendsWebhooks) {
    context.deps.starter = {
      ...starter,
      startDeliverWebhook: (start) => {
        if (!sendsWebhooks) running?.sendWebhooks();
        sendsWebhooks = true;
        return starter.startDeliverWebhook(start);
      },
    };
  }
  const startWorker = async (own: Partial<WorkerOptions> = {}): Promise<void> => {
    const workflowBundle = own.workflowBundle ?? (await sharedWorkflowBundle());
    const connection = await NativeConnection.connect({ address });
    const turns = createPublishTurns(context.deps.publishing.dueClock, { ...usualTurns, ...options.turns });
    const real = createActivities(context.deps, turns);
    const activities = options.wrapActivities?.(real) ?? real;
    const tracing = tracedWorker(context.tracing);
    const worker = await Worker.create({
      connection,
      taskQueue,
      activities,
      ...tracing,
      ...own,
      workflowBundle,
    });
    const uploadWorker = await Worker.create({
      connection,
      taskQueue: uploadTaskQueueOf(taskQueue),
      activities: { uploadStep: (input: CommitInput) => activities.uploadStep(input) },
      ...uploadWorkerTuning,
      ...(tracing.interceptors && { interceptors: tracing.interceptors }),
    });
    const runs = [worker, uploadWorker].map((each) => Promise.resolve(runOf(each)));
    const sendWebhooks = (): void => {
      const made = Worker.create({
        connection,
        taskQueue: webhookTaskQueueOf(taskQueue),
        activities: { attemptDelivery: (input: AttemptDeliveryInput) => activities.attemptDelivery(input) },
        ...webhookWorkerTuning,
        ...tracing,
        ...own,
        workflowBundle,
      });
      runs.push(made.then(runOf));
    };
    if (sendsWebhooks) sendWebhooks();
    running = { runs, turns, connection, sendWebhooks };
  };
  const stopWorker = async (): Promise<void> => {
    if (running === undefined) return;
    const { runs, turns, connection } = running;
    running = undefined;
    turns.close();
    const ends = runs.map(async (each) => {
      const { worker, done } = await each;
      worker.shutdown();
      await done;
    });
    await Promise.all(ends);
    await connection.close();
  };
  if (options.runWorker !== false) await startWorker();
  return {
    context,
    deps: context.deps,
    client: context.temporalClient,
    taskQueue,
    databaseUrl: config.databaseUrl,
    startWorker,
    stopWorker,
    stop: async () => {
      await stopWorker();
      await context.close();
      await ownDatabase?.drop();
    },
  };
}

export interface TestWorkspace {
  ctx: RequestContext & { actor: ApiKeyActor };
  workspaceId: string;
  accountIds: string[];
}

/** Creates a workspace for a test: an owner, and one connected account for each given platform. */
export async function mintWorkspace(
  deps: ServiceDeps,
  platformNames: PlatformName[],
): Promise<TestWorkspace> {
  const now = deps.clock.now();
  const [workspaceId, userId, apiKeyId] = [deps.newId('workspace'), deps.newId('user'), deps.newId('apiKey')];
  await deps.db
    .insert(users)
    .values({ id: userId, email: `${userId}@example.test`, name: 'Owner', createdAt: now, updatedAt: now });
  await deps.db.insert(workspaces).values({
    id: workspaceId,
    name: 'Test',
    slug: workspaceId,
    plan: 'SELF_HOSTED',
    createdAt: now,
    updatedAt: now,
  });
  await deps.db
    .insert(memberships)
    .values({ id: deps.newId('membership'), workspaceId, userId, role: 'OWNER', createdAt: now });
  await deps.db.insert(apiKeys).values({
    id: apiKeyId,
    userId,
    name: 'test',
    mode: 'full',
    hash: randomBytes(32),
    hint: 'testtest',
    createdAt: now,
  });
  const rows = platformNames.map((platform) =>
    accountRow(deps, { workspaceId, platform, sandbox: false, credentials: { token: canaryToken } }),
  );
  if (rows.length > 0) await deps.db.insert(socialAccounts).values(rows);
  const ctx: TestWorkspace['ctx'] = {
    ...deps,
    actor: { kind: 'apiKey', apiKeyId, userId },
    reach: {
      userId,
      roleByWorkspace: new Map([[workspaceId, 'OWNER']]),
      settingsByWorkspace: new Map([[workspaceId, { plan: 'SELF_HOSTED', requireApproval: false }]]),
      ownerWorkspaceIds: new Set([workspaceId]),
    },
    requestId: deps.newId('request'),
  };
  return { ctx, workspaceId, accountIds: rows.map((row) => row.id) };
}

/** The secret of every test account, which must not appear anywhere. */
export const canaryToken = 'canary-3f9b1c-secret-token';
