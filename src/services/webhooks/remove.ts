import { eq } from 'drizzle-orm';
import { webhookEndpoints } from '../../db/schema/index.js';
import { requirePerson } from '../shared/access.js';
import { closeEndpoints } from './close-endpoints.js';
import { lockEndpointInReach, toEndpointView, type WebhookContext } from './records.js';

/** Removes an endpoint: its secrets are gone at once, and what waits for it is sent no more. */
export async function removeEndpoint(
  ctx: WebhookContext,
  { endpointId }: { endpointId: string },
): Promise<void> {
  requirePerson(ctx);
  await ctx.db.transaction(async (tx) => {
    const row = await lockEndpointInReach(tx, ctx, endpointId);
    ctx.expect?.(toEndpointView(row));
    await closeEndpoints(tx, eq(webhookEndpoints.id, endpointId), ctx.clock.now());
  });
}
