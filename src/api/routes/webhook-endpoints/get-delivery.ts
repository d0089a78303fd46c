import { createRoute } from '@hono/zod-openapi';
import { authorizeDelivery } from '../../../services/webhooks/session-access.js';
import { getDelivery } from '../../../services/webhooks/get-delivery.js';
import { exampleIds } from '../../examples/ids.js';
import { idParam } from '../../openapi/fields.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { deliveryWithPayloadSchema, toDeliveryResponse } from './schema.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}';

const params = workspaceParamsWith('endpointId', exampleIds.webhookEndpoint).extend({
  deliveryId: idParam(exampleIds.webhookDelivery),
});

const route = createRoute({
  method,
  path,
  operationId: 'getWebhookDelivery',
  tags: ['Webhook endpoints'],
  summary: 'Get a delivery and its payload',
  description:
    'Returns one delivery with the event that it sends. Deliveries are kept for 30 days. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params },
  responses: {
    200: jsonResponse(deliveryWithPayloadSchema, 'The delivery, with the event that it sends.'),
    ...errorResponses({ method, path, codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getWebhookDeliveryOperation = operation(route, async (c) => {
  const { id: workspaceId, endpointId, deliveryId } = c.req.valid('param');
  await authorizeDelivery(c.var.ctx, { workspaceId, endpointId, deliveryId });
  const { payload, ...delivery } = await getDelivery(c.var.ctx, { deliveryId });
  return c.json({ ...toDeliveryResponse(delivery), payload }, 200);
});
