import type { Server } from 'node:net';
import { ConfigError } from '../config/env.js';

/** The address of a server, and the variable that sets its port. */
export interface ListenAddress {
  host: string;
  port: number;
  variable: 'PORT' | 'METRICS_PORT' | 'WORKER_HEALTH_PORT';
}

/** Starts to listen. Throws a ConfigError that names the setting if the operating system refuses the address. */
export async function listen(server: Server, { host, port, variable }: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      const reason = reasonOf(error.code, { host, port, variable });
      reject(reason === null ? error : new ConfigError(reason));
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function reasonOf(code: string | undefined, { host, port, variable }: ListenAddress): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another process. End that process, or set ${variable} to a free port.`;
    case 'EACCES':
      return `This user may not open port ${port}. Set ${variable} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set HOST to one of its addresses, or to 0.0.0.0 for all.`;
    default:
      return null;
  }
}
