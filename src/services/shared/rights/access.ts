import { AppError, notFound } from '../../../domain/errors.js';
import type { Feature } from '../../../domain/plans.js';
import { hasPermission, type Permission } from '../../../domain/roles.js';
import type { Scope } from '../../../domain/scopes.js';
import type {
  Actor,
  ApiKeyActor,
  MemberActor,
  OperatorActor,
  Reach,
  RequestContext,
  SessionActor,
} from '../context.js';

/**
 * Refuses API keys, regardless of their reach and their owner's role: some operations are only for people who are
 * signed in (docs/contract.md, "Session-only operations"). Call it before any check of the workspace.
 */
export function requireSession({ actor }: Pick<RequestContext, 'actor'>): SessionActor {
  if (actor.kind === 'session') return actor;
  const callers = actor.kind === 'apiKey' && actor.isApp === true ? 'Apps' : 'API keys';
  throw new AppError('INSUFFICIENT_ROLE', `${callers} cannot do this. Sign in to the dashboard.`, {});
}

/** The credential that the caller sent. */
const sentBy = ({ isApp }: ApiKeyActor): string => (isApp === true ? 'access token' : 'API key');

/** Refuses API keys that are limited to other scopes. Without a scope, it refuses all that are limited. */
export function requireScope({ actor }: Pick<RequestContext, 'actor'>, ...anyOf: readonly Scope[]): void {
  if (actor.kind !== 'apiKey' || actor.scopes === undefined) return;
  const { scopes } = actor;
  if (anyOf.some((scope) => scopes.has(scope))) return;
  const message =
    anyOf.length === 0
      ? `An ${sentBy(actor)} that is limited to scopes cannot do this.`
      : `The ${sentBy(actor)} lacks the scope ${anyOf.join(' or ')}.`;
  throw new AppError('INSUFFICIENT_SCOPE', message, { scope: anyOf[0] ?? null });
}

/** Refuses client links, which act for no user. */
export function requireMember({ actor }: Pick<RequestContext, 'actor'>): MemberActor {
  if (actor.kind !== 'clientLink') return actor;
  throw new AppError('INSUFFICIENT_ROLE', 'A client link cannot do this.', {});
}

/**
 * Allows those who decide about posts: people who are signed in, and holders of client links. Returns the user; null
 * for a client link.
 */
export function requireReviewer(ctx: Pick<RequestContext, 'actor'>): string | null {
  return ctx.actor.kind === 'clientLink' ? null : requireSession(ctx).userId;
}

/** Like `requireSession`, but also allows an operator's command. */
export function requirePerson({ actor }: { actor: Actor | OperatorActor }): void {
  if (actor.kind !== 'operator') requireSession({ actor });
}

export const clientLinkEnded = (how: 'revoked' | 'expired'): AppError<'INVALID_API_KEY'> =>
  new AppError(
    'INVALID_API_KEY',
    how === 'revoked'
      ? 'This link was revoked; ask for a new one.'
      : 'This link has expired; ask for a new one.',
    {},
  );

export const sessionEnded = (): AppError<'UNAUTHORIZED'> =>
  new AppError('UNAUTHORIZED', 'The session has ended. Sign in again.', {});

const forbiddenWorkspace = (): AppError<'FORBIDDEN_WORKSPACE'> =>
  new AppError('FORBIDDEN_WORKSPACE', 'You do not have access to this workspace.', {});

export const featureNotAvailable = (feature: Feature): AppError<'FEATURE_NOT_AVAILABLE'> =>
  new AppError('FEATURE_NOT_AVAILABLE', `The workspace’s plan does not include ${feature}.`, { feature });

/**
 * Throws unless the caller has the permission in the workspace. Together with `authorizeResource`, it alone chooses
 * between 403 and 404 (docs/contract.md#workspace-resolution). A workspace that the caller named in the path or the
 * query and cannot reach gives 403, whether or not it exists.
 */
export function authorizeWorkspace(reach: Reach, workspaceId: string, permission: Permission): void {
  const role = reach.roleByWorkspace.get(workspaceId);
  if (reach.closedToApi?.has(workspaceId) === true) throw featureNotAvailable('API');
  if (role === undefined) throw forbiddenWorkspace();
  if (!hasPermission(role, permission)) {
    throw new AppError('INSUFFICIENT_ROLE', `The role ${role} does not allow this.`, {});
  }
}

/** The workspaces that a list covers: the named one, or all in reach (docs/contract.md#workspace-resolution). */
export function reachedWorkspaces(reach: Reach, workspaceId: string | undefined): string[] {
  if (workspaceId === undefined) return [...reach.roleByWorkspace.keys()];
  authorizeWorkspace(reach, workspaceId, 'read');
  return [workspaceId];
}

/**
 * Throws unless the caller has the permission for a resource that was found by its own id. `workspaceId` is undefined
 * if there is no such row. A resource outside the owner's workspaces gives the same 404 as a missing one; one outside a
 * scoped key's allow-list gives 403. `path` is the field of the body that names the resource; absent if the URL does.
 */
export function authorizeResource(
  reach: Reach,
  workspaceId: string | undefined,
  permission: Permission,
  path?: string,
): asserts workspaceId is string {
  if (workspaceId === undefined || !reach.ownerWorkspaceIds.has(workspaceId)) throw notFound(path);
  authorizeWorkspace(reach, workspaceId, permission);
}
