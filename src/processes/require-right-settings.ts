import type { AppContext } from '../context.js';
import { requireUsableKeys } from '../services/encryption-keys/check.js';
import { requireSchema } from '../services/health/schema-check.js';
import { refuseOtherStorage } from '../services/health/storage-check.js';
import { refuseMissingNamespace } from '../temporal/namespace.js';
import { refuseTakenNames } from '../temporal/schedules.js';
import { refusePooler } from './refuse-pooler.js';
import { refuseRestored } from './refuse-restored.js';

/**
 * Throws if a worker with these settings would do damage, or would never get any work. Otherwise it would fail every
 * post that it takes, or wait forever while it looks healthy.
 */
export async function requireRightSettings(context: AppContext): Promise<void> {
  const { deps, temporalClient } = context;
  // The check runs again, because the database may have been unreachable when the process started.
  await refusePooler(context);
  await requireSchema(deps);
  await requireUsableKeys(deps);
  await refuseRestored(context);
  await refuseMissingNamespace(temporalClient);
  await refuseTakenNames(temporalClient, await deps.installation());
  await refuseOtherStorage(deps);
}
