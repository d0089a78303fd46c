import { getEndpoint } from '../../../services/webhooks/get.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { endpointSchema, toEndpointResponse, endpointResource } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

export const getWebhookEndpointOperation = defineOperation(
  {
    id: 'getWebhookEndpoint',
    call: 'GET /workspaces/{id}/webhook-endpoints/{endpointId}',
    tag: 'Webhook endpoints',
    summary: 'Get a webhook endpoint',
    description:
      'Returns one webhook endpoint, without its secret. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint) },
    out: { 200: jsonResponse(endpointSchema, 'The endpoint.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    resource: endpointResource,
  },
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    return c.json(toEndpointResponse(await getEndpoint(c.var.ctx, { endpointId })), 200);
  },
);
