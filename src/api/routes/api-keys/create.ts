import { z } from '@hono/zod-openapi';
import { createApiKey } from '../../../services/api-keys/create.js';
import { scopes } from '../../../domain/scopes.js';
import { apiKeyDaysMax, apiKeyNameCharsMax, apiKeyWorkspacesMax } from '../../../domain/workspaces.js';
import { exampleIds } from '../../examples/ids.js';
import { idField, visibleText } from '../../openapi/fields.js';
import { workspaceParams } from '../workspaces/params.js';
import { invalidRequest } from '../../errors/validation.js';
import { createdApiKeySchema, toApiKeyResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    name: visibleText(apiKeyNameCharsMax).openapi({
      description: 'A name that tells you what the key is for.',
      example: 'Newsletter',
    }),
    mode: z.enum(['full', 'scoped']).optional().openapi({
      description:
        'full: the key can access every workspace of the caller. scoped: only the workspaces in `workspaceIds`.',
      default: 'full',
    }),
    workspaceIds: z.array(idField(exampleIds.workspace)).min(1).max(apiKeyWorkspacesMax).optional().openapi({
      description:
        'Only with `mode: scoped`: the workspaces that the key can access. This workspace if absent.',
    }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .optional()
      .openapi({
        description:
          'The only scopes that the key has, such as all that end in `:read` for a key that reads only. Without this list, the key may do all that its creator may. None contains another: a program that schedules posts and looks at them needs `posts:read`, `posts:write` and `posts:publish`. With `posts:write` alone, it changes drafts and requests approvals.',
        example: ['posts:read', 'posts:write'],
      }),
    days: z.number().int().min(1).max(apiKeyDaysMax).optional().openapi({
      description: 'For how many days the key works. Until it is revoked if absent.',
      example: 90,
    }),
  })
  .openapi('CreateApiKey', {
    description: 'The API key to create.',
    example: { name: 'Newsletter', mode: 'scoped', workspaceIds: [exampleIds.workspace] },
  });

export const createApiKeyOperation = defineOperation(
  {
    id: 'createApiKey',
    call: 'POST /workspaces/{id}/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      'Creates an API key that acts with the caller’s role: a `full` key in every workspace of the caller, a `scoped` key only in the listed workspaces. `scopes` limits what it can do there, and `days` for how long. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, body },
    out: { 201: jsonResponse(createdApiKeySchema, 'The key, with its secret.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { name, mode = 'full', workspaceIds, days = null, ...given } = c.req.valid('json');
    if (mode === 'full' && workspaceIds !== undefined) throw listOfFullKey();
    const reach = mode === 'full' ? mode : { workspaceIds: [...new Set(workspaceIds ?? [workspaceId])] };
    const limits = { scopes: given.scopes === undefined ? null : [...new Set(given.scopes)], days };
    const { apiKey, plaintext } = await createApiKey(c.var.ctx, { workspaceId, name, reach, ...limits });
    return c.json({ ...toApiKeyResponse(apiKey), key: plaintext }, 201);
  },
);

const listOfFullKey = () =>
  invalidRequest([
    { path: 'workspaceIds', code: 'not_scoped', message: 'Only a scoped key has a list of workspaces.' },
  ]);
