import { createRoute } from '@hono/zod-openapi';
import { deleteEndpoint } from '../../../services/webhooks/delete.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { errorResponses, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';
import { endpointResource } from './schema.js';

const method = 'delete';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}';

const route = createRoute({
  method,
  path,
  operationId: 'deleteWebhookEndpoint',
  tags: ['Webhook endpoints'],
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes an endpoint. Its pending deliveries are no longer sent. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint) },
  responses: {
    204: { description: 'The endpoint is deleted.' },
    ...errorResponses({ method, path, codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const deleteWebhookEndpointOperation = operation(
  route,
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    await deleteEndpoint(c.var.ctx, { endpointId });
    return c.body(null, 204);
  },
  endpointResource,
);
