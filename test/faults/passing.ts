import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response that passes through a proxy. Bodies are bytes, because some are videos. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface PassingProxy {
  url: string;
  close: () => Promise<void>;
}

const forwardTimeoutMs = 20_000;

/** Listens on a free port. A request whose handler fails gets no response. */
export async function openProxy(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<PassingProxy> {
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function forwardTo(origin: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method = 'GET', url = '/', headers } = incoming;
  const kept = without(headers, ['connection', 'host']);
  return new Promise((resolve, reject) => {
    const upstream = httpRequest(
      `${origin}${url}`,
      { method, headers: kept, agent: false, timeout: forwardTimeoutMs },
      (response) => {
        readAll(response).then((bytes) => {
          const answerHeaders = without(response.headers, ['connection', 'transfer-encoding']);
          resolve({ status: response.statusCode ?? 502, headers: answerHeaders, body: bytes });
        }, reject);
      },
    );
    upstream.once('timeout', () => upstream.destroy(new Error(`${origin} did not answer`)));
    upstream.once('error', reject);
    upstream.end(body);
  });
}

function without(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

export function writeAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': body.length });
  outgoing.end(body);
}

/** Returns the response with `to` instead of the server's own URL, in its JSON and its redirects. */
export function withAddress({ status, headers, body }: Answer, from: string, to: string): Answer {
  const { location } = headers;
  const isJson = /\bjson\b/.test(String(headers['content-type']));
  const bytes = isJson ? Buffer.from(body.toString('utf8').replaceAll(from, to)) : body;
  return {
    status,
    headers: {
      ...headers,
      ...(headers['content-length'] !== undefined && { 'content-length': String(bytes.length) }),
      ...(typeof location === 'string' && { location: location.replace(from, to) }),
    },
    body: bytes,
  };
}
