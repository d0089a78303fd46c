import { and, inArray } from 'drizzle-orm';
import { workspaces } from '../../db/schema/index.js';
import type { Role } from '../../domain/roles.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import type { WorkspaceView } from './types.js';
import { roleIn, runUrlTemplateFor, toWorkspaceView } from './internal/view.js';

export interface ListWorkspacesInput extends PageRequest {
  /** Only workspaces in which the caller has one of these roles. */
  role?: Role[];
}

/** Lists the workspaces that the credential reaches. */
export async function listWorkspaces(
  ctx: RequestContext,
  input: ListWorkspacesInput,
): Promise<Page<WorkspaceView>> {
  const { role: roles } = input;
  const scope = JSON.stringify(['workspaces', roles ?? null]);
  const keyset = createdAtKeyset(ctx.cursorKey, input, scope, workspaces);
  const reached = [...ctx.reach.roleByWorkspace].filter(([, role]) => roles?.includes(role) ?? true);
  const rows = await ctx.db
    .select()
    .from(workspaces)
    .where(
      and(
        inArray(
          workspaces.id,
          reached.map(([id]) => id),
        ),
        keyset.after,
      ),
    )
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  const runUrlTemplate = await runUrlTemplateFor(ctx.db, ctx);
  return keyset.toPage(rows, (row) =>
    toWorkspaceView(row, { role: roleIn(ctx.reach, row.id), runUrlTemplate }),
  );
}
