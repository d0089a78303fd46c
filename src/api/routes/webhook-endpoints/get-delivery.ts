import { authorizeDelivery } from '../../../services/webhooks/session-access.js';
import { getDelivery } from '../../../services/webhooks/get-delivery.js';
import { exampleIds } from '../../examples/ids.js';
import { idParam } from '../../openapi/fields.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { deliveryWithPayloadSchema, toDeliveryResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const params = workspaceParamsWith('endpointId', exampleIds.webhookEndpoint).extend({
  deliveryId: idParam(exampleIds.webhookDelivery),
});

export const getWebhookDeliveryOperation = defineOperation(
  {
    id: 'getWebhookDelivery',
    call: 'GET /workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}',
    tag: 'Webhook endpoints',
    summary: 'Get a delivery and its payload',
    description:
      'Returns one delivery with the event that it sends. Deliveries are kept for 30 days. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params },
    out: { 200: jsonResponse(deliveryWithPayloadSchema, 'The delivery, with the event that it sends.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, endpointId, deliveryId } = c.req.valid('param');
    await authorizeDelivery(c.var.ctx, { workspaceId, endpointId, deliveryId });
    const { payload, ...delivery } = await getDelivery(c.var.ctx, { deliveryId });
    return c.json({ ...toDeliveryResponse(delivery), payload }, 200);
  },
);
