import { eq } from 'drizzle-orm';
import { memberships } from '../../db/schema/index.js';
import { endAppsOfMember } from '../apps/end-with-membership.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import { requestRelease } from '../billing/accounts.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { readMember, requireOtherOwner, requireRank } from './internal/records.js';

/**
 * Removes a member from a workspace; every member may remove themselves. Their sessions, keys and apps lose access with
 * the next request, because access is read from the memberships.
 */
export async function removeMember(
  ctx: RequestContext,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
): Promise<void> {
  const { userId } = requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'read');
  await ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const { membership, name } = await readMember(tx, { workspaceId, memberId });
    if (membership.userId !== userId) {
      const { reach } = await holdRights(tx, ctx, workspaceId, 'manageMembers');
      requireRank(reach.roleByWorkspace.get(workspaceId), membership.role);
    }
    await requireOtherOwner(tx, membership);
    await tx.delete(memberships).where(eq(memberships.id, memberId));
    await endAppsOfMember(tx, ctx, { workspaceId, userId: membership.userId });
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'member.removed',
      subject: { id: membership.userId, name },
      changes: [{ field: 'role', from: membership.role, to: null }],
    });
    // The former owner may have paid for the workspace, and may be paying for one too many.
    if (membership.role === 'OWNER') await requestRelease(tx, ctx, membership.userId);
  });
}
