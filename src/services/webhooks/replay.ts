import { and, asc, eq, gte, lte } from 'drizzle-orm';
import { webhookDeliveries, webhookEvents } from '../../db/schema/index.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { requirePerson } from '../shared/rights/access.js';
import { endpointSubject } from './internal/audit-facts.js';
import { lockEndpointInReach, requireEnabled, type WebhookContext } from './records.js';
import { stageAgain, startDeliveries } from './stage.js';

const rowsAtOnceMax = 200;
/** The number of batches in one request, so that it ends within seconds. A further request sends the rest. */
const batchesMax = 5;

export interface ReplayInput {
  endpointId: string;
  since: Date;
}

/**
 * Sends every DEAD delivery since a time again, oldest first, including events that the endpoint missed while it was
 * disabled. One call handles a limited number, and returns whether there are more.
 */
export async function replayFailed(
  ctx: WebhookContext,
  { endpointId, since }: ReplayInput,
): Promise<{ replayed: number; hasMore: boolean }> {
  requirePerson(ctx);
  // Only deliveries up to now are selected, so that one that fails again in the meantime is not sent a third time.
  const until = ctx.clock.now();
  let replayed = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const starts = await stageBatch(ctx, endpointId, since, until);
    if (starts.length > 0) await startDeliveries(ctx, starts);
    replayed += starts.length;
    if (starts.length < rowsAtOnceMax) return { replayed, hasMore: false };
  }
  return { replayed, hasMore: true };
}

function stageBatch(
  ctx: WebhookContext,
  endpointId: string,
  since: Date,
  until: Date,
): Promise<DeliverWebhookStart[]> {
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpointInReach(tx, ctx, endpointId);
    requireEnabled(endpoint);
    const rows = await tx
      .select({ delivery: webhookDeliveries, type: webhookEvents.type })
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          eq(webhookDeliveries.status, 'DEAD'),
          gte(webhookDeliveries.createdAt, since),
          lte(webhookDeliveries.updatedAt, until),
        ),
      )
      .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
      .limit(rowsAtOnceMax)
      .for('update', { of: webhookDeliveries });
    const starts: DeliverWebhookStart[] = [];
    for (const { delivery, type } of rows) {
      const event = { type, workspaceId: endpoint.workspaceId };
      starts.push(...(await stageAgain(tx, ctx, delivery, event, { fromStart: true })));
    }
    if (starts.length > 0) {
      await recordAudit(tx, ctx, {
        workspaceId: endpoint.workspaceId,
        action: 'webhook_endpoint.events_replayed',
        subject: endpointSubject(endpoint),
        changes: [set('deliveries', starts.length)],
      });
    }
    return starts;
  });
}
