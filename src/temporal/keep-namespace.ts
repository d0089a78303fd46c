import type { Client } from '@temporalio/client';
import type { Installation } from '../domain/workflow-contract.js';
import type { Logger } from '../log.js';
import { ensureSchedules } from './schedules.js';
import { ensureSearchAttributes } from './search-attributes.js';

const callTimeoutMs = 10_000;

/**
 * Creates a function that ensures that the namespace has everything that posts need. Missing permissions are logged,
 * and /readyz shows them.
 */
export function createNamespaceKeeper(
  client: Client,
  installation: Installation,
  log: Logger,
): () => Promise<void> {
  /** The faults that were already logged. The check repeats every minute, and the same fault is logged once. */
  const told = new Map<string, string>();
  const attempt = async (what: string, work: () => Promise<readonly string[]>): Promise<void> => {
    try {
      const done = await client.connection.withDeadline(Date.now() + callTimeoutMs, work);
      told.delete(what);
      if (done.length > 0) log.info({ done }, `${what} made`);
    } catch (error) {
      const text = String(error);
      if (told.get(what) !== text) log.warn({ err: error }, `${what} cannot be made sure of`);
      told.set(what, text);
    }
  };
  return async () => {
    await attempt('search attributes', () => ensureSearchAttributes(client));
    await attempt('schedules', async () => {
      const ensured = await ensureSchedules(client, installation);
      return ensured.filter(({ done }) => done !== 'unchanged').map(({ id, done }) => `${id} ${done}`);
    });
  };
}
