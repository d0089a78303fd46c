import { z } from '@hono/zod-openapi';
import { createEndpoint } from '../../../services/webhooks/create.js';
import { authorizeWebhooks } from '../../../services/webhooks/session-access.js';
import { workspaceParams } from '../workspaces/params.js';
import {
  descriptionField,
  endpointWithSecretSchema,
  eventsDescription,
  eventsField,
  toEndpointResponse,
  urlField,
} from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    url: urlField,
    events: eventsField.optional().openapi({
      description: `${eventsDescription} Absent: null.`,
      example: ['post.published', 'post.failed'],
    }),
    description: descriptionField.optional(),
  })
  .openapi('CreateWebhookEndpoint', { description: 'The webhook endpoint to create.' });

export const createWebhookEndpointOperation = defineOperation(
  {
    id: 'createWebhookEndpoint',
    call: 'POST /workspaces/{id}/webhook-endpoints',
    tag: 'Webhook endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'Registers a URL that receives the events of the workspace. A workspace can have up to 20. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, body },
    out: { 201: jsonResponse(endpointWithSecretSchema, 'The endpoint, with its signing secret.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT', 'URL_REJECTED'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    authorizeWebhooks(c.var.ctx, workspaceId);
    const { url, events = null, description = null } = c.req.valid('json');
    const added = await createEndpoint(c.var.ctx, { workspaceId, url, events, description });
    return c.json({ ...toEndpointResponse(added.endpoint), secret: added.secret }, 201);
  },
);
