import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { webhookDeliveries, webhookEndpoints } from '../../db/schema/index.js';

/** Removes endpoints. Their secrets are deleted immediately, and pending deliveries are not sent. */
export async function closeEndpoints(tx: Tx, which: SQL | undefined, now: Date): Promise<void> {
  const removed = await tx
    .update(webhookEndpoints)
    .set({
      secret: null,
      previousSecret: null,
      previousSecretExpiresAt: null,
      deletedAt: now,
      updatedAt: now,
    })
    .where(which)
    .returning({ id: webhookEndpoints.id });
  const ids = removed.map(({ id }) => id);
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
    .where(and(inArray(webhookDeliveries.endpointId, ids), eq(webhookDeliveries.status, 'PENDING')));
}
