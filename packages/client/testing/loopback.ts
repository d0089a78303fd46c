import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPunctualClient, type ClientOptions, type PunctualClient } from '../src/client.js';

export interface Reply {
  status: number;
  body?: unknown;
  /** The body exactly as it is sent, instead of JSON made from `body`. */
  raw?: string;
  headers?: Record<string, string>;
  /** Whether the connection breaks before a response. */
  hangUp?: boolean;
  /** Whether the service never responds. */
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
  /** The responses: each request gets the next one, and afterwards 200 with `{}`. */
  replies: Reply[];
  received: Received[];
  /** The waits that the client asked for. None of them was really made. */
  waitsMs: number[];
  /** Creates a client of this service that records its waits instead of waiting. */
  client: (options?: Partial<ClientOptions>) => PunctualClient;
  close: () => Promise<void>;
}

/** Starts a service that gives the responses that the test has prepared. */
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
