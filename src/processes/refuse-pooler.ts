import { ConfigError } from '../config/env.js';
import type { AppContext } from '../context.js';
import { findPoolerFault } from '../services/health/pooler-check.js';

/** Through a pooler that loses prepared statements, some of what is answered as stored would not be. */
export async function refusePooler({ deps }: AppContext): Promise<void> {
  const fault = await findPoolerFault(deps);
  if (fault !== null) throw new ConfigError(fault);
}
