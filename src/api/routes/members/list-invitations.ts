import { createRoute, z } from '@hono/zod-openapi';
import { listInvitations } from '../../../services/members/list-invitations.js';
import { listLimitDefault } from '../../../domain/limits.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { invitationListSchema, toInvitationResponse } from './schema.js';
import { workspaceParams } from '../workspaces/params.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/workspaces/{id}/invitations';

const route = createRoute({
  method,
  path,
  operationId: 'listInvitations',
  tags: ['Members'],
  summary: 'List the open invitations of a workspace',
  description:
    'Lists the invitations that have been neither accepted nor revoked. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParams, query: z.strictObject(createdAtPage) },
  responses: {
    200: jsonResponse(invitationListSchema, 'A page of invitations.'),
    ...errorResponses({
      method,
      path,
      codes: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
    }),
  },
});

export const listInvitationsOperation = operation(route, async (c) => {
  const workspaceId = c.req.valid('param').id;
  const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
  const page = await listInvitations(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
  return c.json({ data: page.data.map(toInvitationResponse), nextCursor: page.nextCursor }, 200);
});
