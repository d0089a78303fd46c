import { createRoute, z } from '@hono/zod-openapi';
import { replayFailed } from '../../../services/webhooks/replay.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../openapi/examples.js';
import { instant } from '../../openapi/fields.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}/replay';

const body = z.strictObject({ since: instant }).openapi('ReplayWebhooks');
const replayedSchema = z
  .object({
    replayed: z.number().int().openapi({ description: 'The number of deliveries, at most 1,000.' }),
    hasMore: z.boolean().openapi({ description: 'Whether to call again, with the same time, for the rest.' }),
  })
  .openapi('ReplayedWebhooks');

const route = createRoute({
  method,
  path,
  operationId: 'replayWebhooks',
  tags: ['Webhook endpoints'],
  summary: 'Send again what did not arrive',
  description:
    'Every delivery to the endpoint that is DEAD and was created since the time given, oldest first; what happened while the endpoint was disabled included. Owners and admins only; not with an API key.',
  security: sessionSecurity,
  request: {
    params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint),
    body: jsonRequest(body, { required: true }),
  },
  responses: {
    202: jsonResponse(replayedSchema, 'On their way.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
    }),
  },
});

export const replayWebhooksOperation = operation(route, async (c) => {
  const { id: workspaceId, endpointId } = c.req.valid('param');
  await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
  return c.json(await replayFailed(c.var.ctx, { endpointId, ...c.req.valid('json') }), 202);
});
