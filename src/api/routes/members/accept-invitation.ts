import { createRoute, z } from '@hono/zod-openapi';
import { acceptInvitation } from '../../../services/members/accept-invitation.js';
import { tokenField } from '../sessions/schema.js';
import { memberSchema, toMemberResponse } from './schema.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/invitations/accept';

const body = z
  .strictObject({ token: tokenField.openapi({ description: 'The token of the invitation.' }) })
  .openapi('AcceptInvitation', { description: 'The invitation to accept.' });

const route = createRoute({
  method,
  path,
  operationId: 'acceptInvitation',
  tags: ['Members'],
  summary: 'Accept an invitation',
  description:
    'Accepts an invitation as an existing user; new users sign up with the token instead. The invitation must be for the user’s email address. If the user is already a member, their role does not change. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { body: jsonRequest(body, { required: true }) },
  responses: {
    200: jsonResponse(memberSchema, 'The membership.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'PLAN_LIMIT_WORKSPACES', 'NOT_FOUND'],
    }),
  },
});

export const acceptInvitationOperation = operation(route, async (c) => {
  const member = await acceptInvitation(c.var.ctx, c.req.valid('json'));
  return c.json(toMemberResponse(member), 200);
});
