import { z } from '@hono/zod-openapi';
import { choiceQueryCharsMax } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import {
  listAccountChoices,
  searchAccountChoices,
  type AccountChoicesView,
} from '../../../services/social-accounts/choices.js';
import { invalidRequest } from '../../errors/validation.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, text, wireInstant } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';

const choiceSchema = z
  .object({
    value: z
      .union([z.string(), z.boolean()])
      .openapi({ example: '549755880001', description: 'The value to send as the option.' }),
    label: z.string().openapi({ example: 'Travel', description: 'The name to show to people.' }),
    within: z
      .object({
        option: z.string().openapi({ description: 'The option of the other choice.', example: 'boardId' }),
        value: z.string().openapi({ description: 'The value of the other choice.', example: '549755880001' }),
      })
      .optional()
      .openapi({
        description: 'The other choice that this one belongs to. Both must be selected together.',
      }),
    detail: z.string().optional().openapi({
      description: 'What sets it apart from others of the same name, such as a handle.',
      example: '@anna.example',
    }),
    text: z.string().optional().openapi({
      description: 'Only for `mentions`: what to write in the text of the post to mention it.',
      example: '@anna.example',
    }),
    imageUrl: z.string().optional().openapi({ description: 'The URL of its picture at the platform.' }),
  })
  .openapi('Choice', { description: 'A value that an option can have for this account.' });

const choicesSchema = z
  .object({
    socialAccountId: z.string().openapi({ description: 'The social account.' }),
    platform: z.enum(platformNames).openapi({ description: 'The platform of the account.' }),
    options: z.record(z.string(), z.array(choiceSchema)).openapi({
      description:
        'The choices for each option of `platformOptions`; the parts of an option’s path are separated by dots. Options that are not listed have no choices. After a search: what was found for the option of the search, the best first; an empty list if nothing was.',
    }),
    videoDurationMaxMs: z.number().int().nullable().openapi({
      description:
        'The maximum length of a video that the account can publish, in milliseconds; null if the platform does not say.',
    }),
    quota: z
      .object({
        used: z.number().int().openapi({ description: 'How many posts were published in the period.' }),
        max: z.number().int().openapi({ description: 'How many posts are allowed in the period.' }),
        windowMs: z.number().int().openapi({ description: 'The length of the period in milliseconds.' }),
      })
      .nullable()
      .openapi({
        description:
          'How many posts the account may publish in a period, and how many it has published; null if the platform does not say.',
      }),
    readAt: wireInstant.openapi({ description: 'When the platform was asked.' }),
    expiresAt: wireInstant.openapi({
      description: 'Until when Punctual returns these choices again without asking the platform.',
    }),
  })
  .openapi('AccountChoices', {
    description: 'What a post to this account can choose from, according to the platform.',
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

const optionCharsMax = 100;

const query = z.strictObject({
  option: z.string().min(1).max(optionCharsMax).optional().openapi({
    description:
      'With `q`: the option to search for, one of `searches` of the platform. `mentions` finds people and pages to mention in a text, also where there is no option of that name.',
  }),
  q: text(choiceQueryCharsMax)
    .regex(/[^\s@]/, 'Must be a name: at least one character besides spaces and "@".')
    .transform((given) => given.trim().replace(/^@\s*/, ''))
    .optional()
    .openapi({
      type: 'string',
      minLength: 1,
      maxLength: choiceQueryCharsMax,
      description:
        'With `option`: the name to search for. Spaces around it and an @ at its beginning are ignored.',
    }),
});

export const listAccountChoicesOperation = defineOperation(
  {
    id: 'listAccountChoices',
    call: 'GET /social-accounts/{id}/choices',
    tag: 'Social accounts',
    summary: 'List choices for an account',
    description:
      'Returns values that only the platform knows, such as Pinterest boards and their sections. `GET /platforms` says which options have choices; for other platforms the lists are empty. The response is cached for five minutes. A post with a choice that does not exist cannot be scheduled: the rule that it breaks is `choice_not_available`. If the platform cannot be asked, the call returns 503 RETRY, with Retry-After if the platform says when; if the account must be reconnected, 503 PLATFORM_AUTH_FAILED.\n\nWith `option` and `q` it searches the platform instead, for values that no list can hold, such as people to mention. `searches` in `GET /platforms` says which options can be searched for, and whether the platform charges for it: X does for each search. Only members who may write posts can search. The same search within five minutes returns the same response without asking the platform.',
    credential: 'key or session',
    scope: 'accounts:read',
    in: { params: idParams(exampleIds.socialAccount), query },
    out: { 200: jsonResponse(choicesSchema, 'The choices.') },
    errors: [
      'VALIDATION_FAILED',
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'PLATFORM_AUTH_FAILED',
    ],
  },
  async (c) => {
    const { id: socialAccountId } = c.req.valid('param');
    const search = searchIn(c.req.valid('query'));
    const choices =
      search === null
        ? await listAccountChoices(c.var.ctx, { socialAccountId })
        : await searchAccountChoices(c.var.ctx, { socialAccountId, ...search });
    return c.json(toChoicesResponse(choices), 200);
  },
);

function searchIn({ option, q }: z.output<typeof query>): { option: string; query: string } | null {
  if (option !== undefined && q !== undefined) return { option, query: q };
  if (option === undefined && q === undefined) return null;
  const path = option === undefined ? 'option' : 'q';
  throw invalidRequest([
    { path, code: 'required', message: 'Send option and q together, and neither empty.' },
  ]);
}

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
