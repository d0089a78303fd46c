import { createRoute } from '@hono/zod-openapi';
import { revokeInvitation } from '../../../services/members/revoke-invitation.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { errorResponses, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'delete';
const path = '/workspaces/{id}/invitations/{invitationId}';

const route = createRoute({
  method,
  path,
  operationId: 'revokeInvitation',
  tags: ['Members'],
  summary: 'Revoke an invitation',
  description:
    'Revokes an invitation so that its link no longer works. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('invitationId', exampleIds.invitation) },
  responses: {
    204: { description: 'The invitation is revoked.' },
    ...errorResponses({ method, path, codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const revokeInvitationOperation = operation(route, async (c) => {
  const { id: workspaceId, invitationId } = c.req.valid('param');
  await revokeInvitation(c.var.ctx, { workspaceId, invitationId });
  return c.body(null, 204);
});
