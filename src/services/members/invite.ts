import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { invitations, memberships, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { Role } from '../../domain/roles.js';
import { normalEmail } from '../../domain/sessions.js';
import { invitationMsMax } from '../../domain/workspaces.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { hashToken, mintToken } from '../shared/secrets/token.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { requireRank, requireSlot, toInvitationView, type InvitationRow } from './internal/records.js';
import type { InvitationView } from './types.js';

export interface InviteInput {
  workspaceId: string;
  email: string;
  role: Role;
}

/**
 * Invites a person by email address. No email is sent: the token is in this response only, and the inviter
 * passes it on. Inviting the same person again invalidates the earlier token.
 */
export async function inviteMember(
  ctx: RequestContext,
  input: InviteInput,
): Promise<{ invitation: InvitationView; token: string }> {
  const { userId } = requireSession(ctx);
  const { workspaceId, role } = input;
  authorizeWorkspace(ctx.reach, workspaceId, 'manageMembers');
  const email = normalEmail(input.email);
  const token = mintToken();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const { reach } = await holdRights(tx, ctx, workspaceId, 'manageMembers');
    requireRank(reach.roleByWorkspace.get(workspaceId), role);
    await requireNoMember(tx, workspaceId, email);
    const now = ctx.clock.now();
    await tx
      .delete(invitations)
      .where(and(eq(invitations.workspaceId, workspaceId), eq(sql`lower(${invitations.email})`, email)));
    await requireSlot(tx, workspaceId, now);
    const row: InvitationRow = {
      id: ctx.newId('invitation'),
      workspaceId,
      email,
      role,
      tokenHash: hashToken(token),
      invitedByUserId: userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + invitationMsMax),
    };
    await tx.insert(invitations).values(row);
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'invitation.created',
      subject: { id: row.id, name: email },
      changes: [set('role', role)],
    });
    return { invitation: toInvitationView(row), token };
  });
}

async function requireNoMember(tx: Tx, workspaceId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.workspaceId, workspaceId), eq(sql`lower(${users.email})`, email)));
  if (member !== undefined) throw new AppError('CONFLICT', 'This person is already a member.', {});
}
