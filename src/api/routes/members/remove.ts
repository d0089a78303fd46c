import { removeMember } from '../../../services/members/remove.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';

export const removeMemberOperation = defineOperation(
  {
    id: 'removeMember',
    call: 'DELETE /workspaces/{id}/members/{memberId}',
    tag: 'Members',
    summary: 'Remove a member, or leave a workspace',
    description:
      'Removes a person from the workspace. Members can remove themselves; owners and admins can remove anyone whose role is not above their own. The last owner cannot be removed (409). Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('memberId', exampleIds.member) },
    out: { 204: { description: 'The member is removed.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
  },
  async (c) => {
    const { id: workspaceId, memberId } = c.req.valid('param');
    await removeMember(c.var.ctx, { workspaceId, memberId });
    return c.body(null, 204);
  },
);
