import { z } from '@hono/zod-openapi';
import { listApiKeys } from '../../../services/api-keys/list.js';
import { listLimitDefault } from '../../../domain/limits.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { apiKeyListSchema, toApiKeyResponse } from './schema.js';
import { workspaceParams } from '../workspaces/params.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

export const listApiKeysOperation = defineOperation(
  {
    id: 'listApiKeys',
    call: 'GET /workspaces/{id}/api-keys',
    tag: 'API keys',
    summary: 'List the API keys of a workspace',
    description:
      'Lists the API keys that were created in the workspace. Revoked keys are not listed. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(apiKeyListSchema, 'A page of API keys.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const page = await listApiKeys(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toApiKeyResponse), nextCursor: page.nextCursor }, 200);
  },
);
