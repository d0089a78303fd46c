import type { Server } from 'node:http';
import { createApi } from '../api/app.js';
import { createHttpServer } from '../api/http/server.js';
import { ConfigError } from '../config/env.js';
import type { AppContext } from '../context.js';
import { stopMsMax } from '../domain/limits.js';
import { reconcile } from '../services/reconcile/reconcile.js';
import { hasAccounts } from '../services/sessions/sign-up.js';
import { refuseNewerSchema } from './refuse-newer-schema.js';
import { refusePooler } from './refuse-pooler.js';
import { refuseRestored } from './refuse-restored.js';
import { startHealthServer } from './health-server.js';
import { listen } from './listen.js';
import { untilAborted } from './until-aborted.js';

/** The maximum time from the signal until the last connection is closed. */
const drainMsMax = stopMsMax - 2_000;
/**
 * How long the start waits for the database's time. Afterwards requests are served without it, and respond that the
 * database is unreachable.
 */
const clockWaitMsMax = 2_000;

export interface ApiProcessOptions {
  host: string;
  port: number;
  /** The port of /metrics, which is not served if undefined. */
  metricsPort: number | undefined;
  /** Whether /metrics is also served on the API's public port. */
  metricsOnPublicPort: boolean;
  publicUrl: string | undefined;
  trustProxyHops: number;
  unauthorizedPerMinuteMax: number | null;
  /** How long /readyz fails before the server stops accepting connections. Until then requests are served. */
  drainDelayMs: number;
  /** Whether every response is checked against the API's description, as it is outside production. */
  validateResponses: boolean;
  /**
   * Prints a message for the person who started the process. The message is not logged, because it may contain a
   * secret.
   */
  say: (line: string) => void;
}

/** Serves the API until the signal, then finishes running requests. */
export async function runApi(
  context: AppContext,
  options: ApiProcessOptions,
  signal: AbortSignal,
): Promise<void> {
  const { deps, log, tracing, optionsSchemas, renderMetrics } = context;
  const { host, metricsPort, publicUrl, validateResponses, trustProxyHops, unauthorizedPerMinuteMax } =
    options;
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const api = createApi({
    deps,
    optionsSchemas,
    tracing,
    validateResponses,
    trustProxyHops,
    unauthorizedPerMinuteMax,
    ...(publicOrigin === undefined ? {} : { publicOrigin }),
    ...(options.metricsOnPublicPort ? { renderMetrics } : {}),
  });
  await refusePooler(context);
  // An unreachable database does not stop the start: until it is back, no request can change anything.
  await unlessUnreachable(refuseRestored(context));
  await unlessUnreachable(refuseNewerSchema(context));
  const isReady = (): boolean => !signal.aborted;
  const healthServer =
    metricsPort === undefined
      ? undefined
      : await startHealthServer({
          host,
          port: metricsPort,
          variable: 'METRICS_PORT',
          renderMetrics,
          isReady,
        });
  try {
    const server = createHttpServer({
      fetch: api.app.fetch,
      newId: deps.newId,
      log,
      isEnding: () => signal.aborted,
      ...(publicOrigin === undefined ? {} : { publicOrigin }),
    });
    const followed = context.followClock(signal);
    await Promise.race([followed, untilAborted(signal, clockWaitMsMax)]);
    await listen(server, { host, port: options.port, variable: 'PORT' });
    log.info({ host: options.host, port: options.port }, 'api listening');
    void api.prepareDocs().catch((error: unknown) => {
      // The first reader tries again.
      log.debug({ err: error }, 'the documentation could not be prepared');
    });
    void announceSetUp(context, publicOrigin ?? `http://localhost:${options.port}`, options.say);
    void sweepOnce(context, followed);
    await untilAborted(signal);
    api.startDraining();
    await new Promise((resolve) => setTimeout(resolve, options.drainDelayMs));
    await drain(server, drainMsMax - options.drainDelayMs);
  } finally {
    await healthServer?.close();
  }
}

async function unlessUnreachable(check: Promise<void>): Promise<void> {
  await check.catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
  });
}

/**
 * Sweeps when the database's clock is known, in case the last process crashed. The worker's schedule starts later
 * sweeps.
 */
async function sweepOnce({ deps, log }: AppContext, clockIsKnown: Promise<void>): Promise<void> {
  try {
    await clockIsKnown;
    log.info(await reconcile(deps, { includeYoung: true }), 'swept at start');
  } catch (error) {
    log.warn({ err: error }, 'the sweep at the start did not succeed');
  }
}

/** If there is no user yet, prints instructions for creating the first one, which only the operator sees. */
async function announceSetUp(
  { deps, log }: AppContext,
  origin: string,
  say: ApiProcessOptions['say'],
): Promise<void> {
  const {
    signUp: { setUpToken },
  } = deps;
  if (setUpToken === null) return;
  try {
    if (await hasAccounts(deps.db)) return;
    say(`There is no user yet. Create the first one at ${origin}/sign-in#setup=${setUpToken}`);
  } catch (error) {
    log.warn({ err: error }, 'cannot tell whether a user exists yet; "punctual users add" creates one');
  }
}

function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
