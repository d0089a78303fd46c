import { and, eq } from 'drizzle-orm';
import { memberships, users } from '../../db/schema/index.js';
import { emailHintOf } from '../../domain/sessions.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { toMemberView } from './internal/records.js';
import type { MemberView } from './types.js';

/**
 * Lists the members of a workspace. Client reviewers, who are often outside the organization, see names and only a hint
 * of email addresses.
 */
export async function listMembers(
  ctx: RequestContext,
  { workspaceId, ...request }: PageRequest & { workspaceId: string },
): Promise<Page<MemberView>> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'read');
  const scope = JSON.stringify(['members', workspaceId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, memberships);
  const rows = await ctx.db
    .select({ membership: memberships, email: users.email, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.workspaceId, workspaceId), keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  const isReviewer = ctx.reach.roleByWorkspace.get(workspaceId) === 'CLIENT_REVIEWER';
  const mayRead = (userId: string): boolean => !isReviewer || userId === ctx.reach.userId;
  return keyset.toPage(
    rows.map((row) => ({ ...row, id: row.membership.id, createdAt: row.membership.createdAt })),
    (row) => toMemberView(mayRead(row.membership.userId) ? row : { ...row, email: emailHintOf(row.email) }),
  );
}
