import {
  connect,
  constants,
  createServer,
  type ClientHttp2Session,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

/** Where an API's start is held: on its way to Temporal, or with Temporal's response on its way back. */
export type GateFault = 'before-start' | 'after-start';

export interface TemporalGateOptions {
  temporalAddress: string;
  /** Called once for each start of a workflow. */
  decide: () => GateFault | undefined;
  /** Called while the start, or Temporal's response to it, is held. When it resolves, the gate drops what it holds. */
  held: (fault: GateFault) => Promise<void>;
}

export interface TemporalGate {
  address: string;
  /** Cuts every connection, as a network failure does. New ones are accepted. */
  cut: () => void;
  close: () => Promise<void>;
}

const startPath = '/temporal.api.workflowservice.v1.WorkflowService/StartWorkflowExecution';
const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', ':path', ':authority']);

/** Opens a proxy between one API and Temporal: gRPC, which is HTTP/2 with trailers, without TLS. */
export async function openTemporalGate(options: TemporalGateOptions): Promise<TemporalGate> {
  const server = createServer();
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    const upstream = connect(`http://${options.temporalAddress}`);
    upstream.on('error', () => {
      session.destroy();
    });
    upstream.on('close', () => {
      session.destroy();
    });
    session.on('error', () => undefined);
    session.on('close', () => {
      sessions.delete(session);
      upstream.destroy();
    });
    session.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      pass(stream, headers, upstream, options).catch(() => {
        stream.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const session of sessions) session.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: () => closeServer(server, cut),
  };
}

function closeServer(server: Http2Server, cut: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    cut();
  });
}

async function pass(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  upstream: ClientHttp2Session,
  { decide, held }: TemporalGateOptions,
): Promise<void> {
  const path = headers[':path'] ?? '/';
  const fault = path === startPath ? decide() : undefined;
  if (fault === 'before-start') {
    await held(fault);
    stream.destroy();
    return;
  }
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)));
  const call = upstream.request({ ...kept, ':path': path });
  call.on('error', () => {
    stream.destroy();
  });
  stream.on('close', () => {
    call.close();
  });
  stream.pipe(call);
  if (fault === 'after-start') {
    await new Promise<void>((resolve, reject) => {
      call.once('response', () => {
        resolve();
      });
      call.once('close', () => {
        reject(new Error('Temporal did not answer'));
      });
    });
    await held(fault);
    stream.destroy();
    return;
  }
  passAnswer(stream, call);
}

function passAnswer(stream: ServerHttp2Stream, call: ReturnType<ClientHttp2Session['request']>): void {
  let trailers: IncomingHttpHeaders = {};
  call.on('trailers', (received: IncomingHttpHeaders) => {
    trailers = { ...received };
  });
  call.once('response', (received, flags) => {
    if (stream.destroyed) return;
    // A response without a body has its trailers in the head.
    if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) {
      stream.respond(received, { endStream: true });
      return;
    }
    stream.respond(received, { waitForTrailers: true });
    stream.once('wantTrailers', () => {
      stream.sendTrailers(trailers);
    });
    call.pipe(stream);
  });
}
