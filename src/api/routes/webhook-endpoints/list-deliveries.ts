import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { webhookDeliveryStatuses } from '../../../domain/webhooks.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { listDeliveries } from '../../../services/webhooks/list-deliveries.js';
import { exampleIds } from '../../examples/ids.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { deliveryListSchema, toDeliveryResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const query = z.strictObject({
  ...createdAtPage,
  status: z
    .enum(webhookDeliveryStatuses)
    .optional()
    .openapi({ description: 'Only deliveries with this status.' }),
});

export const listWebhookDeliveriesOperation = defineOperation(
  {
    id: 'listWebhookDeliveries',
    call: 'GET /workspaces/{id}/webhook-endpoints/{endpointId}/deliveries',
    tag: 'Webhook endpoints',
    summary: 'List the deliveries of a webhook endpoint',
    description:
      'Lists the events that were or will be sent to an endpoint. Deliveries are kept for 30 days. The list leaves out their payloads; get a delivery to see its payload. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint), query },
    out: { 200: jsonResponse(deliveryListSchema, 'A page of deliveries.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    const { limit = listLimitDefault, sort = '-createdAt', ...rest } = c.req.valid('query');
    const page = await listDeliveries(c.var.ctx, { endpointId, limit, sort, ...omitUndefined(rest) });
    return c.json({ data: page.data.map(toDeliveryResponse), nextCursor: page.nextCursor }, 200);
  },
);
