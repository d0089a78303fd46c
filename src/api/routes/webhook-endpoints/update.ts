import { createRoute, z } from '@hono/zod-openapi';
import { updateEndpoint } from '../../../services/webhooks/update.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import {
  descriptionField,
  endpointSchema,
  endpointResource,
  eventsDescription,
  eventsField,
  toEndpointResponse,
  urlField,
} from './schema.js';
import { webhookEndpointStatuses } from '../../../domain/webhooks.js';
import { omitUndefined } from '../../openapi/fields.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'patch';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}';

const body = z
  .strictObject({
    url: urlField.optional(),
    events: eventsField.optional().openapi({
      description: eventsDescription,
      example: ['post.published', 'post.failed', 'post.canceled'],
    }),
    description: descriptionField.optional(),
    status: z
      .enum(webhookEndpointStatuses)
      .optional()
      .openapi({ description: 'ENABLED sends events; DISABLED stops sending them.' }),
  })
  .openapi('UpdateWebhookEndpoint', {
    description: 'Changes to a webhook endpoint. Absent fields keep their value.',
  });

const route = createRoute({
  method,
  path,
  operationId: 'updateWebhookEndpoint',
  tags: ['Webhook endpoints'],
  summary: 'Update a webhook endpoint',
  description:
    'Changes an endpoint. Absent fields keep their value. Enabling an endpoint or changing its URL resets its count of failures. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: {
    params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint),
    body: jsonRequest(body, { required: true }),
  },
  responses: {
    200: jsonResponse(endpointSchema, 'The updated endpoint.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT', 'URL_REJECTED'],
    }),
  },
});

export const updateWebhookEndpointOperation = operation(
  route,
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    const fields = omitUndefined(c.req.valid('json'));
    return c.json(toEndpointResponse(await updateEndpoint(c.var.ctx, { endpointId, ...fields })), 200);
  },
  endpointResource,
);
