import { ConfigError } from '../config/env.js';
import type { AppContext } from '../context.js';
import { findNewerSchemaFault } from '../services/health/schema-check.js';

/** Throws a ConfigError if a newer version has taken away from the database what this version uses. */
export async function refuseNewerSchema({ deps }: AppContext): Promise<void> {
  const fault = await findNewerSchemaFault(deps);
  if (fault !== null) throw new ConfigError(fault);
}
