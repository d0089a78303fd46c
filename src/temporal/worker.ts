import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type NativeConnectionOptions,
  type WorkerOptions as SdkWorkerOptions,
} from '@temporalio/worker';
import type { Activities } from '../activities/create-activities.js';
import {
  taskQueue,
  uploadTaskQueueOf,
  webhookTaskQueueOf,
  workerGraceMs,
  type AttemptDeliveryInput,
  type CommitInput,
} from '../domain/workflow-contract.js';
import type { Logger } from '../log.js';
import { workflowSources } from './workflow-sources.js';

const shutdownForceMs = 24_000;
const shutdownTimes = { shutdownGraceTime: workerGraceMs, shutdownForceTime: shutdownForceMs } as const;
/** Bounds the memory of the workflow cache; sleeping posts are not in it. */
const cachedWorkflowsMax = 500;

/** What the benchmarks' baseline takes over as well. */
export const workerTuning = {
  maxCachedWorkflows: cachedWorkflowsMax,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const satisfies Partial<SdkWorkerOptions>;
/** An attempt is little more than an open socket; hundreds of receivers that hang must not use this up. */
const webhookAttemptsAtOnceMax = 2_500;

export const webhookWorkerTuning = {
  maxConcurrentActivityTaskExecutions: webhookAttemptsAtOnceMax,
  activityTaskPollerBehavior: { type: 'autoscaling' },
  maxCachedWorkflows: 0,
  maxConcurrentWorkflowTaskExecutions: 6,
  workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: 3 },
} as const satisfies Partial<SdkWorkerOptions>;

/** Each holds a few megabytes at most; more of them at once would only share the same line. */
export const uploadWorkerTuning = {
  maxConcurrentActivityTaskExecutions: 40,
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const satisfies Partial<SdkWorkerOptions>;

export interface WorkerOptions {
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  queue?: string;
  /** Interceptors of activities and sinks of workflows, where tracing is on. */
  tracing?: Pick<SdkWorkerOptions, 'interceptors' | 'sinks'>;
}

/** Sends the SDK's own log lines through ours. Once a process, before the first worker. */
export function installRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const fields = { temporal: meta };
      // The upload worker has none on purpose: no news, and nothing to warn of.
      if (message.startsWith('No workflows registered')) log.debug(fields, message);
      else if (level === 'ERROR') log.error(fields, message);
      else if (level === 'WARN') log.warn(fields, message);
      else if (level === 'INFO') log.info(fields, message);
      else log.debug(fields, message);
    }),
    // The process's entry point owns the signals.
    shutdownSignals: [],
  });
}

export function connectWorker(options: NativeConnectionOptions): Promise<NativeConnection> {
  return NativeConnection.connect(options);
}

export function createWorker({
  connection,
  namespace,
  activities,
  queue,
  tracing = {},
}: WorkerOptions): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue: queue ?? taskQueue,
    activities,
    ...workflowParts(tracing),
    ...workerTuning,
    ...shutdownTimes,
  });
}

/**
 * Delivers webhooks, and nothing else. What waits for it waits at the server, which takes workspaces in turns, and not
 * here, where first come is first served: hence few tasks at a time, and no sticky queue beside the fair one.
 */
export function createWebhookWorker({
  connection,
  namespace,
  activities,
  queue,
  tracing = {},
}: WorkerOptions): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue: webhookTaskQueueOf(queue ?? taskQueue),
    activities: { attemptDelivery: (input: AttemptDeliveryInput) => activities.attemptDelivery(input) },
    ...workflowParts(tracing),
    ...webhookWorkerTuning,
    ...shutdownTimes,
  });
}

/** Uploads media, and nothing else; it runs no workflow. */
export function createUploadWorker({
  connection,
  namespace,
  activities,
  queue,
  tracing = {},
}: WorkerOptions): Promise<Worker> {
  const { interceptors = {} } = tracing;
  return Worker.create({
    connection,
    namespace,
    taskQueue: uploadTaskQueueOf(queue ?? taskQueue),
    activities: { uploadStep: (input: CommitInput) => activities.uploadStep(input) },
    interceptors,
    ...uploadWorkerTuning,
    ...shutdownTimes,
  });
}

/** What a worker that runs workflows needs for them. */
function workflowParts({
  interceptors = {},
  sinks,
}: NonNullable<WorkerOptions['tracing']>): Partial<SdkWorkerOptions> {
  return { ...workflowSource(interceptors), ...(sinks && { sinks }) };
}

/** The bundle that the build has made, if there is one; else the sources, bundled now. */
function workflowSource(
  interceptors: NonNullable<SdkWorkerOptions['interceptors']>,
): Pick<SdkWorkerOptions, 'workflowBundle' | 'workflowsPath' | 'interceptors'> {
  const bundle = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
  if (existsSync(bundle)) return { workflowBundle: { codePath: bundle }, interceptors };
  const { workflowsPath, workflowInterceptorModules } = workflowSources;
  return { workflowsPath, interceptors: { ...interceptors, workflowModules: workflowInterceptorModules } };
}
