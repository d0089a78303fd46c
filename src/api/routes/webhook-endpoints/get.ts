import { createRoute } from '@hono/zod-openapi';
import { getEndpoint } from '../../../services/webhooks/get.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { endpointSchema, toEndpointResponse, endpointResource } from './schema.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}';

const route = createRoute({
  method,
  path,
  operationId: 'getWebhookEndpoint',
  tags: ['Webhook endpoints'],
  summary: 'Get a webhook endpoint',
  description:
    'Returns one webhook endpoint, without its secret. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint) },
  responses: {
    200: jsonResponse(endpointSchema, 'The endpoint.'),
    ...errorResponses({ method, path, codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getWebhookEndpointOperation = operation(
  route,
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    return c.json(toEndpointResponse(await getEndpoint(c.var.ctx, { endpointId })), 200);
  },
  endpointResource,
);
