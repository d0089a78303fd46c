import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { clientLinks, memberships, posts, workspaces } from '../../../db/schema/index.js';
import { notFound } from '../../../domain/errors.js';
import { hasFeature } from '../../../domain/plans.js';
import type { Permission, Role } from '../../../domain/roles.js';
import { authorizeWorkspace, clientLinkEnded } from './access.js';
import type { Actor, Reach, RequestContext, WorkspaceSettings } from '../context.js';

type Caller = Pick<RequestContext, 'actor' | 'reach'>;

type Standing = WorkspaceSettings & { role: Role };

/** The role of the holder of a client link, who may read posts and decide about them. */
export const clientRole = 'CLIENT_REVIEWER' satisfies Role;

/**
 * Reads the caller's role and the workspace's settings under a shared lock. Changes of memberships, roles or settings,
 * and the end of a client link, take an exclusive lock on the same row. Drizzle sends a statement only when it is
 * awaited; `execute` sends it immediately, so that the workspace is locked before any row that is locked later.
 */
function holdStanding(q: Queryable, workspaceId: string | SQL, actor: Actor): Promise<Standing[]> {
  const settings = { plan: workspaces.plan, requireApproval: workspaces.requireApproval };
  const living = and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt));
  if (actor.kind === 'clientLink') {
    const isLive = and(eq(clientLinks.id, actor.clientLinkId), isNull(clientLinks.revokedAt));
    return q
      .select({ role: sql<Role>`${clientRole}::text`.as('role'), ...settings })
      .from(workspaces)
      .innerJoin(clientLinks, eq(clientLinks.workspaceId, workspaces.id))
      .where(and(living, isLive))
      .for('share', { of: [workspaces, clientLinks] })
      .execute();
  }
  return q
    .select({ role: memberships.role, ...settings })
    .from(workspaces)
    .innerJoin(memberships, eq(memberships.workspaceId, workspaces.id))
    .where(and(living, eq(memberships.userId, actor.userId)))
    .for('share', { of: [workspaces, memberships] })
    .execute();
}

/** Like `holdStanding`, for the workspace of a post. It is for callers that lock the post at the same time. */
export function holdStandingOfPost(q: Queryable, postId: string, actor: Actor): Promise<Standing[]> {
  const workspaceId = sql`(select ${posts.workspaceId} from ${posts} where ${posts.id} = ${postId})`;
  return holdStanding(q, workspaceId, actor);
}

/**
 * The caller's current rights. Role, plan and approval setting are read again; in a transaction, they cannot change
 * until it ends. Use it before writing after a wait. Throws if the caller has lost the right in the meantime.
 */
export async function holdRights<C extends Caller>(
  q: Queryable,
  ctx: C,
  workspaceId: string,
  permission: Permission,
): Promise<C> {
  const [standing] = await holdStanding(q, workspaceId, ctx.actor);
  return withRightsNow(q, ctx, { workspaceId, standing, permission });
}

/** Returns the caller with the rights that were read. Throws if they do not include the permission any more. */
export async function withRightsNow<C extends Caller>(
  q: Queryable,
  ctx: C,
  now: { workspaceId: string; standing: Standing | undefined; permission: Permission },
): Promise<C> {
  const { workspaceId, standing, permission } = now;
  if (standing === undefined && ctx.actor.kind === 'clientLink') throw clientLinkEnded('revoked');
  if (standing === undefined && (await isGone(q, workspaceId))) throw notFound();
  const reach = reachNow(ctx, workspaceId, standing);
  authorizeWorkspace(reach, workspaceId, permission);
  return { ...ctx, reach };
}

/** Whether the workspace was deleted. If it still exists, the caller was removed from it. */
async function isGone(q: Queryable, workspaceId: string): Promise<boolean> {
  const living = await q
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)));
  return living.length === 0;
}

/** The caller's reach with the current role in the workspace. A workspace that a key leaves out stays out of reach. */
function reachNow({ actor, reach }: Caller, workspaceId: string, standing: Standing | undefined): Reach {
  const roleByWorkspace = new Map(reach.roleByWorkspace);
  const settingsByWorkspace = new Map(reach.settingsByWorkspace);
  const closedToApi = new Set(reach.closedToApi);
  if (standing === undefined) {
    roleByWorkspace.delete(workspaceId);
    settingsByWorkspace.delete(workspaceId);
    closedToApi.delete(workspaceId);
  } else if (roleByWorkspace.has(workspaceId)) {
    const { role, plan, requireApproval } = standing;
    roleByWorkspace.set(workspaceId, role);
    settingsByWorkspace.set(workspaceId, { plan, requireApproval });
    if (actor.kind === 'apiKey' && !hasFeature(plan, 'API')) closedToApi.add(workspaceId);
  }
  return { ...reach, roleByWorkspace, settingsByWorkspace, closedToApi };
}
