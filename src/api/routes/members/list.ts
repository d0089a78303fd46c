import { z } from '@hono/zod-openapi';
import { listMembers } from '../../../services/members/list.js';
import { listLimitDefault } from '../../../domain/limits.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { memberListSchema, toMemberResponse } from './schema.js';
import { workspaceParams } from '../workspaces/params.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

export const listMembersOperation = defineOperation(
  {
    id: 'listMembers',
    call: 'GET /workspaces/{id}/members',
    tag: 'Members',
    summary: 'List the members of a workspace',
    description:
      'Lists the people who belong to the workspace. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(memberListSchema, 'A page of members.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const page = await listMembers(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toMemberResponse), nextCursor: page.nextCursor }, 200);
  },
);
