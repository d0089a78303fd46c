import { createRoute, z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import { listAccountChoices, type AccountChoicesView } from '../../../services/social-accounts/choices.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams, wireInstant } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/social-accounts/{id}/choices';

const choiceSchema = z
  .object({
    value: z.union([z.string(), z.boolean()]).openapi({ description: 'What a post gives as the option.' }),
    label: z.string().openapi({ description: 'As the account’s owner knows it.' }),
    within: z.object({ option: z.string(), value: z.string() }).optional().openapi({
      description: 'The other choice that it can only be chosen together with.',
    }),
  })
  .openapi('Choice');

const choicesSchema = z
  .object({
    socialAccountId: z.string(),
    platform: z.enum(platformNames),
    options: z.record(z.string(), z.array(choiceSchema)).openapi({
      description:
        'By option of `platformOptions`, as a path with dots. An option that is not here is not chosen from a list.',
    }),
    videoDurationMaxMs: z.number().int().nullable().openapi({
      description: 'The longest video that the account may publish; null where its platform does not say.',
    }),
    quota: z
      .object({
        used: z.number().int(),
        max: z.number().int(),
        windowMs: z.number().int(),
      })
      .nullable()
      .openapi({
        description:
          'How many posts the account may publish within a time, and how many of them it has; null where its platform does not say.',
      }),
    readAt: wireInstant.openapi({ description: 'When the platform said so.' }),
    expiresAt: wireInstant.openapi({ description: 'Until then the answer stays the same.' }),
  })
  .openapi('AccountChoices', {
    example: {
      socialAccountId: exampleIds.socialAccount,
      platform: 'PINTEREST',
      options: {
        boardId: [
          { value: '549755880001', label: 'Ideas for the house' },
          { value: '549755880002', label: 'Travel' },
        ],
        boardSectionId: [
          { value: '549755890001', label: 'Kitchen', within: { option: 'boardId', value: '549755880001' } },
        ],
      },
      videoDurationMaxMs: null,
      quota: null,
      readAt: '2030-01-31T09:00:00.000Z',
      expiresAt: '2030-01-31T09:05:00.000Z',
    },
  });

const route = createRoute({
  method,
  path,
  operationId: 'listAccountChoices',
  tags: ['Social accounts'],
  summary: 'What a post to the account must pick from',
  description:
    'What only the platform knows of the account: Pinterest’s boards and their sections, for one. `GET /platforms` says which options have choices; an account of a platform without any gets empty lists. The answer is kept for five minutes. A scheduled post that names a choice which is not there is refused with the rule `choice_not_available`. A platform that cannot be asked answers 503 RETRY, with Retry-After where it says when; an account that must be reconnected, 503 PLATFORM_AUTH_FAILED.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.socialAccount) },
  responses: {
    200: jsonResponse(choicesSchema, 'The choices.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'PLATFORM_AUTH_FAILED'] }),
  },
});

export const listAccountChoicesOperation = operation(route, async (c) => {
  const choices = await listAccountChoices(c.var.ctx, { socialAccountId: c.req.valid('param').id });
  return c.json(toChoicesResponse(choices), 200);
});

function toChoicesResponse({
  options,
  readAt,
  expiresAt,
  ...view
}: AccountChoicesView): z.output<typeof choicesSchema> {
  return {
    ...view,
    options: Object.fromEntries(Object.entries(options).map(([option, list]) => [option, [...list]])),
    readAt: readAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
