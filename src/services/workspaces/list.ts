import { and, inArray } from 'drizzle-orm';
import { workspaces } from '../../db/schema/index.js';
import type { RequestContext } from '../context.js';
import { createdAtKeyset, type PageRequest } from '../keyset.js';
import type { Page } from '../posts/types.js';
import type { WorkspaceView } from './types.js';
import { roleIn, toWorkspaceView } from './view.js';

/** The workspaces that the credential reaches. */
export async function listWorkspaces(ctx: RequestContext, input: PageRequest): Promise<Page<WorkspaceView>> {
  const keyset = createdAtKeyset(ctx.cursorKey, input, 'workspaces', workspaces);
  const rows = await ctx.db
    .select()
    .from(workspaces)
    .where(and(inArray(workspaces.id, [...ctx.reach.roleByWorkspace.keys()]), keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, (row) => toWorkspaceView(row, roleIn(ctx.reach, row.id)));
}
