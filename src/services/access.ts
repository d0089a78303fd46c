import { AppError, notFound } from '../domain/errors.js';
import { hasPermission, type Permission } from '../domain/roles.js';
import type { Reach } from './context.js';

const forbiddenWorkspace = (): AppError<'FORBIDDEN_WORKSPACE'> =>
  new AppError('FORBIDDEN_WORKSPACE', 'The API key does not reach this workspace.', {});

/**
 * The 403/404 decision, in one place (decisions table, "403 or 404 across workspaces").
 * A workspace that the caller named in path or query: 403 whenever it is not reached, existing or not.
 */
export function authorizeWorkspace(reach: Reach, workspaceId: string, permission: Permission): void {
  const role = reach.roleByWorkspace.get(workspaceId);
  if (role === undefined) throw forbiddenWorkspace();
  if (!hasPermission(role, permission)) {
    throw new AppError('INSUFFICIENT_ROLE', `The role ${role} may not do this.`, {});
  }
}

/**
 * A resource found by its own id, and the workspace it lies in (undefined: no such row). Outside the owner's
 * workspaces it answers exactly as a missing one; outside a scoped key's allow-list, 403.
 */
export function authorizeResource(
  reach: Reach,
  workspaceId: string | undefined,
  permission: Permission,
): void {
  if (workspaceId === undefined || !reach.ownerWorkspaceIds.has(workspaceId)) throw notFound();
  authorizeWorkspace(reach, workspaceId, permission);
}
