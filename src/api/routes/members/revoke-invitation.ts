import { revokeInvitation } from '../../../services/members/revoke-invitation.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';

export const revokeInvitationOperation = defineOperation(
  {
    id: 'revokeInvitation',
    call: 'DELETE /workspaces/{id}/invitations/{invitationId}',
    tag: 'Members',
    summary: 'Revoke an invitation',
    description:
      'Revokes an invitation so that its link no longer works. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('invitationId', exampleIds.invitation) },
    out: { 204: { description: 'The invitation is revoked.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, invitationId } = c.req.valid('param');
    await revokeInvitation(c.var.ctx, { workspaceId, invitationId });
    return c.body(null, 204);
  },
);
