import { and, eq } from 'drizzle-orm';
import { webhookDeliveries, webhookEvents } from '../../db/schema/index.js';
import type { WebhookDeliveryStatus } from '../../domain/webhooks.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { requirePerson } from '../shared/rights/access.js';
import { toDeliveryView, type DeliveryView } from './delivery-view.js';
import { readEndpointInReach, type WebhookContext } from './records.js';

export interface ListDeliveriesInput extends PageRequest {
  endpointId: string;
  status?: WebhookDeliveryStatus;
}

/** Lists the deliveries to an endpoint, without their payloads. */
export async function listDeliveries(
  ctx: WebhookContext,
  input: ListDeliveriesInput,
): Promise<Page<DeliveryView>> {
  requirePerson(ctx);
  const { endpointId, status } = input;
  await readEndpointInReach(ctx.db, ctx.reach, endpointId, 'manageWebhooks');
  const scope = JSON.stringify(['webhook-deliveries', endpointId, status ?? null]);
  const keyset = createdAtKeyset(ctx.cursorKey, input, scope, webhookDeliveries);
  const rows = await ctx.db
    .select({ delivery: webhookDeliveries, type: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        status && eq(webhookDeliveries.status, status),
        keyset.after,
      ),
    )
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(
    rows.map(({ delivery, type }) => ({ ...delivery, type })),
    toDeliveryView,
  );
}
