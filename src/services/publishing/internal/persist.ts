import { isDbPassing } from '../../../db/errors.js';
import type { ServiceDeps } from '../../shared/context.js';

/** Two minutes in all, which a managed database takes for a failover; the activity's own time is longer. */
const retryDelaysMs = [100, 250, 500, 1000, 2000, 4000, ...Array.from({ length: 14 }, () => 8000)] as const;

/**
 * Writes what a platform has answered, through an absence of the database and through what it refuses while another
 * server takes over: the answer is the only proof of what happened, and losing it would make a known outcome an
 * unknown one. Gives up after about two minutes.
 */
export async function persist<T>(deps: ServiceDeps, write: () => Promise<T>): Promise<T> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await write();
    } catch (error) {
      if (!isDbPassing(error)) throw error;
      deps.log.warn({ err: error, delayMs }, 'an outcome could not be stored yet');
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return write();
}
