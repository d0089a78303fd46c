import { createRoute, z } from '@hono/zod-openapi';
import { addEndpoint } from '../../../services/webhooks/add.js';
import { authorizeWebhooks } from '../../../services/webhooks/session-access.js';
import { workspaceParams } from '../workspaces/params.js';
import {
  descriptionField,
  endpointWithSecretSchema,
  eventsField,
  toEndpointResponse,
  urlField,
} from './schema.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/workspaces/{id}/webhook-endpoints';

const body = z
  .strictObject({
    url: urlField,
    events: eventsField.optional().openapi({ description: 'Absent or null: every type.' }),
    description: descriptionField.optional(),
  })
  .openapi('CreateWebhookEndpoint');

const route = createRoute({
  method,
  path,
  operationId: 'createWebhookEndpoint',
  tags: ['Webhook endpoints'],
  summary: 'Register a webhook endpoint',
  description: 'At most 20 in a workspace. Owners and admins only; not with an API key.',
  security: sessionSecurity,
  request: { params: workspaceParams, body: jsonRequest(body, { required: true }) },
  responses: {
    201: jsonResponse(endpointWithSecretSchema, 'The endpoint, with its secret.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'URL_REJECTED'],
    }),
  },
});

export const createWebhookEndpointOperation = operation(route, async (c) => {
  const workspaceId = c.req.valid('param').id;
  authorizeWebhooks(c.var.ctx, workspaceId);
  const { url, events = null, description = null } = c.req.valid('json');
  const added = await addEndpoint(c.var.ctx, { workspaceId, url, events, description });
  return c.json({ ...toEndpointResponse(added.endpoint), secret: added.secret }, 201);
});
