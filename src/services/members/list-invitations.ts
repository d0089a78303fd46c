import { and, eq, gt } from 'drizzle-orm';
import { invitations } from '../../db/schema/index.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { toInvitationView } from './internal/records.js';
import type { InvitationView } from './types.js';

/** Lists the invitations that can still be accepted. */
export async function listInvitations(
  ctx: RequestContext,
  { workspaceId, ...request }: PageRequest & { workspaceId: string },
): Promise<Page<InvitationView>> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageMembers');
  const scope = JSON.stringify(['invitations', workspaceId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, invitations);
  const rows = await ctx.db
    .select()
    .from(invitations)
    .where(
      and(eq(invitations.workspaceId, workspaceId), gt(invitations.expiresAt, ctx.clock.now()), keyset.after),
    )
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, toInvitationView);
}
