import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, WebhookVerificationError } from '../../webhooks.js';
import { readBounded } from '../bounded.js';
import type { ReceivedEvent } from './desk.js';

const host = '127.0.0.1';
const bodyBytesMax = 8 * 1024 * 1024;
const requestTimeoutMs = 30_000;

export interface Receiver {
  url: string;
  close: () => Promise<void>;
}

export interface ReceiverOptions {
  /** The secret that signs deliveries. The first one may arrive before it is known. */
  secret: Promise<string>;
  /** Handles an event whose signature is valid. Returns the status of the response. */
  onEvent: (event: ReceivedEvent) => Promise<number>;
}

/** Receives the deliveries of one endpoint on this machine. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const path = `/${randomUUID()}`;
  const server = createServer((request, response) => {
    answer(request, response, path, options).catch(() => {
      // The connection broke, or the event could not be printed: the server will send it again.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  server.requestTimeout = requestTimeoutMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}${path}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { secret, onEvent }: ReceiverOptions,
): Promise<void> {
  if (request.method !== 'POST' || request.url !== path) {
    response.writeHead(404).end();
    return;
  }
  // An error breaks the connection.
  const tooLong = () => new Error(`The body has more than ${bodyBytesMax} bytes.`);
  const body = (await readBounded(request, bodyBytesMax, tooLong)).toString('utf8');
  try {
    const { id } = verifyWebhook({ body, headers: request.headers, secrets: await secret });
    response.writeHead(await onEvent({ id, body })).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.writeHead(401).end();
  }
}
