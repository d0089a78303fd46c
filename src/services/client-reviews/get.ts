import { eq } from 'drizzle-orm';
import { clientLinks, workspaces } from '../../db/schema/index.js';
import type { RequestContext } from '../shared/context.js';
import { clientLinkEnded } from '../shared/rights/access.js';
import { requireClient } from './internal/client.js';

export interface ClientReviewView {
  workspaceName: string;
  /** The client's name. */
  name: string;
  expiresAt: Date;
}

/** Returns the workspace whose posts the client reviews, and the time until which the client may. */
export async function getClientReview(ctx: RequestContext): Promise<ClientReviewView> {
  const { actor } = requireClient(ctx);
  const [row] = await ctx.db
    .select({ workspaceName: workspaces.name, name: clientLinks.name, expiresAt: clientLinks.expiresAt })
    .from(clientLinks)
    .innerJoin(workspaces, eq(workspaces.id, clientLinks.workspaceId))
    .where(eq(clientLinks.id, actor.clientLinkId));
  if (row === undefined) throw clientLinkEnded('revoked');
  return row;
}
