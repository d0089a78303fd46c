import { hostname } from 'node:os';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type NativeConnectionOptions,
  type WorkerOptions as SdkWorkerOptions,
} from '@temporalio/worker';
import type { Activities } from '../activities/create-activities.js';
import { stopMsMax } from '../domain/limits.js';
import {
  uploadTaskQueueOf,
  webhookTaskQueueOf,
  workerGraceMs,
  type AttemptDeliveryInput,
  type CommitInput,
} from '../domain/workflow-contract.js';
import type { Logger } from '../log.js';
import { inProject } from '../project-root.js';
import { identityWithVersion } from './worker-version.js';
import { workflowSources } from './workflow-sources.js';

const shutdownForceMs = stopMsMax - 1_000;
const shutdownTimes = { shutdownGraceTime: workerGraceMs, shutdownForceTime: shutdownForceMs } as const;
/**
 * The maximum number of cached workflows, which limits memory. Sleeping posts are not in the cache; posts held for
 * their due time are.
 */
const cachedWorkflowsMax = 1_200;
/**
 * The number of activity slots. It exceeds the number of posts that can be held (`usualTurns`), so that some remain for
 * work that is already due.
 */
const activitiesAtOnceMax = 1_200;

/** The settings of the worker, shared with the baseline of the benchmarks. */
export const workerTuning = {
  maxCachedWorkflows: cachedWorkflowsMax,
  maxConcurrentActivityTaskExecutions: activitiesAtOnceMax,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const satisfies Partial<SdkWorkerOptions>;

/**
 * A run whose history this version cannot replay fails at once, and the sweep replaces it, because the database has
 * what the next run needs. By default, Temporal would repeat the replay without end, for instance after a roll-back.
 */
export const failsUnknownHistories = {
  workflowFailureErrorTypes: { '*': ['NondeterminismError'] },
} as const satisfies Partial<SdkWorkerOptions>;

/**
 * The number of webhook attempts at the same time. An attempt costs little more than an open socket, and hundreds of
 * hanging receivers must not use up all slots.
 */
const webhookAttemptsAtOnceMax = 2_500;

export const webhookWorkerTuning = {
  maxConcurrentActivityTaskExecutions: webhookAttemptsAtOnceMax,
  activityTaskPollerBehavior: { type: 'autoscaling' },
  maxCachedWorkflows: 0,
  maxConcurrentWorkflowTaskExecutions: 6,
  workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: 3 },
} as const satisfies Partial<SdkWorkerOptions>;

/**
 * Each upload needs a few megabytes of memory. There are more slots than long uploads (`usualUploadGate`), so
 * images never wait for videos.
 */
export const uploadWorkerTuning = {
  maxConcurrentActivityTaskExecutions: 100,
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const satisfies Partial<SdkWorkerOptions>;

export interface WorkerOptions {
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  /** The task queue of the installation. */
  queue: string;
  /** The version of this build, which the doctor compares. */
  version: string;
  /** Interceptors of activities and sinks of workflows, if tracing is on. */
  tracing?: Pick<SdkWorkerOptions, 'interceptors' | 'sinks'>;
}

/** Routes the SDK's own log lines through our logger. Call it once per process, before the first worker. */
export function installRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const fields = { temporal: meta };
      // The upload worker intentionally runs no workflow, so this warning is noise.
      if (message.startsWith('No workflows registered')) log.debug(fields, message);
      else if (level === 'ERROR') log.error(fields, message);
      else if (level === 'WARN') log.warn(fields, message);
      else if (level === 'INFO') log.info(fields, message);
      else log.debug(fields, message);
    }),
    // Otherwise the native part of the SDK would write colored lines to the console, between our lines of JSON.
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
    // The entry point of the process handles signals.
    shutdownSignals: [],
  });
}

export function connectWorker(options: NativeConnectionOptions): Promise<NativeConnection> {
  return NativeConnection.connect(options);
}

export function createWorker(options: WorkerOptions): Promise<Worker> {
  return Worker.create({
    ...commonParts(options),
    taskQueue: options.queue,
    activities: options.activities,
    ...workflowParts(options.tracing),
    ...workerTuning,
  });
}

/**
 * Creates the worker that delivers webhooks and nothing else. It fetches few tasks at a time and has no sticky queue,
 * so waiting tasks stay on the Temporal server, which serves workspaces in turns. Here they would be served in order of
 * arrival.
 */
export function createWebhookWorker(options: WorkerOptions): Promise<Worker> {
  const { activities } = options;
  return Worker.create({
    ...commonParts(options),
    taskQueue: webhookTaskQueueOf(options.queue),
    activities: { attemptDelivery: (input: AttemptDeliveryInput) => activities.attemptDelivery(input) },
    ...workflowParts(options.tracing),
    ...webhookWorkerTuning,
  });
}

/** Creates the worker that uploads media and nothing else. It runs no workflow. */
export function createUploadWorker(options: WorkerOptions): Promise<Worker> {
  const { activities, tracing: { interceptors = {} } = {} } = options;
  return Worker.create({
    ...commonParts(options),
    taskQueue: uploadTaskQueueOf(options.queue),
    activities: { uploadStep: (input: CommitInput) => activities.uploadStep(input) },
    interceptors,
    ...uploadWorkerTuning,
  });
}

const commonParts = ({ connection, namespace, version }: WorkerOptions) => ({
  connection,
  namespace,
  identity: identityWithVersion(`${process.pid}@${hostname()}`, version),
  ...shutdownTimes,
});

/** The parts that only a worker with workflows needs. */
function workflowParts({
  interceptors = {},
  sinks,
}: WorkerOptions['tracing'] = {}): Partial<SdkWorkerOptions> {
  return { ...failsUnknownHistories, ...workflowSource(interceptors), ...(sinks && { sinks }) };
}

/** The bundle from the build; for a worker that runs from src/, the sources, which it bundles itself. */
function workflowSource(
  interceptors: NonNullable<SdkWorkerOptions['interceptors']>,
): Pick<SdkWorkerOptions, 'workflowBundle' | 'workflowsPath' | 'interceptors'> {
  if (!import.meta.url.endsWith('.ts')) {
    return { workflowBundle: { codePath: inProject('dist', 'workflow-bundle.js') }, interceptors };
  }
  const { workflowsPath, workflowInterceptorModules } = workflowSources;
  return { workflowsPath, interceptors: { ...interceptors, workflowModules: workflowInterceptorModules } };
}
