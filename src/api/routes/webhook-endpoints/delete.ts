import { deleteEndpoint } from '../../../services/webhooks/delete.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';
import { endpointResource } from './schema.js';

export const deleteWebhookEndpointOperation = defineOperation(
  {
    id: 'deleteWebhookEndpoint',
    call: 'DELETE /workspaces/{id}/webhook-endpoints/{endpointId}',
    tag: 'Webhook endpoints',
    summary: 'Delete a webhook endpoint',
    description:
      'Deletes an endpoint. Its pending deliveries are no longer sent. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint) },
    out: { 204: { description: 'The endpoint is deleted.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    resource: endpointResource,
  },
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    await deleteEndpoint(c.var.ctx, { endpointId });
    return c.body(null, 204);
  },
);
