import { createRoute } from '@hono/zod-openapi';
import { removeMember } from '../../../services/members/remove.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { errorResponses, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'delete';
const path = '/workspaces/{id}/members/{memberId}';

const route = createRoute({
  method,
  path,
  operationId: 'removeMember',
  tags: ['Members'],
  summary: 'Remove a member, or leave a workspace',
  description:
    'Removes a person from the workspace. Members can remove themselves; owners and admins can remove anyone whose role is not above their own. The last owner cannot be removed (409). Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParamsWith('memberId', exampleIds.member) },
  responses: {
    204: { description: 'The member is removed.' },
    ...errorResponses({
      method,
      path,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
    }),
  },
});

export const removeMemberOperation = operation(route, async (c) => {
  const { id: workspaceId, memberId } = c.req.valid('param');
  await removeMember(c.var.ctx, { workspaceId, memberId });
  return c.body(null, 204);
});
