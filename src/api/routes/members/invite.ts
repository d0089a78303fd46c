import { createRoute, z } from '@hono/zod-openapi';
import { inviteMember } from '../../../services/members/invite.js';
import { roles } from '../../../domain/roles.js';
import { workspaceParams } from '../workspaces/params.js';
import { emailField } from '../sessions/schema.js';
import { createdInvitationSchema, toInvitationResponse } from './schema.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';
import { originForLinks } from '../../http/own-origin.js';

const method = 'post';
const path = '/workspaces/{id}/invitations';

const body = z.strictObject({ email: emailField, role: z.enum(roles) }).openapi('CreateInvitation');

const route = createRoute({
  method,
  path,
  operationId: 'createInvitation',
  tags: ['Members'],
  summary: 'Invite a person by e-mail address',
  description:
    "No mail is sent: pass the link on. It works once, within seven days, for that address alone, and as long as the inviter may give that role. Inviting the same address again replaces the earlier invitation. The role may not be above the caller's own. Owners and admins only; not with an API key.",
  security: sessionSecurity,
  request: { params: workspaceParams, body: jsonRequest(body, { required: true }) },
  responses: {
    201: jsonResponse(createdInvitationSchema, 'The invitation, with its token.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
    }),
  },
});

export const createInvitationOperation = operation(route, async (c) => {
  const workspaceId = c.req.valid('param').id;
  const { invitation, token } = await inviteMember(c.var.ctx, { workspaceId, ...c.req.valid('json') });
  // After the #, so that no server on the way logs it.
  const origin = originForLinks({ publicOrigin: c.var.publicOrigin, host: c.req.header('host') });
  const url = `${origin}/sign-in#invitation=${token}`;
  return c.json({ ...toInvitationResponse(invitation), token, url }, 201);
});
