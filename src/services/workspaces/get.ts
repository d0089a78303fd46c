import { and, eq, isNull } from 'drizzle-orm';
import { workspaces } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { authorizeWorkspace } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import type { WorkspaceView } from './types.js';
import { roleIn, runUrlTemplateFor, toWorkspaceView } from './internal/view.js';

export async function getWorkspace(
  ctx: RequestContext,
  { workspaceId }: { workspaceId: string },
): Promise<WorkspaceView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'read');
  const live = and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt));
  const [row] = await ctx.db.select().from(workspaces).where(live);
  // The workspace was deleted after the request began.
  if (row === undefined) throw notFound();
  const runUrlTemplate = await runUrlTemplateFor(ctx.db, ctx);
  return toWorkspaceView(row, { role: roleIn(ctx.reach, workspaceId), runUrlTemplate });
}
