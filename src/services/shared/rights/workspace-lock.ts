import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { workspaces } from '../../../db/schema/index.js';
import { notFound } from '../../../domain/errors.js';

export type WorkspaceRow = typeof workspaces.$inferSelect;

/**
 * Locks a workspace for a change, so that changes that count its members, owners or keys happen one after the
 * other.
 */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await tx
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .for('no key update');
  // The workspace was deleted after the request began.
  if (row === undefined) throw notFound();
  return row;
}
