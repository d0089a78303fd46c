import { isDbPassing } from '../../db/errors.js';
import type { ServiceDeps } from './context.js';

const longestDelayMs = 8_000;
const firstDelaysMs = [100, 250, 500, 1000, 2000, 4000] as const;
/** Two minutes in all, which a managed database takes for a failover; an activity's own time is longer. */
const usualTriesMax = 20;

/**
 * Writes what a platform has answered, through an absence of the database and through what it refuses while another
 * server takes over: the answer is the only proof of what happened, and losing it would make a known outcome an
 * unknown one. Gives up after about two minutes, or as many more tries of eight seconds as are given.
 */
export async function persist<T>(
  deps: Pick<ServiceDeps, 'log'>,
  write: () => Promise<T>,
  triesMax = usualTriesMax,
): Promise<T> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const delayMs = firstDelaysMs[tries] ?? longestDelayMs;
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
