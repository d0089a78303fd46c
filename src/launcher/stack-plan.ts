import { choosePort } from './ports.js';
import type { Screen } from './screen.js';
import type { Settings } from './settings.js';

/** Every URL and port of the stack, decided before anything starts. */
export interface StackPlan {
  apiPort: number;
  databasePort: number;
  temporalPort: number;
  temporalUiPort: number;
  sandboxPort: number;
  /** The port of the dashboard's own server; 0 if the API serves it. */
  dashboardPort: number;
  /** The URLs at which a program on this machine reaches the servers. */
  apiOrigin: string;
  dashboardOrigin: string;
  sandboxUrl: string;
}

export async function planStack(
  settings: Settings,
  { screen, followsSources }: { screen: Screen; followsSources: boolean },
): Promise<StackPlan> {
  const claimed = new Set<number>();
  const choose = async (name: keyof Settings['ports'], isNeeded = true): Promise<number> => {
    if (!isNeeded) return 0;
    const { port, note } = await choosePort(settings.ports[name], claimed);
    claimed.add(port);
    if (note !== undefined) screen.warn(note);
    return port;
  };
  const ownsTemporal = settings.temporalAddress === undefined;
  const apiPort = await choose('api');
  const databasePort = await choose('database', settings.databaseUrl === undefined);
  const temporalPort = await choose('temporal', ownsTemporal);
  const temporalUiPort = await choose('temporalUi', ownsTemporal);
  const sandboxPort = await choose('sandbox');
  const dashboardPort = await choose('dashboard', followsSources);
  const origin = (host: string, port: number): string => `http://${reachableHost(host)}:${port}`;
  return {
    apiPort,
    databasePort,
    temporalPort,
    temporalUiPort,
    sandboxPort,
    dashboardPort,
    apiOrigin: origin(settings.host, apiPort),
    dashboardOrigin: followsSources ? origin('127.0.0.1', dashboardPort) : origin(settings.host, apiPort),
    sandboxUrl: origin(settings.sandboxHost, sandboxPort),
  };
}

/** The host to call for a host to bind. A host that means "every address" can be bound but not called. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
