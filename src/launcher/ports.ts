import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { LauncherFault } from './fault.js';

const candidatesMax = 50;
const connectTimeoutMs = 500;

export interface PortRequest {
  /** The environment variable that sets the port. */
  variable: string;
  preferred: number;
  /** Whether the user has set the port, so that no other may be chosen. */
  isExplicit: boolean;
  host?: string;
}

export interface PortChoice {
  port: number;
  /** The reason if it is not the preferred port. */
  note?: string;
}

/** Returns the preferred port, or the next free one with the reason. Ports in `claimed` belong to our own plan. */
export async function choosePort(request: PortRequest, claimed: ReadonlySet<number>): Promise<PortChoice> {
  const { variable, preferred, isExplicit, host = '127.0.0.1' } = request;
  const isUsable = async (port: number): Promise<boolean> =>
    !claimed.has(port) && (await isPortFree(port, host));
  if (preferred === 0) return { port: await anyFreePort(host, claimed) };
  if (await isUsable(preferred)) return { port: preferred };
  if (isExplicit) {
    throw new LauncherFault(
      `Port ${preferred} (${variable}) is used by another program. Free it, or set ${variable} to another port.`,
    );
  }
  for (let port = preferred + 1; port <= Math.min(preferred + candidatesMax, 65_535); port += 1) {
    if (await isUsable(port)) {
      return {
        port,
        note: `Port ${preferred} is used by another program, so ${variable} is ${port} this time.`,
      };
    }
  }
  throw new LauncherFault(
    `Ports ${preferred} to ${preferred + candidatesMax} are all in use. Set ${variable} to a free port.`,
  );
}

/**
 * Whether nothing responds on the port and it can be bound. Either test alone misses cases, depending on the system.
 */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return !(await answers(port)) && (await bind(port, host)) !== undefined;
}

/** Systems take the ports of outgoing connections from above this range, so no connection takes a port before it is used. */
const [anyPortMin, anyPortMax] = [20_000, 32_000];

/** Returns a port that is free at the time of the call. */
export async function anyFreePort(
  host = '127.0.0.1',
  claimed: ReadonlySet<number> = new Set(),
): Promise<number> {
  for (let attempt = 0; attempt < candidatesMax; attempt += 1) {
    const port = randomInt(anyPortMin, anyPortMax);
    if (!claimed.has(port) && (await isPortFree(port, host))) return port;
  }
  throw new LauncherFault(`There is no free port on ${host}.`);
}

function bind(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: connectTimeoutMs });
    const finish = (isAnswered: boolean): void => {
      socket.destroy();
      resolve(isAnswered);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}
