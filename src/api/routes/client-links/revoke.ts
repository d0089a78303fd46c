import { revokeClientLink } from '../../../services/client-links/revoke.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParamsWith } from '../workspaces/params.js';

export const revokeClientLinkOperation = defineOperation(
  {
    id: 'revokeClientLink',
    call: 'DELETE /workspaces/{id}/client-links/{linkId}',
    tag: 'Client links',
    summary: 'Revoke a client link',
    description:
      'Revokes a client link, which stops working at once. What was decided with it stays. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('linkId', exampleIds.clientLink) },
    out: { 204: { description: 'The link is revoked.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, linkId } = c.req.valid('param');
    await revokeClientLink(c.var.ctx, { workspaceId, linkId });
    return c.body(null, 204);
  },
);
