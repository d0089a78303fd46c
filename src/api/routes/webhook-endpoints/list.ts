import { z } from '@hono/zod-openapi';
import { pageEndpoints } from '../../../services/webhooks/session-access.js';
import { listLimitDefault } from '../../../domain/limits.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { endpointListSchema, toEndpointResponse } from './schema.js';
import { workspaceParams } from '../workspaces/params.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

export const listWebhookEndpointsOperation = defineOperation(
  {
    id: 'listWebhookEndpoints',
    call: 'GET /workspaces/{id}/webhook-endpoints',
    tag: 'Webhook endpoints',
    summary: 'List webhook endpoints',
    description:
      'Lists the webhook endpoints of a workspace. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(endpointListSchema, 'A page of webhook endpoints.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const page = await pageEndpoints(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toEndpointResponse), nextCursor: page.nextCursor }, 200);
  },
);
