import { and, asc, eq, isNull } from 'drizzle-orm';
import { webhookEndpoints } from '../../db/schema/index.js';
import { webhookEndpointsPerWorkspaceMax } from '../../domain/webhooks.js';
import { authorizeWorkspace, requirePerson } from '../shared/rights/access.js';
import { toEndpointView, type EndpointView, type WebhookContext } from './records.js';

/** Lists all endpoints of a workspace, the oldest first. Their number is limited. */
export async function listEndpoints(
  ctx: WebhookContext,
  { workspaceId }: { workspaceId: string },
): Promise<EndpointView[]> {
  requirePerson(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageWebhooks');
  const rows = await ctx.db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.workspaceId, workspaceId), isNull(webhookEndpoints.deletedAt)))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    .limit(webhookEndpointsPerWorkspaceMax);
  return rows.map(toEndpointView);
}
