import type { Server } from 'node:http';
import { createApi } from '../api/app.js';
import { createHttpServer } from '../api/http-server.js';
import type { AppContext } from '../context.js';
import { reconcile } from '../services/reconcile/reconcile.js';
import { openSideDoor } from './side-door.js';
import { untilAborted } from './until-aborted.js';

/** Everything, from the signal to the end. */
const drainMsMax = 23_000;

export interface ApiProcessOptions {
  host: string;
  port: number;
  /** Where /metrics is, if not on the public port. */
  metricsPort: number | undefined;
  publicUrl: string | undefined;
  trustProxyHops: number;
  unauthorizedPerMinuteMax: number | null;
  /** How long balancers are shown a failing /readyz before the door closes. Until then requests are answered. */
  drainDelayMs: number;
  /** Outside production every answer is checked against the API's description. */
  validateResponses: boolean;
}

/** Serves the API until the signal; then it lets the requests under way end. */
export async function runApi(
  context: AppContext,
  options: ApiProcessOptions,
  signal: AbortSignal,
): Promise<void> {
  const { deps, log, tracing, renderMetrics } = context;
  const { host, metricsPort, publicUrl, validateResponses, trustProxyHops, unauthorizedPerMinuteMax } =
    options;
  const api = createApi({
    deps,
    tracing,
    validateResponses,
    trustProxyHops,
    unauthorizedPerMinuteMax,
    ...(publicUrl === undefined ? {} : { publicOrigin: new URL(publicUrl).origin }),
    ...(metricsPort === undefined ? { renderMetrics } : {}),
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
