import { poolerText } from '../../db/pooler.js';
import type { ServiceDeps } from '../shared/context.js';

/**
 * Why a process must not work through the pooler between it and the database, and what to do. Null if nothing is known
 * against it: a database that is away is another matter, and others report it.
 */
export async function findPoolerFault({ db }: Pick<ServiceDeps, 'db'>): Promise<string | null> {
  const fault = await db.$poolerFault().catch(() => null);
  return fault === null ? null : poolerText(fault);
}
