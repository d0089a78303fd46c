import { eq } from 'drizzle-orm';
import { webhookDeliveries } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { recordAudit } from '../audit/record.js';
import { requirePerson } from '../shared/rights/access.js';
import { endpointSubject } from './internal/audit-facts.js';
import { toDeliveryView, type DeliveryView } from './delivery-view.js';
import { holdWebhookRights, readDeliveryInReach, requireEnabled, type WebhookContext } from './records.js';
import { stageAgain, startDeliveries } from './stage.js';

/**
 * Sends an event to its endpoint again, with the same id and the same bytes. A pending delivery is attempted
 * immediately, and the run that waited for its next attempt ends without sending.
 */
export async function redeliver(
  ctx: WebhookContext,
  { deliveryId }: { deliveryId: string },
): Promise<DeliveryView> {
  requirePerson(ctx);
  const { starts, view } = await ctx.db.transaction(async (tx) => {
    const { endpoint, event } = await readDeliveryInReach(tx, ctx.reach, deliveryId, 'manageWebhooks');
    await holdWebhookRights(tx, ctx, event.workspaceId);
    if (endpoint.deletedAt !== null) throw notFound();
    requireEnabled(endpoint);
    const [row] = await tx
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, deliveryId))
      .for('update');
    if (row === undefined) throw notFound();
    const staged = await stageAgain(tx, ctx, row, event, { fromStart: true });
    await recordAudit(tx, ctx, {
      workspaceId: event.workspaceId,
      action: 'webhook_delivery.redelivered',
      subject: { id: deliveryId, name: endpointSubject(endpoint).name },
    });
    return {
      starts: staged,
      view: { ...row, status: 'PENDING' as const, deadReason: null, type: event.type },
    };
  });
  await startDeliveries(ctx, starts);
  return toDeliveryView(view);
}
