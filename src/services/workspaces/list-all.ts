import { asc, isNull } from 'drizzle-orm';
import { workspaces } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

/** Lists the workspaces of all users, except deleted ones, oldest first. For the operator's commands. */
export function listAllWorkspaces(
  { db }: Pick<ServiceDeps, 'db'>,
  { limit }: { limit: number },
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: workspaces.id, name: workspaces.name })
    .from(workspaces)
    .where(isNull(workspaces.deletedAt))
    .orderBy(asc(workspaces.createdAt))
    .limit(limit);
}
