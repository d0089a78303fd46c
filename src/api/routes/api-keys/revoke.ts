import { revokeApiKey } from '../../../services/api-keys/revoke.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';

export const revokeApiKeyOperation = defineOperation(
  {
    id: 'revokeApiKey',
    call: 'DELETE /workspaces/{id}/api-keys/{keyId}',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description:
      'Revokes an API key. It stops working with the next request; requests that are already running are completed. Owners, admins and the person who created the key can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('keyId', exampleIds.apiKey) },
    out: { 204: { description: 'The key is revoked.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, keyId } = c.req.valid('param');
    await revokeApiKey(c.var.ctx, { workspaceId, keyId });
    return c.body(null, 204);
  },
);
