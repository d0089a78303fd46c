import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { pageAttempts } from '../../../services/webhooks/session-access.js';
import { exampleIds } from '../../examples/ids.js';
import { createdAtPage, idParam, omitUndefined } from '../../openapi/fields.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { attemptListSchema, toAttemptResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const params = workspaceParamsWith('endpointId', exampleIds.webhookEndpoint).extend({
  deliveryId: idParam(exampleIds.webhookDelivery),
});

export const listWebhookAttemptsOperation = defineOperation(
  {
    id: 'listWebhookAttempts',
    call: 'GET /workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/attempts',
    tag: 'Webhook endpoints',
    summary: 'List the attempts of a delivery',
    description:
      'Lists every attempt to send a delivery, with the endpoint’s response. `sort` uses the time when an attempt started. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(attemptListSchema, 'A page of attempts.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, endpointId, deliveryId } = c.req.valid('param');
    const place = { workspaceId, endpointId, deliveryId };
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const page = await pageAttempts(c.var.ctx, { ...place, limit, sort, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toAttemptResponse), nextCursor: page.nextCursor }, 200);
  },
);
