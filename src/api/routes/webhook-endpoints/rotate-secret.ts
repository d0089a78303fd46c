import { z } from '@hono/zod-openapi';
import { rotateSecret } from '../../../services/webhooks/rotate.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { endpointWithSecretSchema, toEndpointResponse } from './schema.js';
import { webhookRotationMsDefault, webhookRotationMsMax } from '../../../domain/webhooks.js';
import { omitUndefined } from '../../openapi/fields.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    previousValidMs: z.number().int().min(0).max(webhookRotationMsMax).optional().openapi({
      description:
        'For how many milliseconds deliveries are also signed with the previous secret. Use 0 if it has leaked.',
      default: webhookRotationMsDefault,
    }),
  })
  .openapi('RotateWebhookSecret', { description: 'How long the previous secret remains valid.' });

export const rotateWebhookSecretOperation = defineOperation(
  {
    id: 'rotateWebhookSecret',
    call: 'POST /workspaces/{id}/webhook-endpoints/{endpointId}/rotate-secret',
    tag: 'Webhook endpoints',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Gives an endpoint a new signing secret. For `previousValidMs`, deliveries are signed with both the new and the previous secret. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint), body, bodyIsOptional: true },
    out: { 200: jsonResponse(endpointWithSecretSchema, 'The endpoint, with its new secret.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
  },
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    const { endpoint, secret } = await rotateSecret(c.var.ctx, {
      endpointId,
      ...omitUndefined(c.req.valid('json')),
    });
    return c.json({ ...toEndpointResponse(endpoint), secret }, 200);
  },
);
