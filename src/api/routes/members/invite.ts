import { z } from '@hono/zod-openapi';
import { inviteMember } from '../../../services/members/invite.js';
import { roles } from '../../../domain/roles.js';
import { workspaceParams } from '../workspaces/params.js';
import { emailField } from '../sessions/schema.js';
import { createdInvitationSchema, toInvitationResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    email: emailField,
    role: z.enum(roles).openapi({
      description: 'The role that the person will have. It cannot be above your own.',
      example: 'EDITOR',
    }),
  })
  .openapi('CreateInvitation', { description: 'Whom to invite, and in which role.' });

export const createInvitationOperation = defineOperation(
  {
    id: 'createInvitation',
    call: 'POST /workspaces/{id}/invitations',
    tag: 'Members',
    summary: 'Invite a person',
    description:
      'Creates an invitation for an email address. Punctual does not send an email: send the link to the person yourself. The link works once, within seven days, for that email address only, and only while the inviter may still assign that role. Inviting the same person again replaces the earlier invitation. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, body },
    out: { 201: jsonResponse(createdInvitationSchema, 'The invitation, with its token.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { invitation, token } = await inviteMember(c.var.ctx, { workspaceId, ...c.req.valid('json') });
    // The token is after the #, so that no server logs it.
    const url = `${c.var.ownOrigin}/sign-in#invitation=${token}`;
    return c.json({ ...toInvitationResponse(invitation), token, url }, 201);
  },
);
