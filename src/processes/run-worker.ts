import type { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../activities/create-activities.js';
import type { AppConfig } from '../config/config.js';
import type { AppContext } from '../context.js';
import { tracedWorker } from '../observability/temporal-tracing.js';
import { readClockState } from '../services/health/clock-state.js';
import { createPublishTurns } from '../services/publishing/publish-turns.js';
import { readOutage } from '../temporal/health.js';
import { createNamespaceKeeper } from '../temporal/keep-namespace.js';
import {
  connectWorker,
  createUploadWorker,
  createWebhookWorker,
  createWorker,
  installRuntime,
} from '../temporal/worker.js';
import { refusePooler } from './refuse-pooler.js';
import { requireRightSettings } from './require-right-settings.js';
import { startHealthServer } from './health-server.js';
import { untilAborted } from './until-aborted.js';

/** The interval between two checks of the namespace. Each process adds up to half of it at random. */
const keepEveryMs = 60_000;
/** The interval between two checks whether Temporal answers, and the time that an answer may take. */
const watchEveryMs = 5_000;
const watchTimeoutMs = 5_000;
const faultCharsMax = 300;
const retryDelaysMs = [500, 1000, 2000, 5000, 10_000] as const;

/** The address at which the worker serves its health and metrics. Without a port, it does not serve them. */
export interface HealthServerAddress {
  host: string;
  port: number | undefined;
}

/**
 * Runs a worker until the signal, then drains it. If Temporal is unreachable, it waits: if the worker gave up, posts
 * would stay unpublished while the process looks healthy.
 */
export async function runWorker(
  config: AppConfig,
  context: AppContext,
  health: HealthServerAddress,
  signal: AbortSignal,
): Promise<void> {
  await refusePooler(context);
  installRuntime(context.log);
  const state: WorkerState = { polling: false, fault: null, outage: null };
  const { renderMetrics } = context;
  const { host, port } = health;
  const { clock } = context.deps;
  const isReady = (): boolean =>
    state.polling && state.outage === null && !signal.aborted && clockFault(clock) === null;
  const fault = (): string | null => state.fault ?? state.outage ?? clockFault(clock);
  const more = (): object => readClockState(clock);
  const opened =
    port === undefined
      ? undefined
      : await startHealthServer({
          host,
          port,
          variable: 'WORKER_HEALTH_PORT',
          renderMetrics,
          isReady,
          fault,
          more,
        });
  try {
    await Promise.all([
      pollAgainUntilAborted(config, context, state, signal),
      keepNamespace(context, state, signal),
      watchTemporal(context, state, signal),
    ]);
  } finally {
    await opened?.close();
  }
}

interface WorkerState {
  polling: boolean;
  /** The reason why the worker does not poll, in a few words. Null if it polls, or has only just started. */
  fault: string | null;
  /** The reason why Temporal does not answer. Null if it does. The worker's polls wait meanwhile, without an error. */
  outage: string | null;
}

/**
 * The fault of this machine's clock; null if there is none. Publishing stays correct even with a wrong clock, because
 * it uses the database's.
 */
function clockFault(clock: AppContext['deps']['clock']): string | null {
  const state = readClockState(clock);
  if (state.clock !== 'off') return null;
  return `The clock of this machine is ${state.clockAheadSeconds} s ahead of the database's. Synchronize both with NTP.`;
}

/**
 * Restores search attributes and schedules after Temporal lost its data, or after they were deleted or paused. A
 * schedule cannot do this, because it could not restore itself.
 */
async function keepNamespace(
  { temporalClient, deps, log }: AppContext,
  state: WorkerState,
  signal: AbortSignal,
): Promise<void> {
  let keep: (() => Promise<void>) | undefined;
  while (!signal.aborted) {
    await untilAborted(signal, keepEveryMs * (1 + Math.random() / 2));
    if (!state.polling) continue;
    keep ??= createNamespaceKeeper(temporalClient, await deps.installation(), log);
    await keep();
  }
}

/** Checks repeatedly whether Temporal answers. */
async function watchTemporal(
  { temporalClient: client, log }: AppContext,
  state: WorkerState,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await untilAborted(signal, watchEveryMs);
    if (!state.polling) continue;
    const asked = readOutage(client, watchTimeoutMs);
    const outage = await Promise.race([asked, untilAborted(signal).then(() => null)]);
    if (outage !== null && state.outage === null) log.warn({ reason: outage }, 'Temporal does not answer');
    state.outage = outage === null ? null : `Temporal does not answer: ${outage}`.slice(0, faultCharsMax);
  }
}

async function pollAgainUntilAborted(
  config: AppConfig,
  context: AppContext,
  state: WorkerState,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      const connecting = connectWorker(config.temporal.connection);
      const connection = await Promise.race([connecting, untilAborted(signal).then(() => null)]);
      if (connection === null) {
        void endLate(connecting);
        return;
      }
      await pollUntilAborted(connection, config, context, state, signal);
    } catch (error) {
      const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? 0;
      state.fault = error instanceof Error ? error.message.slice(0, faultCharsMax) : 'unknown';
      context.log.warn({ err: error, delayMs }, 'the worker cannot poll Temporal; trying again');
      await untilAborted(signal, delayMs);
    }
  }
}

/** Closes a connection that opens after the signal. */
async function endLate(connecting: Promise<NativeConnection>): Promise<void> {
  await connecting.then((connection) => connection.close()).catch(() => undefined);
}

async function pollUntilAborted(
  connection: NativeConnection,
  config: AppConfig,
  context: AppContext,
  state: WorkerState,
  signal: AbortSignal,
): Promise<void> {
  const { deps, log, temporalClient, tracing, followClock } = context;
  const workers: Worker[] = [];
  try {
    const checking = requireRightSettings(context).then(() => true);
    if (!(await Promise.race([checking, untilAborted(signal).then(() => false)]))) return;
    // A sweep that uses a wrong clock could end sessions and uploads too early.
    await followClock(signal);
    const installation = await deps.installation();
    await createNamespaceKeeper(temporalClient, installation, log)();
    const turns = createPublishTurns(deps.publishing.dueClock);
    const options = {
      connection,
      namespace: config.temporal.namespace,
      queue: installation.taskQueue,
      version: config.version,
      activities: createActivities(deps, turns),
      tracing: tracedWorker(tracing),
    };
    for (const create of [createWorker, createWebhookWorker, createUploadWorker]) {
      workers.push(await create(options));
    }
    const stop = (): void => {
      // Posts that this worker held for their due time move to another worker.
      turns.close();
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    if (signal.aborted) return;
    signal.addEventListener('abort', stop, { once: true });
    log.info('worker polling');
    try {
      state.polling = true;
      state.fault = null;
      await runTogether(workers, stop);
    } finally {
      state.polling = false;
      signal.removeEventListener('abort', stop);
    }
  } finally {
    await Promise.allSettled(workers.map(endUnrun));
    await connection.close();
  }
}

/** Ends a worker that was created but never run. Otherwise it would keep its connection and the process alive. */
async function endUnrun(worker: Worker): Promise<void> {
  if (worker.getState() !== 'INITIALIZED') return;
  const run = worker.run();
  worker.shutdown();
  await run;
}

/**
 * Runs the workers together. If one fails, the others stop, because they share its connection; the caller then creates
 * all of them again.
 */
async function runTogether(workers: readonly Worker[], stop: () => void): Promise<void> {
  const runs = workers.map((worker) =>
    worker.run().catch((error: unknown) => {
      stop();
      throw error;
    }),
  );
  await Promise.allSettled(runs);
  await Promise.all(runs);
}
