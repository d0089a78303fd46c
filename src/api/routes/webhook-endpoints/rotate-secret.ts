import { createRoute, z } from '@hono/zod-openapi';
import { rotateSecret } from '../../../services/webhooks/rotate.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../openapi/examples.js';
import { endpointWithSecretSchema, toEndpointResponse } from './schema.js';
import { webhookRotationMsDefault, webhookRotationMsMax } from '../../../domain/webhooks.js';
import { omitUndefined } from '../../openapi/fields.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/workspaces/{id}/webhook-endpoints/{endpointId}/rotate-secret';

const body = z
  .strictObject({
    previousValidMs: z
      .number()
      .int()
      .min(0)
      .max(webhookRotationMsMax)
      .optional()
      .openapi({ default: webhookRotationMsDefault }),
  })
  .openapi('RotateWebhookSecret');

const route = createRoute({
  method,
  path,
  operationId: 'rotateWebhookSecret',
  tags: ['Webhook endpoints'],
  summary: 'Give a webhook endpoint a new secret',
  description:
    'The previous secret signs beside the new one for `previousValidMs`; 0 for a secret that leaked. Owners and admins only; not with an API key.',
  security: sessionSecurity,
  request: {
    params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint),
    body: jsonRequest(body, { required: false }),
  },
  responses: {
    200: jsonResponse(endpointWithSecretSchema, 'The endpoint, with its new secret.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    }),
  },
});

export const rotateWebhookSecretOperation = operation(route, async (c) => {
  const { id: workspaceId, endpointId } = c.req.valid('param');
  await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
  const { endpoint, secret } = await rotateSecret(c.var.ctx, {
    endpointId,
    ...omitUndefined(c.req.valid('json')),
  });
  return c.json({ ...toEndpointResponse(endpoint), secret }, 200);
});
