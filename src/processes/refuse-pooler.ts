import { ConfigError } from '../config/env.js';
import type { AppContext } from '../context.js';
import { findPoolerFault } from '../services/health/pooler-check.js';

/**
 * Throws a ConfigError if the pooler is unusable. One that loses prepared statements would lose writes that were
 * reported as stored.
 */
export async function refusePooler({ deps }: AppContext): Promise<void> {
  const fault = await findPoolerFault(deps);
  if (fault !== null) throw new ConfigError(fault);
}
