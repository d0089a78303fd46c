import { ConfigError } from '../config/env.js';
import type { AppContext } from '../context.js';
import { findUntreatedRestore } from '../services/reconcile/restores.js';

/**
 * Throws a ConfigError if a backup was loaded and its posts are not treated yet: those that were published after the
 * backup would be published again.
 */
export async function refuseRestored({ deps }: AppContext): Promise<void> {
  const since = await findUntreatedRestore(deps);
  if (since === null) return;
  throw new ConfigError(
    `The database was restored from a backup, and its posts are not treated yet. Run first: punctual after-restore --since ${since.toISOString()}`,
  );
}
