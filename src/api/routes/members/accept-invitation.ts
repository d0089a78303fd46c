import { createRoute, z } from '@hono/zod-openapi';
import { acceptInvitation } from '../../../services/members/accept-invitation.js';
import { tokenField } from '../sessions/schema.js';
import { memberSchema, toMemberResponse } from './schema.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/invitations/accept';

const body = z.strictObject({ token: tokenField }).openapi('AcceptInvitation');

const route = createRoute({
  method,
  path,
  operationId: 'acceptInvitation',
  tags: ['Members'],
  summary: 'Accept an invitation',
  description:
    'For who has an account; others sign up with the token. The invitation must be for the e-mail address of the account. A member keeps the role that they have. Not with an API key.',
  security: sessionSecurity,
  request: { body: jsonRequest(body, { required: true }) },
  responses: {
    200: jsonResponse(memberSchema, 'The membership.'),
    ...errorResponses({ method, path, body: true, codes: ['INSUFFICIENT_ROLE', 'NOT_FOUND'] }),
  },
});

export const acceptInvitationOperation = operation(route, async (c) => {
  const member = await acceptInvitation(c.var.ctx, c.req.valid('json'));
  return c.json(toMemberResponse(member), 200);
});
