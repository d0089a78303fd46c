import { z } from '@hono/zod-openapi';
import { roles } from '../../../domain/roles.js';
import type { InvitationView, MemberView } from '../../../services/members/types.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const memberSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.member }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    userId: z.string().openapi({ example: exampleIds.user }),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    createdAt: wireInstant,
  })
  .openapi('Member');

export const memberListSchema = pageOf('MemberList', memberSchema);

export const invitationSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.invitation }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    email: z.string(),
    role: z.enum(roles),
    invitedByUserId: z.string().openapi({ example: exampleIds.user }),
    createdAt: wireInstant,
    expiresAt: wireInstant,
  })
  .openapi('Invitation');

export const invitationListSchema = pageOf('InvitationList', invitationSchema);

export const createdInvitationSchema = invitationSchema
  .extend({
    token: z.string().openapi({ description: 'Accepts the invitation, once. Shown here and never again.' }),
    url: z.string().openapi({
      description: 'For the person invited: no mail is sent.',
      example: 'https://punctual.example.com/sign-in#invitation=Xb4w1Yq7Zk0Jm3Np6Rs9Tu2Vx5Ac8De1Fg4Hi7Kl0M',
    }),
  })
  .openapi('CreatedInvitation');

export function toMemberResponse(view: MemberView): z.output<typeof memberSchema> {
  return { ...view, createdAt: view.createdAt.toISOString() };
}

export function toInvitationResponse(view: InvitationView): z.output<typeof invitationSchema> {
  return { ...view, createdAt: view.createdAt.toISOString(), expiresAt: view.expiresAt.toISOString() };
}
