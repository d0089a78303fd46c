import { isDbUnavailable } from '../../db/errors.js';
import type { ServiceDeps } from '../context.js';

const retryDelaysMs = [100, 250, 500, 1000, 2000, 4000, 8000, 8000] as const;

/**
 * Writes what a platform has answered, through a short absence of the database: the answer is the only proof of
 * what happened, and losing it would make a known outcome an unknown one. Gives up after about 24 s.
 */
export async function persist<T>(deps: ServiceDeps, write: () => Promise<T>): Promise<T> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await write();
    } catch (error) {
      if (!isDbUnavailable(error)) throw error;
      deps.log.warn({ err: error, delayMs }, 'an outcome could not be stored yet');
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return write();
}
