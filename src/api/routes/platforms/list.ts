import { createRoute, z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import { listPlatforms } from '../../../services/platforms/list.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { jsonObjectOrNull } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { connectInfoSchema } from './connect-schema.js';
import { mediaRulesSchema, showMediaRules } from './media-schema.js';

const method = 'get';
const path = '/platforms';

const limitsSchema = z
  .object({
    textUnit: z.enum(['weighted', 'graphemes', 'characters', 'utf16', 'bytes']).openapi({
      description:
        'What `textMax` counts: X’s weighted characters, grapheme clusters, characters with emoji as bytes, UTF-16 code units, or bytes of UTF-8.',
      example: 'graphemes',
    }),
    textMax: z.number().int().openapi({ example: 300 }),
    textBytesMax: z.number().int().nullable().openapi({
      description: 'A second bound, in bytes of UTF-8; null: none.',
      example: 3000,
    }),
    textRequired: z.boolean().openapi({ example: true }),
    firstComment: z.boolean().openapi({ description: 'Whether it takes one.', example: true }),
    firstCommentMax: z.number().int().nullable().openapi({
      description: 'How long a first comment may be, in the unit of `textMax`; null: as long as the post.',
      example: null,
    }),
  })
  .openapi('PlatformLimits');

const quotaSchema = z
  .object({
    rule: z.string().openapi({
      description: 'The word that findings and warnings carry.',
      example: 'posts_per_day',
    }),
    max: z.number().int().openapi({ example: 250 }),
    window: z.union([z.literal('rolling-day'), z.object({ midnightIn: z.string() })]).openapi({
      description: 'Since when posts count: the last 24 hours, or midnight in a time zone.',
      example: 'rolling-day',
    }),
    scope: z.enum(['account', 'installation']).openapi({
      description: 'Of the account, or of everything that this installation publishes there.',
      example: 'account',
    }),
  })
  .openapi('PlatformQuota');

const commentsSchema = z
  .object({
    read: z.boolean().openapi({
      description:
        'Whether comments under the posts of its accounts are read and can be answered. If not, it has no inbox.',
      example: true,
    }),
    paidReads: z.boolean().openapi({
      description:
        'Whether the platform charges for each comment that is read. Then none are read until reading is switched on for an account.',
      example: false,
    }),
    listedForMs: z.number().int().nullable().openapi({
      description:
        'How old a comment may be for the platform to list it, in milliseconds; null: of any age, or none are read.',
      example: null,
    }),
  })
  .openapi('PlatformCommentsInfo');

const platformSchema = z
  .object({
    platform: z.enum(platformNames).openapi({ example: 'BLUESKY' }),
    label: z.string().openapi({ description: 'Its name, for people.', example: 'Bluesky' }),
    supported: z.boolean().openapi({
      description:
        'Whether this installation can publish there. If not, guarantee, limits and optionsSchema are null, quotas and choices empty.',
      example: true,
    }),
    guarantee: z.enum(['keyed', 'queryable', 'blind']).nullable().openapi({
      description:
        'What can be known after a reply was lost. keyed: a repeat cannot double. queryable: the platform tells. blind: nothing; such a target ends as PUBLISH_UNCONFIRMED rather than being published twice.',
      example: 'keyed',
    }),
    limits: limitsSchema.nullable(),
    media: mediaRulesSchema.nullable(),
    optionsSchema: jsonObjectOrNull.openapi({
      description:
        'JSON Schema of `platformOptions`: each option with its description, default and bounds, and which are required.',
    }),
    quotas: z.array(quotaSchema).openapi({
      description:
        'How many posts of a kind the platform takes in a day. What is scheduled beyond it is warned of, and waits when it is due.',
    }),
    choices: z
      .array(z.string())
      .readonly()
      .openapi({
        description:
          'The options whose values are picked from what `GET /social-accounts/{id}/choices` lists, as paths with dots.',
        example: ['boardId', 'boardSectionId'],
      }),
    connect: connectInfoSchema.nullable().openapi({
      description: 'How its accounts are connected; null: this version cannot connect them.',
    }),
    comments: commentsSchema,
  })
  .openapi('PlatformInfo');

const route = createRoute({
  method,
  path,
  operationId: 'listPlatforms',
  tags: ['Platforms'],
  summary: 'What each platform takes',
  description:
    'The limits and options that `POST /posts` and `POST /posts/validate` check with, machine-readable. All platforms in one answer, those that are not supported yet included; it changes with new releases alone.',
  security: bearerSecurity,
  responses: {
    200: jsonResponse(
      z.object({ data: z.array(platformSchema) }).openapi('PlatformInfoList'),
      'Every platform.',
    ),
    ...errorResponses({ method, path, codes: [] }),
  },
});

export const listPlatformsOperation = operation(route, (c) => {
  const platforms = listPlatforms(c.var.ctx);
  const data = platforms.map(({ media, ...info }) => ({ ...info, media: media && showMediaRules(media) }));
  return c.json({ data }, 200);
});
