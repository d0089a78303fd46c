import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type NativeConnectionOptions,
} from '@temporalio/worker';
import type { Activities } from '../activities/create-activities.js';
import { taskQueue } from '../domain/workflow-contract.js';
import type { Logger } from '../log.js';

const shutdownGraceMs = 20_000;
const shutdownForceMs = 24_000;
/** Bounds the memory of the workflow cache; sleeping posts are not in it. */
const cachedWorkflowsMax = 500;

export interface WorkerOptions {
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  queue?: string;
}

/** Sends the SDK's own log lines through ours. Once a process, before the first worker. */
export function installRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const fields = { temporal: meta };
      if (level === 'ERROR') log.error(fields, message);
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

export function createWorker({ connection, namespace, activities, queue }: WorkerOptions): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue: queue ?? taskQueue,
    activities,
    ...workflowSource(),
    maxCachedWorkflows: cachedWorkflowsMax,
    shutdownGraceTime: shutdownGraceMs,
    shutdownForceTime: shutdownForceMs,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    activityTaskPollerBehavior: { type: 'autoscaling' },
  });
}

/** The bundle that the build has made, if there is one; else the sources, bundled now. */
function workflowSource(): { workflowBundle: { codePath: string } } | { workflowsPath: string } {
  const bundle = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
  if (existsSync(bundle)) return { workflowBundle: { codePath: bundle } };
  return {
    workflowsPath: fileURLToPath(new URL(`../workflows/index${import.meta.url.slice(-3)}`, import.meta.url)),
  };
}
