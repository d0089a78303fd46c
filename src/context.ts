import { systemClock, type Clock } from './clock.js';
import type { AppConfig } from './config/config.js';
import { createVault, deriveKey } from './config/secrets.js';
import { openDb } from './db/client.js';
import { createSafeFetch, type DisposableSafeFetch } from './egress/create-safe-fetch.js';
import { newCuid } from './ids.js';
import { createLogger, type Logger } from './log.js';
import { createPlatforms } from './platforms/registry.js';
import type { ServiceDeps } from './services/context.js';
import { openTemporalClient } from './temporal/connection.js';
import { createWorkflowStarter } from './temporal/create-workflow-starter.js';
import type { Client } from '@temporalio/client';

/** Everything that an entry point needs, built once; `close` gives it all back. */
export interface AppContext {
  deps: ServiceDeps;
  log: Logger;
  safeFetch: DisposableSafeFetch;
  temporalClient: Client;
  close: () => Promise<void>;
}

/** What a test may put in place of a part. */
export interface ContextOverrides extends Partial<ServiceDeps> {
  taskQueue?: string;
}

/** The composition root. Nothing is connected yet when it returns: database and Temporal are reached when used. */
export function createContext(config: AppConfig, name: string, overrides: ContextOverrides = {}): AppContext {
  const { taskQueue, ...parts } = overrides;
  const log = overrides.log ?? createLogger({ level: config.logLevel, name });
  const clock: Clock = overrides.clock ?? systemClock;
  const { db, close: closeDb } = openDb({ url: config.databaseUrl, connectionsMax: config.databasePoolMax });
  const { client, close: closeTemporal } = openTemporalClient(config.temporal);
  const safeFetch = createSafeFetch();
  const deps: ServiceDeps = {
    db,
    clock,
    newId: newCuid,
    log,
    vault: createVault(config.encryptionKeys),
    platforms: createPlatforms({ safeFetch, clock, x: config.x }),
    platformBaseUrl: (platform, sandbox) => {
      if (sandbox) return `${config.sandboxUrl ?? 'http://sandbox.invalid'}/${platform.toLowerCase()}`;
      return config.platformUrls[platform] ?? 'https://platform.invalid';
    },
    starter: createWorkflowStarter({
      client,
      clock,
      ...(taskQueue === undefined ? {} : { queue: taskQueue }),
    }),
    cursorKey: deriveKey(config.encryptionKeys, 'list-cursors'),
    ...parts,
  };
  return {
    deps,
    log,
    safeFetch,
    temporalClient: client,
    close: async () => {
      await Promise.allSettled([closeDb(), closeTemporal(), safeFetch[Symbol.asyncDispose]()]);
    },
  };
}
