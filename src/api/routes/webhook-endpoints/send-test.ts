import { createRoute, z } from '@hono/zod-openapi';
import { sendTestEvent } from '../../../services/webhooks/send-test.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../openapi/examples.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}/test';

const sentTestSchema = z
  .object({
    eventId: z.string().openapi({ example: exampleIds.event }),
    deliveryId: z.string().openapi({ example: exampleIds.webhookDelivery }),
  })
  .openapi('SentTestWebhook');

const route = createRoute({
  method,
  path,
  operationId: 'sendTestWebhook',
  tags: ['Webhook endpoints'],
  summary: 'Send a test event',
  description:
    'It goes the way of every other event, whatever the endpoint subscribed to. Owners and admins only; not with an API key.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint) },
  responses: {
    202: jsonResponse(sentTestSchema, 'On its way.'),
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
