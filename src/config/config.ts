import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { PlatformName } from '../domain/platforms.js';
import { ConfigError, type Env } from './env.js';
import { parseEncryptionKeys, type EncryptionKey } from './secrets.js';

export interface AppConfig {
  logLevel: Env['LOG_LEVEL'];
  databaseUrl: string;
  databasePoolMax: number;
  encryptionKeys: EncryptionKey[];
  temporal: TemporalConfig;
  /** The simulated platforms' address; null where this installation runs none. */
  sandboxUrl: string | null;
  platformUrls: Partial<Record<PlatformName, string>>;
  x: { clientId: string | undefined; clientSecret: string | undefined };
}

export interface TemporalConfig {
  namespace: string;
  connection: ReturnType<typeof loadClientConnectConfig>['connectionOptions'];
}

/** Turns the environment into typed values, with the checks that need more than one variable. */
export function toAppConfig(env: Env): AppConfig {
  return {
    logLevel: env.LOG_LEVEL,
    databaseUrl: requireDatabaseUrl(env),
    databasePoolMax: env.DATABASE_POOL_MAX,
    encryptionKeys: parseEncryptionKeys(env.ENCRYPTION_KEYS),
    temporal: temporalConfig(),
    sandboxUrl: env.SANDBOX_URL ?? null,
    platformUrls: { BLUESKY: env.BLUESKY_URL, X: env.X_API_URL, THREADS: env.THREADS_API_URL },
    x: { clientId: env.X_CLIENT_ID, clientSecret: env.X_CLIENT_SECRET },
  };
}

export function requireDatabaseUrl(env: Env): string {
  if (env.DATABASE_URL === undefined) {
    throw new ConfigError(
      'DATABASE_URL: required, for instance postgres://user:password@localhost:5432/punctual',
    );
  }
  return env.DATABASE_URL;
}

/** Temporal's own standard variables and file (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TLS). */
function temporalConfig(): TemporalConfig {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return { namespace: namespace ?? 'default', connection: connectionOptions };
}
