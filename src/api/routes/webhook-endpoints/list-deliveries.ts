import { createRoute, z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { webhookDeliveryStatuses } from '../../../domain/webhooks.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { listDeliveries } from '../../../services/webhooks/list-deliveries.js';
import { exampleIds } from '../../examples/ids.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { deliveryListSchema, toDeliveryResponse } from './schema.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries';

const query = z.strictObject({
  ...createdAtPage,
  status: z
    .enum(webhookDeliveryStatuses)
    .optional()
    .openapi({ description: 'Only deliveries with this status.' }),
});

const route = createRoute({
  method,
  path,
  operationId: 'listWebhookDeliveries',
  tags: ['Webhook endpoints'],
  summary: 'List the deliveries of a webhook endpoint',
  description:
    'Lists the events that were or will be sent to an endpoint. Deliveries are kept for 30 days. The list leaves out their payloads; get a delivery to see its payload. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint), query: query },
  responses: {
    200: jsonResponse(deliveryListSchema, 'A page of deliveries.'),
    ...errorResponses({
      method,
      path,
      codes: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    }),
  },
});

export const listWebhookDeliveriesOperation = operation(route, async (c) => {
  const { id: workspaceId, endpointId } = c.req.valid('param');
  await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
  const { limit = listLimitDefault, sort = '-createdAt', ...rest } = c.req.valid('query');
  const page = await listDeliveries(c.var.ctx, { endpointId, limit, sort, ...omitUndefined(rest) });
  return c.json({ data: page.data.map(toDeliveryResponse), nextCursor: page.nextCursor }, 200);
});
