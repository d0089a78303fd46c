import { and, eq } from 'drizzle-orm';
import { clientLinks } from '../../db/schema/index.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import { toClientLinkView } from './internal/records.js';
import type { ClientLinkView } from './types.js';

/** Lists the links of a workspace, including revoked and expired ones as long as they are kept. */
export async function listClientLinks(
  ctx: RequestContext,
  { workspaceId, ...request }: PageRequest & { workspaceId: string },
): Promise<Page<ClientLinkView>> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageMembers');
  const scope = JSON.stringify(['client-links', workspaceId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, clientLinks);
  const rows = await ctx.db
    .select()
    .from(clientLinks)
    .where(and(eq(clientLinks.workspaceId, workspaceId), keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, toClientLinkView);
}
