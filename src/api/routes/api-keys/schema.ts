import { z } from '@hono/zod-openapi';
import { scopes } from '../../../domain/scopes.js';
import type { ApiKeyView } from '../../../services/api-keys/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const apiKeySchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the API key.', example: exampleIds.apiKey }),
    workspaceId: z.string().openapi({
      example: exampleIds.workspace,
      description: 'The workspace in which the key was created and is managed.',
    }),
    name: z
      .string()
      .openapi({ description: 'A name that tells you what the key is for.', example: 'Newsletter' }),
    mode: z.enum(['full', 'scoped']).openapi({
      description:
        'full: the key can access every workspace of its owner. scoped: only the workspaces in `workspaceIds`.',
    }),
    workspaceIds: z.array(z.string()).nullable().openapi({
      example: null,
      description:
        'The workspaces of a scoped key, without those that you do not belong to; null for a full key.',
    }),
    scopes: z.array(z.enum(scopes)).nullable().openapi({
      example: null,
      description: 'The only scopes that the key has; null if it may do all that its creator may.',
    }),
    expiresAt: wireInstant.nullable().openapi({
      example: null,
      description: 'When the key stops working; null if it works until it is revoked.',
    }),
    hint: z.string().openapi({
      example: 'Q7bX2mK9',
      description: 'The first 8 characters after the prefix, so that you can recognize the key.',
    }),
    createdByUserId: z.string().openapi({
      description: 'The user who created the key. The key acts for this user.',
      example: exampleIds.user,
    }),
    createdByName: z.string().openapi({ description: 'The name of that user.', example: 'Ada Lovelace' }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    lastUsedAt: wireInstant
      .nullable()
      .openapi({ example: null, description: 'When the key was last used, to the minute; null if never.' }),
  })
  .openapi('ApiKey', { description: 'An API key, without its secret.' });

export const apiKeyListSchema = pageOf('ApiKeyList', apiKeySchema);

export const createdApiKeySchema = apiKeySchema
  .extend({
    key: z.string().openapi({
      description: 'The secret to send in the Authorization header. It is shown only once.',
      example: 'punctual_live_Q7bX2mK9pL4sT8vW1yZ3aC5dE6fG0hJn',
    }),
  })
  .openapi('CreatedApiKey', { description: 'A new API key, with its secret.' });

export function toApiKeyResponse(view: ApiKeyView): z.output<typeof apiKeySchema> {
  return {
    ...view,
    expiresAt: view.expiresAt?.toISOString() ?? null,
    createdAt: view.createdAt.toISOString(),
    lastUsedAt: view.lastUsedAt?.toISOString() ?? null,
  };
}
