import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a test's server that can be shut, and then behaves like a platform that is down. */
export interface FrontProxy extends AsyncDisposable {
  url: string;
  /** The port of the server, once it is known. */
  port: number;
  isShut: boolean;
  /** The number of requests that arrived while it was shut. */
  refused: number;
}

export async function openFrontProxy(): Promise<FrontProxy> {
  const server = createServer((request, response) => {
    if (!proxy.isShut) return pass(proxy.port, request, response);
    proxy.refused += 1;
    // Some failures are responses, others are closed connections.
    if (proxy.refused % 2 === 0) return request.socket.destroy();
    response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>We are down</h1>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FrontProxy = {
    url: `http://127.0.0.1:${port}`,
    port: 0,
    isShut: false,
    refused: 0,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function pass(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const onward = forward({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
