import { z } from '@hono/zod-openapi';
import { sendTestEvent } from '../../../services/webhooks/send-test.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const sentTestSchema = z
  .object({
    eventId: z.string().openapi({ description: 'The id of the event.', example: exampleIds.event }),
    deliveryId: z
      .string()
      .openapi({ description: 'The id of the delivery.', example: exampleIds.webhookDelivery }),
  })
  .openapi('SentTestWebhook', { description: 'The test event that is being sent.' });

export const sendTestWebhookOperation = defineOperation(
  {
    id: 'sendTestWebhook',
    call: 'POST /workspaces/{id}/webhook-endpoints/{endpointId}/test',
    tag: 'Webhook endpoints',
    summary: 'Send a test event',
    description:
      'Sends a test event to an endpoint, whichever event types it subscribes to. It is signed and retried like any other event. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint) },
    out: { 202: jsonResponse(sentTestSchema, 'The test event is being sent.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
  },
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    return c.json(await sendTestEvent(c.var.ctx, { endpointId }), 202);
  },
);
