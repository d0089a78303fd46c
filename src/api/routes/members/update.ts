import { createRoute, z } from '@hono/zod-openapi';
import { changeRole } from '../../../services/members/change-role.js';
import { roles } from '../../../domain/roles.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { memberSchema, toMemberResponse } from './schema.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'patch';
const path = '/workspaces/{id}/members/{memberId}';

const body = z
  .strictObject({
    role: z
      .enum(roles)
      .openapi({ description: 'The new role. It cannot be above your own.', example: 'EDITOR' }),
  })
  .openapi('UpdateMember', { description: 'The new role of a member.' });

const route = createRoute({
  method,
  path,
  operationId: 'updateMember',
  tags: ['Members'],
  summary: "Change a member's role",
  description:
    'Changes a member’s role. Neither the old nor the new role can be above your own, and a workspace always keeps at least one owner (409). Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: {
    params: workspaceParamsWith('memberId', exampleIds.member),
    body: jsonRequest(body, { required: true }),
  },
  responses: {
    200: jsonResponse(memberSchema, 'The updated membership.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'INSUFFICIENT_ROLE',
        'FORBIDDEN_WORKSPACE',
        'PLAN_LIMIT_WORKSPACES',
        'NOT_FOUND',
        'INVALID_STATE',
      ],
    }),
  },
});

export const updateMemberOperation = operation(route, async (c) => {
  const { id: workspaceId, memberId } = c.req.valid('param');
  const member = await changeRole(c.var.ctx, { workspaceId, memberId, ...c.req.valid('json') });
  return c.json(toMemberResponse(member), 200);
});
