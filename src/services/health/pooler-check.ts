import { poolerText } from '../../db/pooler.js';
import type { ServiceDeps } from '../shared/context.js';

/**
 * The fault of the pooler in front of the database that keeps a process from working, with its remedy. Null if none is
 * known. An unreachable database is reported elsewhere.
 */
export async function findPoolerFault({ db }: Pick<ServiceDeps, 'db'>): Promise<string | null> {
  const fault = await db.$poolerFault().catch(() => null);
  return fault === null ? null : poolerText(fault);
}
