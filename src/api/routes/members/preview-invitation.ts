import { z } from '@hono/zod-openapi';
import { roles } from '../../../domain/roles.js';
import { previewInvitation } from '../../../services/members/preview-invitation.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { wireInstant } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { tokenField } from '../sessions/schema.js';

const body = z
  .strictObject({ token: tokenField.openapi({ description: 'The token of the invitation.' }) })
  .openapi('PreviewInvitation', { description: 'The invitation to look at.' });

const previewSchema = z
  .object({
    workspaceName: z.string().openapi({
      description: 'The name of the workspace that the person is invited to.',
      example: 'Acme',
    }),
    inviterName: z
      .string()
      .openapi({ description: 'The name of the user who sent the invitation.', example: 'Grace Hopper' }),
    emailHint: z.string().openapi({
      description:
        'The email address that the invitation is for, with only its first character and its domain. A person who signs up must enter the whole email address.',
      example: 'a…@example.com',
    }),
    role: z.enum(roles).openapi({ description: 'The role that the person will have.', example: 'EDITOR' }),
    expiresAt: wireInstant.openapi({ description: 'When the invitation expires.' }),
  })
  .openapi('InvitationPreview', { description: 'What an invitation says to the person who holds its link.' });

export const previewInvitationOperation = defineOperation(
  {
    id: 'previewInvitation',
    call: 'POST /auth/preview-invitation',
    tag: 'Members',
    summary: 'Look at an invitation',
    description:
      'Returns what an invitation is for, so that the person can see it before they sign up or sign in. The invitation stays as it is. Attempts with an unknown, used, revoked or expired token are limited per client IP address.',
    credential: 'none',
    in: { body },
    out: { 200: jsonResponse(previewSchema, 'The invitation.') },
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  async (c) => {
    const preview = await previewInvitation(c.var.anonymous, c.req.valid('json'));
    return c.json({ ...preview, expiresAt: preview.expiresAt.toISOString() }, 200);
  },
);
