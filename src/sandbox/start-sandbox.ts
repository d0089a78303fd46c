import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { isLoopbackHost } from '../urls/loopback.js';
import { createSandbox, type SandboxOptions } from './create-sandbox.js';
import { MediaFiles } from './media-files.js';

export interface StartSandboxOptions extends Omit<SandboxOptions, 'publicUrl' | 'files' | 'clock'> {
  /** The port to listen on. 0 means any free port. */
  port: number;
  host?: string;
  /** The URL of the sandbox. Default: the address on which it listens. */
  publicUrl?: string;
  clock?: SandboxOptions['clock'];
}

export interface RunningSandbox extends AsyncDisposable {
  url: string;
  port: number;
  close: () => Promise<void>;
}

/** Starts the sandbox. Resolves once the server listens, and rejects if it cannot. */
export async function startSandbox({
  port: wantedPort,
  host = '127.0.0.1',
  publicUrl,
  clock = { now: () => new Date() },
  ...options
}: StartSandboxOptions): Promise<RunningSandbox> {
  if (!isLoopbackHost(host) && options.allowRemote !== true) {
    throw new Error(`The sandbox does not listen on ${host} because other machines could reach it.`);
  }
  const server = createServer();
  const port = await listen(server, wantedPort, host);
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = (publicUrl ?? own).replace(/\/+$/, '');
  const files = new MediaFiles(options.dataDir);
  const app = createSandbox({ ...options, publicUrl: url, files, clock });
  server.on('request', (request, response) => void listener(request, response));
  const listener = getRequestListener(app.fetch);
  const close = async (): Promise<void> => {
    await new Promise<unknown>((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await files[Symbol.asyncDispose]();
  };
  return { url, port, close, [Symbol.asyncDispose]: close };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
