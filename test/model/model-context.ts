import { randomBytes } from 'node:crypto';
import { createContext } from '../../src/context.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { testMediaConfig } from '../harness/media.js';
import { createTestDatabase } from '../harness/postgres.js';
import { temporalAddress } from '../harness/temporal.js';

export interface ModelContext {
  deps: ServiceDeps;
  close: () => Promise<void>;
}

/** The real services on a database of their own. Clock, platforms and Temporal are each sequence's. */
export async function openModelContext(): Promise<ModelContext> {
  const database = await createTestDatabase();
  const context = createContext(
    {
      logLevel: 'silent',
      databaseUrl: database.url,
      databasePoolMax: 4,
      encryptionKeys: [{ id: 'test', key: randomBytes(32) }],
      temporal: { namespace: 'default', connection: { address: temporalAddress() } },
      sandboxUrl: null,
      platformSettings: {},
      egressPolicy: { allowCidrs: ['127.0.0.0/8'], ownHosts: [], nat64: false },
      platformEgress: { allowCidrs: [], ownHosts: [], nat64: false },
      media: testMediaConfig(),
      signUp: 'invited',
      needsSetUpToken: false,
      rateLimits: { burst: null, sustained: null },
      rateLimitUserTimes: null,
      defaultPlan: 'SELF_HOSTED',
      stripe: null,
      tracing: false,
    },
    'model',
  );
  return {
    deps: context.deps,
    close: async () => {
      await context.close();
      await database.drop();
    },
  };
}
