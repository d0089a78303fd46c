import { z } from '@hono/zod-openapi';
import { acceptInvitation } from '../../../services/members/accept-invitation.js';
import { tokenField } from '../sessions/schema.js';
import { memberSchema, toMemberResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({ token: tokenField.openapi({ description: 'The token of the invitation.' }) })
  .openapi('AcceptInvitation', { description: 'The invitation to accept.' });

export const acceptInvitationOperation = defineOperation(
  {
    id: 'acceptInvitation',
    call: 'POST /invitations/accept',
    tag: 'Members',
    summary: 'Accept an invitation',
    description:
      'Accepts an invitation as an existing user; new users sign up with the token instead. The invitation must be for the user’s email address. If the user is already a member, their role does not change. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { body },
    out: { 200: jsonResponse(memberSchema, 'The membership.') },
    errors: ['INSUFFICIENT_ROLE', 'PLAN_LIMIT_WORKSPACES', 'NOT_FOUND'],
  },
  async (c) => {
    const member = await acceptInvitation(c.var.ctx, c.req.valid('json'));
    return c.json(toMemberResponse(member), 200);
  },
);
