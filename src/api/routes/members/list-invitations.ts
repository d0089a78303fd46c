import { z } from '@hono/zod-openapi';
import { listInvitations } from '../../../services/members/list-invitations.js';
import { listLimitDefault } from '../../../domain/limits.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { invitationListSchema, toInvitationResponse } from './schema.js';
import { workspaceParams } from '../workspaces/params.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

export const listInvitationsOperation = defineOperation(
  {
    id: 'listInvitations',
    call: 'GET /workspaces/{id}/invitations',
    tag: 'Members',
    summary: 'List the open invitations of a workspace',
    description:
      'Lists the invitations that have been neither accepted nor revoked. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(invitationListSchema, 'A page of invitations.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const page = await listInvitations(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toInvitationResponse), nextCursor: page.nextCursor }, 200);
  },
);
