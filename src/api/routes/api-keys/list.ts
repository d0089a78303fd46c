import { createRoute, z } from '@hono/zod-openapi';
import { listApiKeys } from '../../../services/api-keys/list.js';
import { listLimitDefault } from '../../../domain/limits.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { apiKeyListSchema, toApiKeyResponse } from './schema.js';
import { workspaceParams } from '../workspaces/params.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/workspaces/{id}/api-keys';

const route = createRoute({
  method,
  path,
  operationId: 'listApiKeys',
  tags: ['API keys'],
  summary: 'List the API keys of a workspace',
  description:
    'Lists the API keys that were created in the workspace. Revoked keys are not listed. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParams, query: z.strictObject(createdAtPage) },
  responses: {
    200: jsonResponse(apiKeyListSchema, 'A page of API keys.'),
    ...errorResponses({
      method,
      path,
      codes: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
    }),
  },
});

export const listApiKeysOperation = operation(route, async (c) => {
  const workspaceId = c.req.valid('param').id;
  const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
  const page = await listApiKeys(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
  return c.json({ data: page.data.map(toApiKeyResponse), nextCursor: page.nextCursor }, 200);
});
