import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPunctualClient, type ClientOptions, type PunctualClient } from '../src/client.js';

export interface Reply {
  status: number;
  body?: unknown;
  /** The body as it is, in place of JSON made from `body`. */
  raw?: string;
  headers?: Record<string, string>;
  /** The connection breaks before a response. */
  hangUp?: boolean;
  /** There is never a response. */
  silent?: boolean;
}

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Loopback {
  baseUrl: string;
  /** Each request gets the next one; afterwards the response is 200 and `{}`. */
  replies: Reply[];
  received: Received[];
  /** The waits that the client would have made. */
  waitsMs: number[];
  /** A client of this service that notes its waits in place of waiting. */
  client: (options?: Partial<ClientOptions>) => PunctualClient;
  close: () => Promise<void>;
}

/** A service that answers what the test has laid out. */
export async function startLoopback(): Promise<Loopback> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      loopback.received.push({ method, url, headers, body });
      const reply = loopback.replies.shift() ?? { status: 200, body: {} };
      if (reply.hangUp === true) request.socket.destroy();
      else if (reply.silent !== true) {
        response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
        response.end(reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const loopback: Loopback = {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    replies: [],
    received: [],
    waitsMs: [],
    client: (options = {}) =>
      createPunctualClient({
        baseUrl: loopback.baseUrl,
        apiKey: 'punctual_live_test',
        ...options,
        retry: {
          sleep: (delayMs) => {
            loopback.waitsMs.push(delayMs);
            return Promise.resolve();
          },
          ...options.retry,
        },
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return loopback;
}

export const failure = (statusCode: number, code: string, extras: object = {}): Reply => ({
  status: statusCode,
  body: { statusCode, code, message: 'No.', requestId: 'req_1', ...extras },
});

export const times = (count: number, reply: Reply): Reply[] => Array.from({ length: count }, () => reply);
