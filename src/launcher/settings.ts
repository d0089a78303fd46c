import path from 'node:path';
import { LauncherFault } from './fault.js';
import type { PortRequest } from './ports.js';

export interface Settings {
  dataDir: string;
  /** The host that the API listens on. */
  host: string;
  /** The host that the sandbox listens on. By default it accepts only this machine. */
  sandboxHost: string;
  ports: Record<'api' | 'database' | 'temporal' | 'temporalUi' | 'sandbox' | 'dashboard', PortRequest>;
  /** The database server to use instead of starting one, if set. */
  databaseUrl: string | undefined;
  temporalAddress: string | undefined;
  temporalNamespace: string;
  encryptionKeys: string | undefined;
  seedApiKey: string | undefined;
  /** Whether the first start adds sample posts. Undefined: only on a terminal, where a person is about to look. */
  samplePosts: boolean | undefined;
}

/** Reads the launcher's own variables. Empty variables count as unset. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const text = (name: string): string | undefined => env[name] || undefined;
  const host = text('HOST') ?? '127.0.0.1';
  const sandboxHost = text('SANDBOX_HOST') ?? '127.0.0.1';
  const port = (variable: string, preferred: number, boundTo = '127.0.0.1'): PortRequest => {
    const value = text(variable);
    return {
      variable,
      preferred: parsePort(variable, value) ?? preferred,
      isExplicit: value !== undefined,
      host: boundTo,
    };
  };
  return {
    dataDir: path.resolve(text('DATA_DIR') ?? '.data'),
    host,
    sandboxHost,
    ports: {
      api: port('PORT', 3000, host),
      database: port('DATABASE_PORT', 5433),
      temporal: port('TEMPORAL_PORT', 7233),
      temporalUi: port('TEMPORAL_UI_PORT', 8233),
      sandbox: port('SANDBOX_PORT', 3100, sandboxHost),
      dashboard: port('DASHBOARD_PORT', 5173),
    },
    databaseUrl: text('DATABASE_URL'),
    temporalAddress: text('TEMPORAL_ADDRESS'),
    temporalNamespace: text('TEMPORAL_NAMESPACE') ?? 'default',
    encryptionKeys: text('ENCRYPTION_KEYS'),
    seedApiKey: text('SEED_API_KEY'),
    samplePosts: parseSwitch('SAMPLE_POSTS', text('SAMPLE_POSTS')),
  };
}

function parseSwitch(variable: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === '0' || value === '1') return value === '1';
  throw new LauncherFault(`${variable} must be 0 or 1, but it is "${value}".`);
}

function parsePort(variable: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new LauncherFault(`${variable} must be a port number from 0 to 65535, but it is "${value}".`);
}
