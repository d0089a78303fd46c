import type { Server } from 'node:http';
import { createApi } from '../api/app.js';
import { createHttpServer } from '../api/http/server.js';
import type { AppContext } from '../context.js';
import { reconcile } from '../services/reconcile/reconcile.js';
import { hasAccounts } from '../services/sessions/sign-up.js';
import { openSideDoor } from './side-door.js';
import { untilAborted } from './until-aborted.js';

/** Everything, from the signal to the end. */
const drainMsMax = 23_000;

export interface ApiProcessOptions {
  host: string;
  port: number;
  /** Where /metrics is; nowhere unless set. */
  metricsPort: number | undefined;
  /** Shows /metrics to whoever reaches the API, too. */
  metricsOnPublicPort: boolean;
  publicUrl: string | undefined;
  trustProxyHops: number;
  unauthorizedPerMinuteMax: number | null;
  /** How long balancers are shown a failing /readyz before the door closes. Until then requests are answered. */
  drainDelayMs: number;
  /** Outside production every answer is checked against the API's description. */
  validateResponses: boolean;
  /** Tells whoever started the process. No log: what it says may be a secret. */
  say: (line: string) => void;
}

/** Serves the API until the signal; then it lets the requests under way end. */
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
  const isReady = (): boolean => !signal.aborted;
  const door =
    metricsPort === undefined
      ? undefined
      : await openSideDoor({ host, port: metricsPort, renderMetrics, isReady });
  const server = createHttpServer({
    fetch: api.app.fetch,
    newId: deps.newId,
    log,
    isEnding: () => signal.aborted,
  });
  await listen(server, options);
  log.info({ host: options.host, port: options.port }, 'api listening');
  void announceSetUp(context, publicOrigin ?? `http://localhost:${options.port}`, options.say);
  // Whatever a crash left owed is paid now; the worker's schedule repeats it.
  reconcile(deps, { includeYoung: true }).then(
    (result) => {
      log.info(result, 'swept at start');
    },
    (error: unknown) => {
      log.warn({ err: error }, 'the sweep at the start did not succeed');
    },
  );
  await untilAborted(signal);
  api.startDraining();
  await new Promise((resolve) => setTimeout(resolve, options.drainDelayMs));
  await drain(server, drainMsMax - options.drainDelayMs);
  await door?.close();
}

/** Without an account yet, whoever runs the installation is told how to make the first one, and nobody else is. */
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
    say(`There is no account yet. Make the first one at ${origin}/sign-in#setup=${setUpToken}`);
  } catch (error) {
    log.warn({ err: error }, 'cannot tell whether there is an account yet; "npm run users -- add" makes one');
  }
}

function listen(server: Server, { host, port }: ApiProcessOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
