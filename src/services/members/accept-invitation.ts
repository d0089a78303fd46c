import { and, eq, gt } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { invitations, memberships, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { hasPermission, isAbove, type Role } from '../../domain/roles.js';
import { normalEmail } from '../../domain/sessions.js';
import { set } from '../audit/changes.js';
import { recordAudit, type AuditCaller } from '../audit/record.js';
import { claimOwnership } from '../plan-limits/workspace-limit.js';
import { requireSession, sessionEnded } from '../shared/rights/access.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { hashToken, isTokenFormat } from '../shared/secrets/token.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { readMember, readName, roleNow, toMemberView, type InvitationRow } from './internal/records.js';
import type { MemberView } from './types.js';

/** Makes the caller a member, with the token of an invitation to their own email address. The token is used up. */
export async function acceptInvitation(
  ctx: RequestContext,
  { token }: { token: string },
): Promise<MemberView> {
  const { userId } = requireSession(ctx);
  return ctx.db.transaction(async (tx) => {
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (user === undefined) throw sessionEnded();
    const invitation = await findInvitation(tx, ctx, { token, email: user.email });
    const memberId = await joinByInvitation(tx, ctx, { invitation, userId });
    return toMemberView(await readMember(tx, { workspaceId: invitation.workspaceId, memberId }));
  });
}

/**
 * Finds the invitation of a token. Throws the same error for every unusable token (unknown, used, revoked, expired, or
 * for another email address), so that a forwarded link lets no other user in.
 */
export async function findInvitation(
  q: Queryable,
  { clock }: Pick<ServiceDeps, 'clock'>,
  { token, email }: { token: string; email: string },
): Promise<InvitationRow> {
  if (!isTokenFormat(token)) throw unusable();
  const [row] = await q.select().from(invitations).where(isOpenWith(token, clock.now()));
  if (row === undefined || row.email !== normalEmail(email)) throw unusable();
  return row;
}

/**
 * Uses up an invitation and makes the user a member. Fails if the inviter was removed or may no longer invite to that
 * role. An existing member keeps their role.
 */
export async function joinByInvitation(
  tx: Tx,
  caller: AuditCaller & Pick<ServiceDeps, 'workspaces'>,
  { invitation, userId }: { invitation: InvitationRow; userId: string },
): Promise<string> {
  const { clock, newId } = caller;
  const { workspaceId, role, invitedByUserId } = invitation;
  await lockWorkspace(tx, workspaceId);
  const [used] = await tx
    .delete(invitations)
    .where(eq(invitations.id, invitation.id))
    .returning({ id: invitations.id });
  const inviterRole = await roleNow(tx, { workspaceId, userId: invitedByUserId });
  if (used === undefined || inviterRole === undefined || !mayInvite(inviterRole, role)) throw unusable();
  const id = newId('membership');
  const [joined] = await tx
    .insert(memberships)
    .values({ id, workspaceId, userId, role, createdAt: clock.now() })
    .onConflictDoUpdate({ target: [memberships.userId, memberships.workspaceId], set: { userId } })
    .returning({ id: memberships.id });
  const memberId = joined?.id ?? id;
  // An existing member only used up the invitation.
  if (memberId === id) {
    if (role === 'OWNER') await claimOwnership(tx, caller, { userId, workspaceId });
    const name = await readName(tx, userId);
    const changes = [set('role', role), set('invitationId', invitation.id)];
    await recordAudit(tx, caller, {
      workspaceId,
      action: 'member.joined',
      subject: { id: userId, name },
      changes,
    });
  }
  return memberId;
}

/** The condition for a token's invitation that has not expired. Used and revoked invitations are deleted. */
export const isOpenWith = (token: string, now: Date) =>
  and(eq(invitations.tokenHash, hashToken(token)), gt(invitations.expiresAt, now));

export const mayInvite = (inviter: Role, role: Role): boolean =>
  hasPermission(inviter, 'manageMembers') && !isAbove(role, inviter);

const unusable = (): AppError<'NOT_FOUND'> =>
  new AppError(
    'NOT_FOUND',
    'There is no such invitation for you. It may have expired or been used already.',
    {},
  );
