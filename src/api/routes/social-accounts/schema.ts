import { z } from '@hono/zod-openapi';
import type { TaggedResource } from '../../http/resource-tag.js';
import { currencies } from '../../../domain/costs.js';
import { platformNames } from '../../../domain/platform-names.js';
import { socialAccountStatuses } from '../../../domain/platforms.js';
import type { Page } from '../../../services/shared/paging/page.js';
import type { SocialAccountView } from '../../../services/account-grants/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const socialAccountSchema = z
  .object({
    id: z
      .string()
      .openapi({ description: 'The id of the social account.', example: exampleIds.socialAccount }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    platform: z
      .enum(platformNames)
      .openapi({ description: 'The platform of the account.', example: 'BLUESKY' }),
    externalAccountId: z.string().openapi({
      example: 'did:plc:z72i7hdynmk6r22z27h6tvur',
      description: 'The platform’s own id of the account.',
    }),
    handle: z
      .string()
      .openapi({ description: 'The account’s handle on the platform.', example: 'acme.bsky.social' }),
    displayName: z
      .string()
      .nullable()
      .openapi({ description: 'The account’s display name, if it has one.', example: 'Acme' }),
    status: z.enum(socialAccountStatuses).openapi({
      description:
        'ACTIVE: posts can be published. TOKEN_EXPIRED: access has ended and the account must be reconnected.',
    }),
    sandbox: z.boolean().openapi({
      example: false,
      description: 'Whether the account is on this installation’s simulated platform.',
    }),
    avatarUrl: z.string().nullable().openapi({
      example: null,
      description: 'The URL of the account’s profile picture on the platform, if it has one.',
    }),
    scopes: z.array(z.string()).nullable().openapi({
      example: null,
      description: 'The permissions that were granted; null if the platform does not say.',
    }),
    missingScopes: z.array(z.string()).openapi({
      example: [],
      description:
        'Permissions that this installation requests but that were not granted. `GET /platforms` says what each is for.',
    }),
    tokenExpiresAt: wireInstant.nullable().openapi({
      description:
        'When the current access token expires. Punctual renews it before then if the platform allows it.',
    }),
    reconnectBy: wireInstant.nullable().openapi({
      description:
        'When access ends even if the token is renewed. Reconnect the account before then. Null if access does not end, or if that is not known.',
    }),
    lastCheckedAt: wireInstant.nullable().openapi({
      description:
        'When Punctual last got information about the account from the platform; null if it never has.',
    }),
    lastError: z.string().nullable().openapi({
      example: null,
      description:
        'What went wrong the last time Punctual asked the platform about the account; null if nothing did.',
    }),
    comments: z
      .object({
        available: z
          .boolean()
          .openapi({ example: true, description: 'Whether the platform has an API for comments.' }),
        reads: z
          .boolean()
          .openapi({ example: true, description: 'Whether comments below the account’s posts are read.' }),
        paid: z.boolean().openapi({
          example: false,
          description:
            'Whether the platform charges for each comment that is read. If so, reading is off until you turn it on.',
        }),
        paidReadsThisMonth: z.int().openapi({
          example: 0,
          description: 'How many comments the platform has charged for this month (UTC).',
        }),
      })
      .openapi('SocialAccountComments', { description: 'How comments of the account are read.' }),
    metrics: z
      .object({
        available: z.boolean().openapi({
          example: true,
          description: 'Whether Punctual reads the metrics of posts on the account’s platform.',
        }),
        reads: z
          .boolean()
          .openapi({ example: true, description: 'Whether the metrics of the account’s posts are read.' }),
        missingScope: z.string().nullable().openapi({
          example: null,
          description:
            'The permission that the account lacks for metrics. After a reconnection with it, the posts of the last 30 days are read.',
        }),
        pricePerReading: z
          .object({
            currency: z
              .enum(currencies)
              .openapi({ description: 'The currency of the amount.', example: 'USD' }),
            amount: z.string().openapi({ description: 'The price, as a decimal.', example: '0.005' }),
            asOf: z.string().openapi({
              description: 'The day on which the platform’s list had this price.',
              example: '2026-08-22',
            }),
          })
          .nullable()
          .openapi({
            example: null,
            description:
              'The platform’s price for each reading of a post; null if none. With a price, reading is off until you turn it on.',
          }),
      })
      .openapi('SocialAccountMetrics', { description: 'How the metrics of the account’s posts are read.' }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('SocialAccount', { description: 'An account on a platform that posts are published to.' });

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

/** The part of a social account that its ETag depends on. */
export const socialAccountResource: TaggedResource = { toBody: toSocialAccountResponse, own: (body) => body };
