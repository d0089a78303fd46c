import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { users, type workspaces } from '../../../db/schema/index.js';
import type { Role } from '../../../domain/roles.js';
import type { Reach, RequestContext } from '../../shared/context.js';
import type { WorkspaceView } from '../types.js';

export function toWorkspaceView(
  row: typeof workspaces.$inferSelect,
  { role, runUrlTemplate }: Pick<WorkspaceView, 'role' | 'runUrlTemplate'>,
): WorkspaceView {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    requireApproval: row.requireApproval,
    brand: row.brand,
    role,
    runUrlTemplate,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/**
 * Returns the URL template only for operators of the installation, because the Temporal Web UI shows the runs of all
 * workspaces.
 */
export async function runUrlTemplateFor(
  q: Queryable,
  { runUrlTemplate, actor }: Pick<RequestContext, 'runUrlTemplate' | 'actor'>,
): Promise<string | null> {
  if (runUrlTemplate === null || actor.kind === 'clientLink') return null;
  const [user] = await q
    .select({ installationRole: users.installationRole })
    .from(users)
    .where(eq(users.id, actor.userId));
  return user?.installationRole === 'OPERATOR' ? runUrlTemplate : null;
}

/** The caller's role in a workspace that was found through the caller's own reach. */
export function roleIn(reach: Reach, workspaceId: string): Role {
  const role = reach.roleByWorkspace.get(workspaceId);
  if (role === undefined) throw new Error('A workspace outside the reach was read.');
  return role;
}
