import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { AppError } from '../../domain/errors.js';
import { invalidRequest } from '../errors/validation.js';
import type { NewId } from '../../domain/ids.js';
import { storageUploadPath } from '../../domain/media.js';
import { errorExamples, statusByCode } from '../errors/codes.js';
import type { Logger } from '../../log.js';
import { envelopeOf } from '../errors/envelope.js';
import { originForLinks } from './own-origin.js';

const headersTimeoutMs = 10_000;
const requestTimeoutMsDefault = 30_000;
/**
 * Longer than a load balancer keeps an idle connection (usually 60 s): the side that sends the requests must
 * close first.
 */
const keepAliveTimeoutMs = 75_000;

export interface HttpServerOptions {
  fetch: (request: Request) => Response | Promise<Response>;
  newId: NewId;
  log: Logger;
  /** Whether connections are closed after the next response. */
  isEnding: () => boolean;
  requestTimeoutMs?: number;
  /** The origin of PUBLIC_URL; absent in development only. */
  publicOrigin?: string;
}

/** Returns the text of an error's envelope. */
type BodyOf = (error: AppError) => string;

/** Creates the HTTP server of the API. Malformed requests also get the error envelope (docs/contract.md#errors). */
export function createHttpServer(options: HttpServerOptions): Server {
  const { fetch, newId, log, isEnding, publicOrigin, requestTimeoutMs = requestTimeoutMsDefault } = options;
  // Replaces the Host header, which is not known for requests that cannot be parsed.
  let ownHost: string | undefined;
  const bodyOf: BodyOf = (error) => {
    const ownOrigin = originForLinks({ publicOrigin, host: ownHost });
    return JSON.stringify(envelopeOf(error, { requestId: newId('request'), ownOrigin }));
  };
  const listener = getRequestListener(fetch, {
    errorHandler: (error) => {
      const isOurs = !(error instanceof RequestError);
      if (isOurs) log.error({ err: error }, 'a request could not be handed on');
      const refusal = isOurs ? internal() : malformed();
      return new Response(bodyOf(refusal), {
        status: statusByCode[refusal.code],
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      });
    },
  });
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      // Node's limit would cut off long uploads, so `boundRequest` limits other requests.
      requestTimeout: 0,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    (request, response) => {
      boundRequest(request, requestTimeoutMs, bodyOf);
      // Sends "Connection: close", so that clients with an open connection send their next request to another
      // process.
      if (isEnding()) response.shouldKeepAlive = false;
      void listener(request, response);
    },
  );
  server.once('listening', () => {
    const { port } = server.address() as AddressInfo;
    ownHost = `localhost:${port}`;
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(socket, refusalOf(error.code), bodyOf),
  );
  return server;
}

/**
 * A request must arrive completely within its time. Uploads must keep a minimum speed instead
 * (src/api/http/streamed-body.ts).
 */
function boundRequest(request: IncomingMessage, timeoutMs: number, bodyOf: BodyOf): void {
  if (request.url?.startsWith(`${storageUploadPath}?`) === true) return;
  const timer = setTimeout(() => {
    if (!request.complete) refuse(request.socket, tooSlow(), bodyOf);
  }, timeoutMs);
  request.once('close', () => clearTimeout(timer));
}

/** The error for a code of Node's HTTP parser. */
function refusalOf(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal('headers_too_large', 'The URL and headers are too long.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow();
    default:
      return malformed();
  }
}

const refusal = (code: string, message: string): AppError => invalidRequest([{ path: '', code, message }]);
const malformed = (): AppError => refusal('malformed_request', 'The request is not valid HTTP.');
const tooSlow = (): AppError => refusal('request_too_slow', 'The request did not arrive completely in time.');
const internal = (): AppError => new AppError('INTERNAL_ERROR', errorExamples.INTERNAL_ERROR.message, {});

/** Sends an error and closes the connection, because it is unknown where the next request would begin. */
function refuse(socket: Duplex, error: AppError, bodyOf: BodyOf): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = bodyOf(error);
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
