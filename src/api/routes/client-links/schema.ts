import { z } from '@hono/zod-openapi';
import type { ClientLinkView } from '../../../services/client-links/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const clientLinkSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the client link.', example: exampleIds.clientLink }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that the link opens.', example: exampleIds.workspace }),
    name: z.string().openapi({ description: 'Who the link is for.', example: 'Acme, Ms. Bauer' }),
    createdByUserId: z.string().openapi({ description: 'Who created it.', example: exampleIds.user }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    expiresAt: wireInstant.openapi({ description: 'When it stops working.' }),
    lastUsedAt: wireInstant
      .nullable()
      .openapi({ example: null, description: 'When it was last used, to the minute; null if never.' }),
    revokedAt: wireInstant
      .nullable()
      .openapi({ example: null, description: 'When it was revoked; null if it was not.' }),
  })
  .openapi('ClientLink', { description: 'A link for a client without an account, without its token.' });

export const clientLinkListSchema = pageOf('ClientLinkList', clientLinkSchema);

export const createdClientLinkSchema = clientLinkSchema
  .extend({
    token: z.string().openapi({
      description: 'The secret of the link. It is shown only once.',
      example: 'punctual_client_Zk3vQ9x1Tb7mW5sR2yL8dF4hJ6pN0cV3gK1aE9uXo5i',
    }),
    url: z.string().openapi({
      description:
        'The link to send to the client. The token is after the `#`, so that browsers send it to no server.',
      example:
        'https://punctual.example.com/client#punctual_client_Zk3vQ9x1Tb7mW5sR2yL8dF4hJ6pN0cV3gK1aE9uXo5i',
    }),
  })
  .openapi('CreatedClientLink', { description: 'A new client link, with its token.' });

export function toClientLinkResponse(view: ClientLinkView): z.output<typeof clientLinkSchema> {
  return {
    ...view,
    createdAt: view.createdAt.toISOString(),
    expiresAt: view.expiresAt.toISOString(),
    lastUsedAt: view.lastUsedAt?.toISOString() ?? null,
    revokedAt: view.revokedAt?.toISOString() ?? null,
  };
}
