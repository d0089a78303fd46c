import { eq } from 'drizzle-orm';
import { webhookEndpoints } from '../../db/schema/index.js';
import { recordAudit } from '../audit/record.js';
import { requirePerson } from '../shared/rights/access.js';
import { endpointSubject } from './internal/audit-facts.js';
import { closeEndpoints } from './close-endpoints.js';
import { lockEndpointInReach, toEndpointView, type WebhookContext } from './records.js';

/** Deletes an endpoint. Its secrets are deleted immediately, and its pending deliveries are not sent. */
export async function deleteEndpoint(
  ctx: WebhookContext,
  { endpointId }: { endpointId: string },
): Promise<void> {
  requirePerson(ctx);
  await ctx.db.transaction(async (tx) => {
    const row = await lockEndpointInReach(tx, ctx, endpointId);
    ctx.expect?.(toEndpointView(row));
    await closeEndpoints(tx, eq(webhookEndpoints.id, endpointId), ctx.clock.now());
    await recordAudit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: 'webhook_endpoint.deleted',
      subject: endpointSubject(row),
    });
  });
}
