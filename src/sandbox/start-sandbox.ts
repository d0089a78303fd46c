import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { isLoopbackHost } from '../urls/loopback.js';
import type { Logger } from '../log.js';
import { createSandbox } from './create-sandbox.js';
import { MediaFiles } from './media-files.js';
import type { SimulatedPlatform } from './simulator.js';

export interface StartSandboxOptions {
  simulators: readonly SimulatedPlatform[];
  /** 0: any free port. */
  port: number;
  host?: string;
  /** Lets other machines reach it. It has no authentication. */
  allowRemote?: boolean;
  dataDir: string | null;
  /** Default: the address that it listens on. */
  publicUrl?: string;
  /** Origins besides this machine's own that platforms may fetch media from. */
  mediaOrigins?: readonly string[];
  /** Simulates a slow connection. Default: no limit. */
  uploadBytesPerSecondMax?: number;
  /** How long a platform processes a video that has no mark for it. Default: the platform's usual time. */
  videoWorkMs?: number;
  clock?: { now: () => Date };
  log?: Logger;
}

export interface RunningSandbox extends AsyncDisposable {
  url: string;
  port: number;
  close: () => Promise<void>;
}

/** Starts the sandbox. Resolves once it listens; rejects if it cannot. */
export async function startSandbox(options: StartSandboxOptions): Promise<RunningSandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopbackHost(host) && options.allowRemote !== true) {
    throw new Error(`The sandbox does not listen on ${host} because other machines could reach it.`);
  }
  const server = createServer();
  const port = await listen(server, options.port, host);
  const url = (options.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(
    /\/+$/,
    '',
  );
  const files = new MediaFiles(options.dataDir);
  const { mediaOrigins, uploadBytesPerSecondMax, videoWorkMs, allowRemote = false } = options;
  const app = createSandbox({
    simulators: options.simulators,
    publicUrl: url,
    allowRemote,
    dataDir: options.dataDir,
    files,
    ...(mediaOrigins && { mediaOrigins }),
    ...(uploadBytesPerSecondMax !== undefined && { uploadBytesPerSecondMax }),
    ...(videoWorkMs !== undefined && { videoWorkMs }),
    clock: options.clock ?? { now: () => new Date() },
    ...(options.log === undefined ? {} : { log: options.log }),
  });
  server.on('request', (request, response) => void listener(request, response));
  const listener = getRequestListener(app.fetch);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        files[Symbol.dispose]();
        resolve();
      });
      server.closeAllConnections();
    });
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
