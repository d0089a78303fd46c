import { isAppError, type AppError } from '../domain/errors.js';
import type { OperatorActor, RequestContext, ServiceDeps } from '../services/shared/context.js';
import { listAllWorkspaces } from '../services/workspaces/list-all.js';

const workspacesMax = 10_000;

export interface OperatorContext extends ServiceDeps, Pick<RequestContext, 'reach'> {
  actor: OperatorActor;
}

/**
 * Returns a context that acts as owner of every workspace, but as no user. People who can run commands can read and
 * change the database anyway.
 */
export async function operatorContext(
  deps: ServiceDeps,
): Promise<{ ctx: OperatorContext; workspaces: { id: string; name: string }[] }> {
  const workspaces = await listAllWorkspaces(deps, { limit: workspacesMax });
  const ids = workspaces.map(({ id }) => id);
  const reach: OperatorContext['reach'] = {
    userId: 'operator',
    roleByWorkspace: new Map(ids.map((id) => [id, 'OWNER'])),
    settingsByWorkspace: new Map(),
    ownerWorkspaceIds: new Set(ids),
  };
  return { ctx: { ...deps, actor: { kind: 'operator' }, reach }, workspaces };
}

/** Returns a service's refusal as text for people. Rethrows any other error. */
export function refusalOf(error: unknown): string {
  if (!isAppError(error)) throw error;
  return refusalText(error);
}

export function refusalText({ code, message, extras }: AppError): string {
  const details = 'details' in extras ? extras.details : [];
  return [`${code}: ${message}`, ...details.map((detail) => `  ${detail.path}: ${detail.message}`)].join(
    '\n',
  );
}
