import { isTransientDbError } from '../../../db/errors.js';
import type { ServiceDeps } from '../context.js';

const longestDelayMs = 8_000;
const firstDelaysMs = [100, 250, 500, 1000, 2000, 4000] as const;
/**
 * The tries take about two minutes in all, which is the time of a managed database's failover. An activity may take
 * longer.
 */
const usualTriesMax = 20;

/**
 * Writes a platform's response, even if the database is unreachable or refuses writes during a failover. The response
 * is the only proof of what happened; without it, a known outcome would become unknown. Gives up after about two
 * minutes, or after more tries of eight seconds if the caller asks for them.
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
      if (!isTransientDbError(error)) throw error;
      deps.log.warn({ err: error, delayMs }, 'an outcome could not be stored yet');
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return write();
}
