import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import { waitMsMax } from './patience.js';

export interface ReceivedWebhook {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  atMs: number;
}

/** How a receiver responds to one request: a status, or a handler. */
export type ReceiverAnswer = number | ((response: ServerResponse, request: ReceivedWebhook) => void);

/** A receiver of webhooks on this machine. It responds as the script says, and afterwards with `answer`. */
export interface Receiver {
  url: string;
  received: ReceivedWebhook[];
  script: ReceiverAnswer[];
  answer: ReceiverAnswer;
  /** Waits until that many requests have arrived. */
  until: (count: number, timeoutMs?: number) => Promise<void>;
  close: () => Promise<void>;
}

export async function startReceiver(answer: ReceiverAnswer = 204): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', method = '', headers } = request;
      const entry = { path, method, headers, body: Buffer.concat(chunks), atMs: Date.now() };
      receiver.received.push(entry);
      const next = receiver.script.shift() ?? receiver.answer;
      if (typeof next === 'number') response.writeHead(next).end();
      else next(response, entry);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    script: [],
    answer,
    until: async (count, timeoutMs = waitMsMax) => {
      await vi.waitFor(
        () => {
          if (receiver.received.length < count)
            throw new Error(`${receiver.received.length} of ${count} came`);
        },
        { timeout: timeoutMs, interval: 20 },
      );
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/**
 * Verifies a request with the Standard Webhooks library, which throws unless the signature, the time and the id are
 * right.
 */
export function verifyStandard(secret: string, { body, headers }: ReceivedWebhook): unknown {
  return new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}
