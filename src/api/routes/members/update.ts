import { z } from '@hono/zod-openapi';
import { changeRole } from '../../../services/members/change-role.js';
import { roles } from '../../../domain/roles.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { memberSchema, toMemberResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    role: z
      .enum(roles)
      .openapi({ description: 'The new role. It cannot be above your own.', example: 'EDITOR' }),
  })
  .openapi('UpdateMember', { description: 'The new role of a member.' });

export const updateMemberOperation = defineOperation(
  {
    id: 'updateMember',
    call: 'PATCH /workspaces/{id}/members/{memberId}',
    tag: 'Members',
    summary: "Change a member's role",
    description:
      'Changes a member’s role. Neither the old nor the new role can be above your own, and a workspace always keeps at least one owner (409). Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('memberId', exampleIds.member), body },
    out: { 200: jsonResponse(memberSchema, 'The updated membership.') },
    errors: [
      'INSUFFICIENT_ROLE',
      'FORBIDDEN_WORKSPACE',
      'PLAN_LIMIT_WORKSPACES',
      'NOT_FOUND',
      'INVALID_STATE',
    ],
  },
  async (c) => {
    const { id: workspaceId, memberId } = c.req.valid('param');
    const member = await changeRole(c.var.ctx, { workspaceId, memberId, ...c.req.valid('json') });
    return c.json(toMemberResponse(member), 200);
  },
);
