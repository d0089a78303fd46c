import { and, eq } from 'drizzle-orm';
import { invitations } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';

/** Revokes an invitation, which invalidates its token. */
export async function revokeInvitation(
  ctx: RequestContext,
  { workspaceId, invitationId }: { workspaceId: string; invitationId: string },
): Promise<void> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageMembers');
  await ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, workspaceId, 'manageMembers');
    const [revoked] = await tx
      .delete(invitations)
      .where(and(eq(invitations.id, invitationId), eq(invitations.workspaceId, workspaceId)))
      .returning({ email: invitations.email, role: invitations.role });
    if (revoked === undefined) throw notFound();
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'invitation.revoked',
      subject: { id: invitationId, name: revoked.email },
      changes: [{ field: 'role', from: revoked.role, to: null }],
    });
  });
}
