import { AppError, notFound } from '../../domain/errors.js';
import type { Feature } from '../../domain/plans.js';
import { hasPermission, type Permission } from '../../domain/roles.js';
import type { Actor, OperatorActor, Reach, RequestContext, SessionActor } from './context.js';

/**
 * For what is done at the dashboard alone (decisions table, "session-only operations"): an API key is refused,
 * whatever it reaches and whatever its owner's role. Comes before the workspace is looked at.
 */
export function requireSession({ actor }: Pick<RequestContext, 'actor'>): SessionActor {
  if (actor.kind === 'session') return actor;
  throw new AppError('INSUFFICIENT_ROLE', 'An API key may not do this: sign in at the dashboard.', {});
}

/** The same where it may also be done by a command of whoever runs the installation. */
export function requirePerson({ actor }: { actor: Actor | OperatorActor }): void {
  if (actor.kind !== 'operator') requireSession({ actor });
}

export const sessionEnded = (): AppError<'UNAUTHORIZED'> =>
  new AppError('UNAUTHORIZED', 'The session has ended. Sign in again.', {});

const forbiddenWorkspace = (): AppError<'FORBIDDEN_WORKSPACE'> =>
  new AppError('FORBIDDEN_WORKSPACE', 'This workspace is out of reach.', {});

export const featureNotAvailable = (feature: Feature): AppError<'FEATURE_NOT_AVAILABLE'> =>
  new AppError('FEATURE_NOT_AVAILABLE', `The plan of the workspace has no ${feature}.`, { feature });

/**
 * The 403/404 decision, in one place (decisions table, "403 or 404 across workspaces").
 * A workspace that the caller named in path or query: 403 whenever it is not reached, existing or not.
 */
export function authorizeWorkspace(reach: Reach, workspaceId: string, permission: Permission): void {
  const role = reach.roleByWorkspace.get(workspaceId);
  if (reach.closedToApi?.has(workspaceId) === true) throw featureNotAvailable('API');
  if (role === undefined) throw forbiddenWorkspace();
  if (!hasPermission(role, permission)) {
    throw new AppError('INSUFFICIENT_ROLE', `The role ${role} may not do this.`, {});
  }
}

/** The workspaces that a list is of: the one that is named, or all that the caller reaches (spec, workspace resolution). */
export function reachedWorkspaces(reach: Reach, workspaceId: string | undefined): string[] {
  if (workspaceId === undefined) return [...reach.roleByWorkspace.keys()];
  authorizeWorkspace(reach, workspaceId, 'read');
  return [workspaceId];
}

/**
 * A resource found by its own id, and the workspace it lies in (undefined: no such row). Outside the owner's
 * workspaces it answers exactly as a missing one; outside a scoped key's allow-list, 403.
 */
export function authorizeResource(
  reach: Reach,
  workspaceId: string | undefined,
  permission: Permission,
): asserts workspaceId is string {
  if (workspaceId === undefined || !reach.ownerWorkspaceIds.has(workspaceId)) throw notFound();
  authorizeWorkspace(reach, workspaceId, permission);
}
