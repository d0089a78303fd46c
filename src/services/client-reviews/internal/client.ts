import { AppError } from '../../../domain/errors.js';
import type { ClientLinkActor, RequestContext } from '../../shared/context.js';
import { clientLinkEnded } from '../../shared/rights/access.js';

/** The client who calls, and the workspace of the link. Refuses members, who have operations of their own. */
export function requireClient({ actor, reach }: Pick<RequestContext, 'actor' | 'reach'>): {
  actor: ClientLinkActor;
  workspaceId: string;
} {
  if (actor.kind !== 'clientLink') throw new AppError('INSUFFICIENT_ROLE', 'This is for clients only.', {});
  const [workspaceId] = reach.roleByWorkspace.keys();
  if (workspaceId === undefined) throw clientLinkEnded('revoked');
  return { actor, workspaceId };
}
