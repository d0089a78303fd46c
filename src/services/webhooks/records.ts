import { and, eq, isNull } from 'drizzle-orm';
import type { webhookAttempts } from '../../db/schema/index.js';
import type { Queryable, Tx } from '../../db/client.js';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import type { Permission } from '../../domain/roles.js';
import type { SentEventType } from '../../domain/webhooks.js';
import { authorizeResource, authorizeWorkspace } from '../shared/rights/access.js';
import type { PersonOrCommand, Reach, RequestContext, ServiceDeps } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** The context that the webhook services need. A request's context provides it. */
export type WebhookContext = ServiceDeps & PersonOrCommand & Pick<RequestContext, 'expect'>;

export type EndpointView = Omit<EndpointRow, 'secret' | 'previousSecret' | 'deletedAt'>;

/** The endpoint as callers see it, without its secrets. */
export function toEndpointView(row: EndpointRow): EndpointView {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    url: row.url,
    events: row.events,
    description: row.description,
    previousSecretExpiresAt: row.previousSecretExpiresAt,
    status: row.status,
    disabledReason: row.disabledReason,
    disabledAt: row.disabledAt,
    firstFailureAt: row.firstFailureAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Holds the caller's current rights until the transaction ends. Lock no row but the workspace's before. */
export async function holdWebhookRights(
  tx: Tx,
  { actor, reach }: Pick<WebhookContext, 'actor' | 'reach'>,
  workspaceId: string,
): Promise<void> {
  // The operator is authorized by reach alone, because an operator is not a member of any workspace.
  if (actor.kind === 'operator') authorizeWorkspace(reach, workspaceId, 'manageWebhooks');
  else await holdRights(tx, { actor, reach }, workspaceId, 'manageWebhooks');
}

/** Reads an endpoint for a change, with the caller's current rights, and locks its row until the transaction ends. */
export async function lockEndpointInReach(
  tx: Tx,
  ctx: Pick<WebhookContext, 'actor' | 'reach'>,
  endpointId: string,
): Promise<EndpointRow> {
  const { workspaceId } = await readEndpointInReach(tx, ctx.reach, endpointId, 'manageWebhooks');
  await holdWebhookRights(tx, ctx, workspaceId);
  const [row] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.deletedAt)))
    .for('no key update');
  if (row === undefined) throw notFound();
  return row;
}

export async function readEndpointInReach(
  q: Queryable,
  reach: Reach,
  endpointId: string,
  permission: Permission,
): Promise<EndpointRow> {
  const [row] = await q
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.deletedAt)));
  authorizeResource(reach, row?.workspaceId, permission);
  return row;
}

export interface DeliveryRecord {
  delivery: DeliveryRow;
  endpoint: EndpointRow;
  event: { id: string; type: SentEventType; workspaceId: string };
}

export async function readDeliveryInReach(
  q: Queryable,
  reach: Reach,
  deliveryId: string,
  permission: Permission,
): Promise<DeliveryRecord> {
  const [record] = await q
    .select({
      delivery: webhookDeliveries,
      endpoint: webhookEndpoints,
      event: { id: webhookEvents.id, type: webhookEvents.type, workspaceId: webhookEvents.workspaceId },
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, deliveryId));
  authorizeResource(reach, record?.event.workspaceId, permission);
  return record;
}

/** Refuses to send to a disabled endpoint (409). */
export function requireEnabled({ status, disabledReason }: EndpointRow): void {
  if (status === 'ENABLED') return;
  throw new AppError(
    'INVALID_STATE',
    `The endpoint is disabled (${disabledReason ?? 'BY_USER'}). Enable it first.`,
    {
      status,
      allowed: ['enable', 'update', 'remove', 'rotate'],
    },
  );
}
