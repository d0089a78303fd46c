import { z } from '@hono/zod-openapi';
import { roles } from '../../../domain/roles.js';
import type { InvitationView, MemberView } from '../../../services/members/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const memberSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the membership.', example: exampleIds.member }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    userId: z.string().openapi({ description: 'The user.', example: exampleIds.user }),
    email: z.string().openapi({
      description:
        'The user’s email address. A client reviewer sees only its first character and its domain, as in `a…@example.com`, except for their own.',
      example: 'ada@example.com',
    }),
    name: z.string().openapi({ description: 'The user’s name.', example: 'Ada Lovelace' }),
    role: z.enum(roles).openapi({ description: 'What the member may do in the workspace.' }),
    createdAt: wireInstant.openapi({ description: 'When the user joined the workspace.' }),
  })
  .openapi('Member', { description: 'A person’s membership in a workspace.' });

export const memberListSchema = pageOf('MemberList', memberSchema);

export const invitationSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the invitation.', example: exampleIds.invitation }),
    workspaceId: z.string().openapi({
      description: 'The workspace that the person is invited to.',
      example: exampleIds.workspace,
    }),
    email: z.string().openapi({
      description: 'The email address that the invitation is for.',
      example: 'grace@example.com',
    }),
    role: z.enum(roles).openapi({ description: 'The role that the person will have.', example: 'EDITOR' }),
    invitedByUserId: z
      .string()
      .openapi({ description: 'The user who sent the invitation.', example: exampleIds.user }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    expiresAt: wireInstant.openapi({ description: 'When the invitation expires.' }),
  })
  .openapi('Invitation', {
    description: 'An invitation to join a workspace that has not been accepted yet.',
  });

export const invitationListSchema = pageOf('InvitationList', invitationSchema);

export const createdInvitationSchema = invitationSchema
  .extend({
    token: z.string().openapi({
      example: 'Xb4w1Yq7Zk0Jm3Np6Rs9Tu2Vx5Ac8De1Fg4Hi7Kl0M',
      description: 'The token that accepts the invitation. It works once and is shown only here.',
    }),
    url: z.string().openapi({
      description: 'The link to give to the person. Punctual does not send an email.',
      example: 'https://punctual.example.com/sign-in#invitation=Xb4w1Yq7Zk0Jm3Np6Rs9Tu2Vx5Ac8De1Fg4Hi7Kl0M',
    }),
  })
  .openapi('CreatedInvitation', { description: 'A new invitation, with its token.' });

export function toMemberResponse(view: MemberView): z.output<typeof memberSchema> {
  return { ...view, createdAt: view.createdAt.toISOString() };
}

export function toInvitationResponse(view: InvitationView): z.output<typeof invitationSchema> {
  return { ...view, createdAt: view.createdAt.toISOString(), expiresAt: view.expiresAt.toISOString() };
}
