import { and, count, eq, gt } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { invitations, memberships, users } from '../../../db/schema/index.js';
import { AppError, notFound } from '../../../domain/errors.js';
import { isAbove, type Role } from '../../../domain/roles.js';
import { membersPerWorkspaceMax } from '../../../domain/workspaces.js';
import type { InvitationView, MemberView } from '../types.js';

export type MembershipRow = typeof memberships.$inferSelect;
export type InvitationRow = typeof invitations.$inferSelect;

interface MemberRow {
  membership: MembershipRow;
  email: string;
  name: string;
}

export function toMemberView({ membership, email, name }: MemberRow): MemberView {
  const { id, workspaceId, userId, role, createdAt } = membership;
  return { id, workspaceId, userId, email, name, role, createdAt };
}

/** The invitation as callers see it, without the token's hash. */
export function toInvitationView(row: InvitationRow): InvitationView {
  const { id, workspaceId, email, role, invitedByUserId, createdAt, expiresAt } = row;
  return { id, workspaceId, email, role, invitedByUserId, createdAt, expiresAt };
}

/** A member of the workspace, by the id of the membership. A member of another workspace counts as missing. */
export async function readMember(
  q: Queryable,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
): Promise<MemberRow> {
  const [row] = await q
    .select({ membership: memberships, email: users.email, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.id, memberId), eq(memberships.workspaceId, workspaceId)));
  if (row === undefined) throw notFound();
  return row;
}

export async function readName(q: Queryable, userId: string): Promise<string | null> {
  const [user] = await q.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user?.name ?? null;
}

/** The user's current role in the workspace. It cannot change while the workspace's lock is held. */
export async function roleNow(
  q: Queryable,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<Role | undefined> {
  const [row] = await q
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId)));
  return row?.role;
}

/** Throws if `other` is above the caller's own role, because members may not give, change or remove such a role. */
export function requireRank(own: Role | undefined, other: Role): void {
  if (own !== undefined && !isAbove(other, own)) return;
  const message = `Only members with the role ${other} may do this to the role ${other}.`;
  throw new AppError('INSUFFICIENT_ROLE', message, {});
}

/** Throws if the workspace would have no owner left. The caller must have locked the workspace's row. */
export async function requireOtherOwner(tx: Tx, { id, workspaceId, role }: MembershipRow): Promise<void> {
  if (role !== 'OWNER') return;
  const owners = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.role, 'OWNER')))
    .limit(2);
  if (owners.some((owner) => owner.id !== id)) return;
  throw new AppError('INVALID_STATE', 'A workspace must keep at least one owner.', {
    status: 'LAST_OWNER',
    allowed: [],
  });
}

/** Throws if the workspace has no room for another member. Open invitations count as members. */
export async function requireSlot(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const [members] = await tx
    .select({ rows: count() })
    .from(memberships)
    .where(eq(memberships.workspaceId, workspaceId));
  const [open] = await tx
    .select({ rows: count() })
    .from(invitations)
    .where(and(eq(invitations.workspaceId, workspaceId), gt(invitations.expiresAt, now)));
  const actual = (members?.rows ?? 0) + (open?.rows ?? 0);
  if (actual < membersPerWorkspaceMax) return;
  const message = `A workspace can have at most ${membersPerWorkspaceMax} members and open invitations.`;
  throw new AppError('VALIDATION_FAILED', message, {
    details: [{ path: 'email', code: 'too_many_members', message, limit: membersPerWorkspaceMax, actual }],
  });
}
