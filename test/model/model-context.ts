import { createContext } from '../../src/context.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { testConfig } from '../harness/config.js';
import { createTestDatabase } from '../harness/postgres.js';
import { temporalAddress, temporalNamespace } from '../harness/temporal.js';

export interface ModelContext {
  deps: ServiceDeps;
  close: () => Promise<void>;
}

/** Opens the real services on a separate database. Each sequence has its own clock, platforms and Temporal. */
export async function openModelContext(): Promise<ModelContext> {
  const database = await createTestDatabase();
  const config = testConfig({
    databaseUrl: database.url,
    databasePoolMax: 4,
    temporal: { namespace: temporalNamespace, connection: { address: temporalAddress() } },
  });
  const context = createContext(config, 'model');
  return {
    deps: context.deps,
    close: async () => {
      await context.close();
      await database.drop();
    },
  };
}
