import { and, eq } from 'drizzle-orm';
import { webhookDeliveries, webhookEndpoints } from '../../db/schema/index.js';
import { lockEndpointInReach, type WebhookContext } from './records.js';

/** Removes an endpoint: its secrets are gone at once, and what waits for it is sent no more. */
export async function removeEndpoint(
  ctx: WebhookContext,
  { endpointId }: { endpointId: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockEndpointInReach(tx, ctx.reach, endpointId);
    const now = ctx.clock.now();
    await tx
      .update(webhookEndpoints)
      .set({
        secret: null,
        previousSecret: null,
        previousSecretExpiresAt: null,
        deletedAt: now,
        updatedAt: now,
      })
      .where(eq(webhookEndpoints.id, endpointId));
    await tx
      .update(webhookDeliveries)
      .set({
        status: 'DEAD',
        deadReason: 'ENDPOINT_REMOVED',
        pendingWorkflowId: null,
        pendingSince: null,
        nextAttemptAt: null,
        updatedAt: now,
      })
      .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'PENDING')));
  });
}
