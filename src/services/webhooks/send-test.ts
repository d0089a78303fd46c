import { webhookTestEventType } from '../../domain/webhooks.js';
import { requirePerson } from '../shared/rights/access.js';
import { lockEndpointInReach, requireEnabled, type WebhookContext } from './records.js';
import { stageEvent, startDeliveries } from './stage.js';

/** Sends a test event to one endpoint, whatever event types it subscribes to. It is delivered like any other event. */
export async function sendTestEvent(
  ctx: WebhookContext,
  { endpointId }: { endpointId: string },
): Promise<{ eventId: string; deliveryId: string }> {
  requirePerson(ctx);
  const starts = await ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpointInReach(tx, ctx, endpointId);
    requireEnabled(endpoint);
    const { workspaceId } = endpoint;
    const data = { message: 'This is a test event. Nothing has happened.' };
    return stageEvent(tx, ctx, { workspaceId, type: webhookTestEventType, data }, [endpoint]);
  });
  await startDeliveries(ctx, starts);
  const [start] = starts;
  if (start === undefined) throw new Error('An event for an enabled endpoint was staged without a delivery.');
  return { eventId: start.eventId, deliveryId: start.deliveryId };
}
