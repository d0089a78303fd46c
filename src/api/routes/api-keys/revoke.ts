import { createRoute } from '@hono/zod-openapi';
import { revokeApiKey } from '../../../services/api-keys/revoke.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../openapi/examples.js';
import { errorResponses, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'delete';
const path = '/workspaces/{id}/api-keys/{keyId}';

const route = createRoute({
  method,
  path,
  operationId: 'revokeApiKey',
  tags: ['API keys'],
  summary: 'Revoke an API key',
  description:
    'From the next request on; what is under way completes. Owners and admins, and whoever made the key; not with an API key.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('keyId', exampleIds.apiKey) },
  responses: {
    204: { description: 'Revoked.' },
    ...errorResponses({ method, path, codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const revokeApiKeyOperation = operation(route, async (c) => {
  const { id: workspaceId, keyId } = c.req.valid('param');
  await revokeApiKey(c.var.ctx, { workspaceId, keyId });
  return c.body(null, 204);
});
