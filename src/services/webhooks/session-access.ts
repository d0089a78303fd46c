import { and, eq, isNull } from 'drizzle-orm';
import { webhookAttempts, webhookEndpoints } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import {
  readDeliveryInReach,
  readEndpointInReach,
  toEndpointView,
  type AttemptRow,
  type EndpointView,
} from './records.js';

export interface EndpointPlace {
  workspaceId: string;
  endpointId: string;
}

export interface DeliveryPlace extends EndpointPlace {
  deliveryId: string;
}

/** Requires a signed-in owner or admin of the workspace. An API key cannot manage webhook endpoints. */
export function authorizeWebhooks(ctx: RequestContext, workspaceId: string): void {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageWebhooks');
}

/** Like `authorizeWebhooks`, for one endpoint. Another workspace's endpoint leads to the error of a missing one. */
export async function authorizeEndpoint(
  ctx: RequestContext,
  { workspaceId, endpointId }: EndpointPlace,
): Promise<void> {
  authorizeWebhooks(ctx, workspaceId);
  const row = await readEndpointInReach(ctx.db, ctx.reach, endpointId, 'manageWebhooks');
  if (row.workspaceId !== workspaceId) throw notFound();
}

/** Like `authorizeEndpoint`, and requires that the delivery belongs to the endpoint. */
export async function authorizeDelivery(ctx: RequestContext, place: DeliveryPlace): Promise<void> {
  await authorizeEndpoint(ctx, place);
  const { endpoint } = await readDeliveryInReach(ctx.db, ctx.reach, place.deliveryId, 'manageWebhooks');
  if (endpoint.id !== place.endpointId) throw notFound();
}

export async function pageEndpoints(
  ctx: RequestContext,
  { workspaceId, ...request }: PageRequest & { workspaceId: string },
): Promise<Page<EndpointView>> {
  authorizeWebhooks(ctx, workspaceId);
  const scope = JSON.stringify(['webhook-endpoints', workspaceId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, webhookEndpoints);
  const rows = await ctx.db
    .select()
    .from(webhookEndpoints)
    .where(
      and(eq(webhookEndpoints.workspaceId, workspaceId), isNull(webhookEndpoints.deletedAt), keyset.after),
    )
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, toEndpointView);
}

export async function pageAttempts(
  ctx: RequestContext,
  { deliveryId, endpointId, workspaceId, ...request }: PageRequest & DeliveryPlace,
): Promise<Page<AttemptRow>> {
  await authorizeDelivery(ctx, { workspaceId, endpointId, deliveryId });
  const scope = JSON.stringify(['webhook-attempts', deliveryId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, {
    createdAt: webhookAttempts.startedAt,
    id: webhookAttempts.id,
  });
  const rows = await ctx.db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.deliveryId, deliveryId), keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(
    rows.map((row) => ({ ...row, createdAt: row.startedAt })),
    ({ createdAt: startedAt, ...row }) => ({ ...row, startedAt }),
  );
}
