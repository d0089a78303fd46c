import { z } from '@hono/zod-openapi';
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
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

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

export const updateWebhookEndpointOperation = defineOperation(
  {
    id: 'updateWebhookEndpoint',
    call: 'PATCH /workspaces/{id}/webhook-endpoints/{endpointId}',
    tag: 'Webhook endpoints',
    summary: 'Update a webhook endpoint',
    description:
      'Changes an endpoint. Absent fields keep their value. Enabling an endpoint or changing its URL resets its count of failures. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint), body },
    out: { 200: jsonResponse(endpointSchema, 'The updated endpoint.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT', 'URL_REJECTED'],
    resource: endpointResource,
  },
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    const fields = omitUndefined(c.req.valid('json'));
    return c.json(toEndpointResponse(await updateEndpoint(c.var.ctx, { endpointId, ...fields })), 200);
  },
);
