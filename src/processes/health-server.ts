import { createServer, type ServerResponse } from 'node:http';
import type { MetricsText } from '../observability/prometheus.js';
import { listen, type ListenAddress } from './listen.js';

const requestTimeoutMs = 10_000;

export interface HealthServerOptions extends ListenAddress {
  renderMetrics: () => Promise<MetricsText>;
  /** Whether the process can do its work, for /readyz. */
  isReady: () => boolean;
  /** The reason why the process is not ready, if it is known. */
  fault?: () => string | null;
  /** Additional fields for /readyz. */
  more?: () => object;
}

export interface HealthServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * Starts a small server beside a process's real work, for orchestrators and metrics collectors, with /healthz, /readyz
 * and /metrics.
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    void answer(request.url ?? '', response, options);
  });
  await listen(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(url: string, response: ServerResponse, options: HealthServerOptions): Promise<void> {
  const send = (status: number, contentType: string, body: string): void => {
    response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body);
  };
  const json = 'application/json; charset=utf-8';
  switch (url.split('?')[0]) {
    case '/healthz':
      send(200, json, '{"status":"ok"}');
      return;
    case '/readyz': {
      const ready = options.isReady();
      const fault = ready ? null : (options.fault?.() ?? null);
      const answer = {
        status: ready ? 'ok' : 'not ready',
        ...(fault !== null && { fault }),
        ...options.more?.(),
      };
      send(ready ? 200 : 503, json, JSON.stringify(answer));
      return;
    }
    case '/metrics':
      try {
        const { contentType, text } = await options.renderMetrics();
        send(200, contentType, text);
      } catch {
        send(500, json, '{"status":"metrics are not available"}');
      }
      return;
    default:
      send(404, json, '{"status":"not found"}');
  }
}
