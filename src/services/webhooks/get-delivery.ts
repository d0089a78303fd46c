import { eq } from 'drizzle-orm';
import { webhookEvents } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import { notFound } from '../../domain/errors.js';
import { requirePerson } from '../shared/rights/access.js';
import { toDeliveryView, type DeliveryView } from './delivery-view.js';
import { readDeliveryInReach, type WebhookContext } from './records.js';

export interface DeliveryWithPayload extends DeliveryView {
  payload: JsonObject;
}

/** Returns a delivery with its event's payload. Lists leave the payload out, because it can be as large as a post. */
export async function getDelivery(
  ctx: WebhookContext,
  { deliveryId }: { deliveryId: string },
): Promise<DeliveryWithPayload> {
  requirePerson(ctx);
  const { delivery, event } = await readDeliveryInReach(ctx.db, ctx.reach, deliveryId, 'manageWebhooks');
  const [stored] = await ctx.db
    .select({ payload: webhookEvents.payload })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, event.id));
  if (stored === undefined) throw notFound();
  const payload = JSON.parse(stored.payload) as JsonObject;
  return { ...toDeliveryView({ ...delivery, type: event.type }), payload };
}
