import type { NativeConnection } from '@temporalio/worker';
import { createActivities } from '../activities/create-activities.js';
import type { AppConfig } from '../config/config.js';
import type { AppContext } from '../context.js';
import { ensureSchedules } from '../temporal/schedules.js';
import { connectWorker, createWorker, installRuntime } from '../temporal/worker.js';
import { untilAborted } from './until-aborted.js';

const retryDelaysMs = [500, 1000, 2000, 5000, 10_000] as const;

/**
 * Runs a worker until the signal; then it drains. Temporal being away at the start, or for long, is waited out:
 * a worker that gave up would leave posts unpublished behind a process that looks healthy.
 */
export async function runWorker(config: AppConfig, context: AppContext, signal: AbortSignal): Promise<void> {
  installRuntime(context.log);
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      const connection = await connectWorker(config.temporal.connection);
      await pollUntilAborted(connection, config, context, signal);
    } catch (error) {
      const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? 0;
      context.log.warn({ err: error, delayMs }, 'the worker cannot poll Temporal; trying again');
      await untilAborted(signal, delayMs);
    }
  }
}

async function pollUntilAborted(
  connection: NativeConnection,
  config: AppConfig,
  { deps, log, temporalClient }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  try {
    await ensureSchedules(temporalClient);
    const worker = await createWorker({
      connection,
      namespace: config.temporal.namespace,
      activities: createActivities(deps),
    });
    const stop = (): void => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    signal.addEventListener('abort', stop, { once: true });
    log.info('worker polling');
    if (signal.aborted) return;
    await worker.run();
    signal.removeEventListener('abort', stop);
  } finally {
    await connection.close();
  }
}
