import { asc, isNull } from 'drizzle-orm';
import { workspaces } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

/** All workspaces of all users that are not deleted, oldest first. For the operator's commands. */
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
