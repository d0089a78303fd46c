import { createRoute, z } from '@hono/zod-openapi';
import { sendTestEvent } from '../../../services/webhooks/send-test.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}/test';

const sentTestSchema = z
  .object({
    eventId: z.string().openapi({ description: 'The id of the event.', example: exampleIds.event }),
    deliveryId: z
      .string()
      .openapi({ description: 'The id of the delivery.', example: exampleIds.webhookDelivery }),
  })
  .openapi('SentTestWebhook', { description: 'The test event that is being sent.' });

const route = createRoute({
  method,
  path,
  operationId: 'sendTestWebhook',
  tags: ['Webhook endpoints'],
  summary: 'Send a test event',
  description:
    'Sends a test event to an endpoint, whichever event types it subscribes to. It is signed and retried like any other event. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint) },
  responses: {
    202: jsonResponse(sentTestSchema, 'The test event is being sent.'),
    ...errorResponses({
      method,
      path,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
    }),
  },
});

export const sendTestWebhookOperation = operation(route, async (c) => {
  const { id: workspaceId, endpointId } = c.req.valid('param');
  await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
  return c.json(await sendTestEvent(c.var.ctx, { endpointId }), 202);
});
