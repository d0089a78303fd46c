import { createRoute, z } from '@hono/zod-openapi';
import { listMembers } from '../../../services/members/list.js';
import { listLimitDefault } from '../../../domain/limits.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { memberListSchema, toMemberResponse } from './schema.js';
import { workspaceParams } from '../workspaces/params.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/workspaces/{id}/members';

const route = createRoute({
  method,
  path,
  operationId: 'listMembers',
  tags: ['Members'],
  summary: 'List the members of a workspace',
  description:
    'Lists the people who belong to the workspace. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParams, query: z.strictObject(createdAtPage) },
  responses: {
    200: jsonResponse(memberListSchema, 'A page of members.'),
    ...errorResponses({
      method,
      path,
      codes: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
    }),
  },
});

export const listMembersOperation = operation(route, async (c) => {
  const workspaceId = c.req.valid('param').id;
  const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
  const page = await listMembers(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
  return c.json({ data: page.data.map(toMemberResponse), nextCursor: page.nextCursor }, 200);
});
