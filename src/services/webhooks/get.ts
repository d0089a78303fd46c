import { requirePerson } from '../shared/rights/access.js';
import { readEndpointInReach, toEndpointView, type EndpointView, type WebhookContext } from './records.js';

export async function getEndpoint(
  ctx: WebhookContext,
  { endpointId }: { endpointId: string },
): Promise<EndpointView> {
  requirePerson(ctx);
  return toEndpointView(await readEndpointInReach(ctx.db, ctx.reach, endpointId, 'manageWebhooks'));
}
