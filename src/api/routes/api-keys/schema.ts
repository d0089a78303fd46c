import { z } from '@hono/zod-openapi';
import type { ApiKeyView } from '../../../services/api-keys/types.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const apiKeySchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.apiKey }),
    workspaceId: z
      .string()
      .openapi({ example: exampleIds.workspace, description: 'Where the key is managed.' }),
    name: z.string(),
    mode: z.enum(['full', 'scoped']),
    workspaceIds: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'The workspaces of a scoped key; null of a full one.' }),
    hint: z
      .string()
      .openapi({ example: 'Q7bX2mK9', description: 'The first 8 characters after the prefix.' }),
    createdByUserId: z.string().openapi({ example: exampleIds.user }),
    createdByName: z.string(),
    createdAt: wireInstant,
    lastUsedAt: wireInstant.nullable().openapi({ description: 'To the minute.' }),
  })
  .openapi('ApiKey');

export const apiKeyListSchema = pageOf('ApiKeyList', apiKeySchema);

export const createdApiKeySchema = apiKeySchema
  .extend({
    key: z.string().openapi({
      description: 'The key itself: shown here and never again.',
      example: 'punctual_live_Q7bX2mK9pL4sT8vW1yZ3aC5dE6fG0hJn',
    }),
  })
  .openapi('CreatedApiKey');

export function toApiKeyResponse(view: ApiKeyView): z.output<typeof apiKeySchema> {
  return {
    ...view,
    createdAt: view.createdAt.toISOString(),
    lastUsedAt: view.lastUsedAt?.toISOString() ?? null,
  };
}
