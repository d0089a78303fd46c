import type { workspaces } from '../../../db/schema/index.js';
import type { Role } from '../../../domain/roles.js';
import type { Reach, ServiceDeps } from '../../shared/context.js';
import type { WorkspaceView } from '../types.js';

/**
 * Owners operate the installation, so only they get `runUrlTemplate`, which says where to look at its runs.
 */
export function toWorkspaceView(
  { runUrlTemplate }: Pick<ServiceDeps, 'runUrlTemplate'>,
  row: typeof workspaces.$inferSelect,
  role: Role,
): WorkspaceView {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    requireApproval: row.requireApproval,
    role,
    runUrlTemplate: role === 'OWNER' ? runUrlTemplate : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The caller's role in a workspace that was found through the caller's own reach. */
export function roleIn(reach: Reach, workspaceId: string): Role {
  const role = reach.roleByWorkspace.get(workspaceId);
  if (role === undefined) throw new Error('A workspace outside the reach was read.');
  return role;
}
