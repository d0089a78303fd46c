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
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .openapi('SocialAccount');

export const socialAccountListSchema = pageOf('SocialAccountList', socialAccountSchema);

export function toSocialAccountResponse(view: SocialAccountView): z.output<typeof socialAccountSchema> {
  return { ...view, createdAt: view.createdAt.toISOString(), updatedAt: view.updatedAt.toISOString() };
}

export function toSocialAccountListResponse(
  page: Page<SocialAccountView>,
): z.output<typeof socialAccountListSchema> {
  return { data: page.data.map(toSocialAccountResponse), nextCursor: page.nextCursor };
}
