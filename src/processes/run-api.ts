import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApi } from '../api/app.js';
import type { AppContext } from '../context.js';
import { reconcile } from '../services/reconcile/reconcile.js';
import { openSideDoor } from './side-door.js';
import { untilAborted } from './until-aborted.js';

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 5_000;
/** How long balancers are shown a failing /readyz before the door closes, and how long requests may then take. */
const announceMs = 500;
const drainTimeoutMs = 20_000;

export interface ApiProcessOptions {
  host: string;
  port: number;
  /** Where /metrics is, if not on the public port. */
  metricsPort: number | undefined;
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
  const { host, metricsPort, validateResponses } = options;
  const api = createApi({
    deps,
    tracing,
    validateResponses,
    ...(metricsPort === undefined ? { renderMetrics } : {}),
  });
  const isReady = (): boolean => !signal.aborted;
  const door =
    metricsPort === undefined
      ? undefined
      : await openSideDoor({ host, port: metricsPort, renderMetrics, isReady });
  const listener = getRequestListener(api.app.fetch);
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    (request, response) => void listener(request, response),
  );
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
  await new Promise((resolve) => setTimeout(resolve, announceMs));
  await drain(server);
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

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, drainTimeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
