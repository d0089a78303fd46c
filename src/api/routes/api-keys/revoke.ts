import { createRoute } from '@hono/zod-openapi';
import { revokeApiKey } from '../../../services/api-keys/revoke.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
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
    'Revokes an API key. It stops working with the next request; requests that are already running are completed. Owners, admins and the person who created the key can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('keyId', exampleIds.apiKey) },
  responses: {
    204: { description: 'The key is revoked.' },
    ...errorResponses({ method, path, codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const revokeApiKeyOperation = operation(route, async (c) => {
  const { id: workspaceId, keyId } = c.req.valid('param');
  await revokeApiKey(c.var.ctx, { workspaceId, keyId });
  return c.body(null, 204);
});
