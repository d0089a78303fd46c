import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { fixedStatement } from '../../db/fixed-statement.js';
import { memberships, posts, workspaces } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { hasFeature } from '../../domain/plans.js';
import type { Permission, Role } from '../../domain/roles.js';
import { authorizeWorkspace } from './access.js';
import type { Reach, RequestContext, WorkspaceSettings } from './context.js';

type Caller = Pick<RequestContext, 'actor' | 'reach'>;

type Standing = WorkspaceSettings & { role: Role };

/**
 * Whoever changes memberships, roles or settings holds the workspace's row for himself; whoever writes for a member
 * holds it together with others. The workspace comes first, as everywhere.
 */
const standingIn = (q: Queryable, workspaceId: ReturnType<typeof sql>) =>
  q
    .select({
      role: memberships.role,
      plan: workspaces.plan,
      requireApproval: workspaces.requireApproval,
    })
    .from(workspaces)
    .innerJoin(memberships, eq(memberships.workspaceId, workspaces.id))
    .where(
      and(
        eq(workspaces.id, workspaceId),
        isNull(workspaces.deletedAt),
        eq(memberships.userId, sql.placeholder('userId')),
      ),
    )
    .for('share', { of: [workspaces, memberships] });

const holdStanding = fixedStatement('hold_standing', (q) =>
  standingIn(q, sql`${sql.placeholder('workspaceId')}`),
);

/** The same of the workspace that a post lies in, for who locks the post with it. */
export const holdStandingOfPost = fixedStatement('hold_standing_of_post', (q) =>
  standingIn(
    q,
    sql`(select ${posts.workspaceId} from ${posts} where ${posts.id} = ${sql.placeholder('postId')})`,
  ),
);

/**
 * The caller as they are now: role, plan and approval setting are read again, and in a transaction stay so until its
 * end. For what is written after a wait; throws where the right was lost meanwhile.
 */
export async function holdRights<C extends Caller>(
  q: Queryable,
  ctx: C,
  workspaceId: string,
  permission: Permission,
): Promise<C> {
  const [standing] = await holdStanding(q, { workspaceId, userId: ctx.actor.userId });
  return withRightsNow(q, ctx, { workspaceId, standing, permission });
}

/** The caller with the standing that was read; throws where it does not give the permission any more. */
export async function withRightsNow<C extends Caller>(
  q: Queryable,
  ctx: C,
  now: { workspaceId: string; standing: Standing | undefined; permission: Permission },
): Promise<C> {
  const { workspaceId, standing, permission } = now;
  if (standing === undefined && (await isGone(q, workspaceId))) throw notFound();
  const reach = reachNow(ctx, workspaceId, standing);
  authorizeWorkspace(reach, workspaceId, permission);
  return { ...ctx, reach };
}

/** A workspace that is gone is gone for everybody; out of one that is there, the caller was removed. */
async function isGone(q: Queryable, workspaceId: string): Promise<boolean> {
  const living = await q
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)));
  return living.length === 0;
}

/** Only less than before, or the same workspace otherwise: what a key leaves out it leaves out still. */
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
