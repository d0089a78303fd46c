import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface LoopbackServer extends AsyncDisposable {
  port: number;
  /** The number of connections that were accepted so far. */
  accepted: () => number;
  /** The number of these that are still open. */
  open: () => number;
}

/** Counts each connection from the moment it is accepted. */
export async function serveAt(server: Server, host: string, port = 0): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    open: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export const serveHttp = (listener: RequestListener, host = '127.0.0.1'): Promise<LoopbackServer> =>
  serveAt(createHttpServer(listener), host);

/** Listens on one port of both loopbacks (only IPv4 if the machine has no IPv6), which no request may reach. */
export async function openCanary(): Promise<LoopbackServer> {
  const v4 = await serveAt(createServer(), '127.0.0.1');
  const v6 = await serveAt(createServer(), '::1', v4.port).catch(() => null);
  return {
    port: v4.port,
    accepted: () => v4.accepted() + (v6?.accepted() ?? 0),
    open: () => v4.open() + (v6?.open() ?? 0),
    [Symbol.asyncDispose]: async () => {
      await v4[Symbol.asyncDispose]();
      await v6?.[Symbol.asyncDispose]();
    },
  };
}
