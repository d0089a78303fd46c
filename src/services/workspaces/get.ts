import { eq } from 'drizzle-orm';
import { workspaces } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { authorizeWorkspace } from '../access.js';
import type { RequestContext } from '../context.js';
import type { WorkspaceView } from './types.js';
import { roleIn, toWorkspaceView } from './view.js';

export async function getWorkspace(
  ctx: RequestContext,
  { workspaceId }: { workspaceId: string },
): Promise<WorkspaceView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'read');
  const [row] = await ctx.db.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  // Reached when the request began and deleted since.
  if (row === undefined) throw notFound();
  return toWorkspaceView(row, roleIn(ctx.reach, workspaceId));
}
