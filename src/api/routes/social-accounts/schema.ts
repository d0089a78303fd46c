import { z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import { socialAccountStatuses } from '../../../domain/platforms.js';
import type { Page } from '../../../services/shared/page.js';
import type { SocialAccountView } from '../../../services/account-records/types.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const socialAccountSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.socialAccount }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    platform: z.enum(platformNames).openapi({ example: 'BLUESKY' }),
    externalAccountId: z.string().openapi({ description: 'The platform’s own id of the account.' }),
    handle: z.string().openapi({ example: 'acme.bsky.social' }),
    displayName: z.string().nullable(),
    status: z.enum(socialAccountStatuses),
    sandbox: z
      .boolean()
      .openapi({ description: 'Whether posts go to this installation’s simulated platform.' }),
    avatarUrl: z.string().nullable().openapi({ description: 'Its picture, as its platform shows it.' }),
    scopes: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'The permissions that were granted; null where its platform does not say.' }),
    missingScopes: z.array(z.string()).openapi({
      description:
        'Those of what this installation asks for that were not granted. `GET /platforms` says what each is for.',
    }),
    tokenExpiresAt: wireInstant.nullable().openapi({
      description: 'When its access token ends. It is refreshed in time, where its platform lets it be.',
    }),
    reconnectBy: wireInstant.nullable().openapi({
      description:
        'When its grant ends whatever we do; somebody must connect it again before. Null: never, or not known.',
    }),
    lastCheckedAt: wireInstant.nullable().openapi({
      description: 'When its platform last told of it.',
    }),
    lastError: z.string().nullable().openapi({
      description: 'What went wrong when its platform was asked after that; null: nothing.',
    }),
    comments: z
      .object({
        available: z.boolean().openapi({ description: 'Whether its platform has an API for comments.' }),
        reads: z.boolean().openapi({ description: 'Whether comments under its posts are read.' }),
        paid: z.boolean().openapi({
          description:
            'Whether its platform bills each comment that is read. Reading is off then until it is switched on.',
        }),
        paidReadsThisMonth: z
          .int()
          .openapi({ description: 'Comments read in this month (UTC), where each is billed.' }),
      })
      .openapi('SocialAccountComments'),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .openapi('SocialAccount');

export const socialAccountListSchema = pageOf('SocialAccountList', socialAccountSchema);

export function toSocialAccountResponse(view: SocialAccountView): z.output<typeof socialAccountSchema> {
  return {
    ...view,
    tokenExpiresAt: view.tokenExpiresAt?.toISOString() ?? null,
    reconnectBy: view.reconnectBy?.toISOString() ?? null,
    lastCheckedAt: view.lastCheckedAt?.toISOString() ?? null,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

export function toSocialAccountListResponse(
  page: Page<SocialAccountView>,
): z.output<typeof socialAccountListSchema> {
  return { data: page.data.map(toSocialAccountResponse), nextCursor: page.nextCursor };
}
