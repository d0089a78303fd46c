import { eq } from 'drizzle-orm';
import { memberships } from '../../db/schema/index.js';
import type { Role } from '../../domain/roles.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import { requestRelease } from '../billing/accounts.js';
import type { RequestContext } from '../shared/context.js';
import { claimOwnership } from '../plan-limits/workspace-limit.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { readMember, requireOtherOwner, requireRank, toMemberView } from './internal/records.js';
import type { MemberView } from './types.js';

export interface ChangeRoleInput {
  workspaceId: string;
  memberId: string;
  role: Role;
}

/** Gives a member another role. Neither the old nor the new role may be above the caller's own. */
export async function changeRole(
  ctx: RequestContext,
  { workspaceId, memberId, role }: ChangeRoleInput,
): Promise<MemberView> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageMembers');
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const { reach } = await holdRights(tx, ctx, workspaceId, 'manageMembers');
    const own = reach.roleByWorkspace.get(workspaceId);
    const member = await readMember(tx, { workspaceId, memberId });
    requireRank(own, member.membership.role);
    requireRank(own, role);
    if (role === member.membership.role) return toMemberView(member);
    await requireOtherOwner(tx, member.membership);
    const { userId } = member.membership;
    if (role === 'OWNER') await claimOwnership(tx, ctx, { userId, workspaceId });
    await tx.update(memberships).set({ role }).where(eq(memberships.id, memberId));
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'member.role_changed',
      subject: { id: userId, name: member.name },
      changes: [{ field: 'role', from: member.membership.role, to: role }],
    });
    // The former owner may have paid for the workspace, and may be paying for one too many.
    if (member.membership.role === 'OWNER') await requestRelease(tx, ctx, userId);
    return toMemberView({ ...member, membership: { ...member.membership, role } });
  });
}
