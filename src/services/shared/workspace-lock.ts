import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { workspaces } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** A workspace for change, its row locked: what counts its members, owners or keys is done one after the other. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await tx
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .for('no key update');
  // Reached when the request began and deleted since.
  if (row === undefined) throw notFound();
  return row;
}
