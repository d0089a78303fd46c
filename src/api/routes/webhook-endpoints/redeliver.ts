import { authorizeDelivery } from '../../../services/webhooks/session-access.js';
import { redeliver } from '../../../services/webhooks/redeliver.js';
import { exampleIds } from '../../examples/ids.js';
import { idParam } from '../../openapi/fields.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { deliverySchema, toDeliveryResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const params = workspaceParamsWith('endpointId', exampleIds.webhookEndpoint).extend({
  deliveryId: idParam(exampleIds.webhookDelivery),
});

export const redeliverWebhookOperation = defineOperation(
  {
    id: 'redeliverWebhook',
    call: 'POST /workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver',
    tag: 'Webhook endpoints',
    summary: 'Resend a delivery',
    description:
      'Sends a delivery again immediately, with the same event id and the same body. Its status does not matter: a PENDING delivery is sent without waiting for its next attempt, and a DELIVERED or DEAD one is sent once more. If the attempt fails, the retries start over. The endpoint must be enabled (otherwise 409). Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params },
    out: { 202: jsonResponse(deliverySchema, 'The delivery is being sent.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
  },
  async (c) => {
    const { id: workspaceId, endpointId, deliveryId } = c.req.valid('param');
    await authorizeDelivery(c.var.ctx, { workspaceId, endpointId, deliveryId });
    return c.json(toDeliveryResponse(await redeliver(c.var.ctx, { deliveryId })), 202);
  },
);
