import { z } from '@hono/zod-openapi';
import { deletableComments } from '../../../domain/comments.js';
import { platformNames } from '../../../domain/platform-names.js';
import { textUnitWords } from '../../../domain/text-limits.js';
import { listPlatforms, type PlatformView } from '../../../services/platforms/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { jsonObjectOrNull } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { currencyField, priceNameField } from '../posts/cost-schema.js';
import { changesSchema } from './changes-schema.js';
import { connectInfoSchema } from './connect-schema.js';
import { mediaRulesSchema, showMediaRules } from './media-schema.js';

const limitsSchema = z
  .object({
    textUnit: z.enum(['weighted', 'graphemes', 'characters', 'utf16', 'bytes']).openapi({
      description:
        'What `textMax` counts. `weighted`: characters as X counts them, a link as 23 and an emoji as 2. `graphemes`: characters as people see them, an emoji as one. `characters`: characters, but an emoji counts as its bytes in UTF-8. `utf16`: UTF-16 code units, most emoji as two. `bytes`: bytes in UTF-8.',
      example: 'graphemes',
    }),
    textUnitDescription: z.string().openapi({
      description: 'What `textMax` counts, in words. Findings use the same words.',
      example: textUnitWords.graphemes,
    }),
    textMax: z
      .number()
      .int()
      .openapi({ description: 'The maximum length of the text, in the unit of `textUnit`.', example: 300 }),
    textBytesMax: z.number().int().nullable().openapi({
      description: 'A second limit on the text, in bytes in UTF-8; null if there is none.',
      example: 3000,
    }),
    textRequired: z.boolean().openapi({
      description:
        'Whether a post without media needs text. For posts with media, see `textRequiredWithMedia`.',
      example: true,
    }),
    textRequiredWithMedia: z.boolean().openapi({
      description: 'Whether a post with media needs text, too. At present, no platform requires it.',
      example: false,
    }),
    firstComment: z
      .boolean()
      .openapi({ description: 'Whether a post can have a first comment.', example: true }),
    firstCommentMax: z.number().int().nullable().openapi({
      description:
        'The maximum length of a first comment, in the unit of `textUnit`; null if it can be as long as the post.',
      example: null,
    }),
    partsMax: z.number().int().openapi({
      description:
        'How many parts a post can have, including the first; 1 if posts of several parts are not possible. Text and media of each part have the limits of a post.',
      example: 25,
    }),
  })
  .openapi('PlatformLimits', { description: 'Limits for the text of a post.' });

const quotaSchema = z
  .object({
    rule: z.string().openapi({
      description: 'The name that findings and warnings use for this quota.',
      example: 'posts_per_day',
    }),
    max: z.number().int().openapi({ description: 'How many posts are allowed.', example: 250 }),
    window: z
      .union([
        z.literal('rolling-day'),
        z.object({
          midnightIn: z.string().openapi({
            description: 'The IANA time zone whose midnight starts a new day.',
            example: 'America/Los_Angeles',
          }),
        }),
      ])
      .openapi({
        description:
          'The period in which posts are counted: the last 24 hours (`rolling-day`), or the time since midnight in a time zone.',
        example: 'rolling-day',
      }),
    scope: z.enum(['account', 'installation']).openapi({
      description:
        'Whether the quota applies to each account, or to everything that this installation publishes there.',
      example: 'account',
    }),
  })
  .openapi('PlatformQuota', { description: 'How many posts a platform accepts in a day.' });

const priceListSchema = z
  .object({
    currency: currencyField,
    prices: z
      .array(
        z.object({
          name: priceNameField,
          amount: z.string().openapi({ description: 'The price, as a decimal.', example: '0.20' }),
          description: z.string().openapi({
            description: 'What costs that much.',
            example: 'A post, or a first comment, with a link.',
          }),
        }),
      )
      .openapi({ description: 'The price of each part of a post.' }),
    asOf: z.iso
      .date()
      .openapi({ description: 'The day on which the source had these prices.', example: '2026-08-22' }),
    source: z.url().openapi({
      description: 'The page of the platform that states its prices.',
      example: 'https://docs.x.com/x-api/getting-started/pricing',
    }),
  })
  .openapi('PlatformPrices', {
    description:
      'What a platform charges the owner of the app for publishing, by its list prices. `estimatedCost` of a target is computed from them.',
  });

const commentsSchema = z
  .object({
    read: z.boolean().openapi({
      description: 'Whether comments below posts are read and can be replied to.',
      example: true,
    }),
    paidReads: z.boolean().openapi({
      description:
        'Whether the platform charges for each comment that is read. If so, reading is off until you turn it on for an account.',
      example: false,
    }),
    listedForMs: z.number().int().nullable().openapi({
      description:
        'How long the platform lists a comment, in milliseconds; null if there is no limit or comments are not read.',
      example: null,
    }),
    hide: z.boolean().openapi({
      description:
        'Whether comments by others can be hidden and shown again. `canHide` of a comment says whether this one can.',
      example: false,
    }),
    delete: z.enum(deletableComments).nullable().openapi({
      description:
        'Whose comments can be deleted there. OWN: those that the account itself wrote. ALL: also those of others below its posts. null: none.',
      example: 'OWN',
    }),
  })
  .openapi('PlatformCommentsInfo', { description: 'What Punctual can do with comments on a platform.' });

const searchSchema = z
  .object({
    option: z.string().openapi({
      description:
        'The option whose values are found, with dots between the parts. `mentions`: people and pages to mention in a text.',
      example: 'mentions',
    }),
    exact: z.boolean().openapi({
      description: 'Whether only the exact name is found, instead of similar ones, too.',
      example: true,
    }),
    paid: z.boolean().openapi({
      description: 'Whether the platform charges for each search.',
      example: true,
    }),
  })
  .openapi('PlatformSearch', { description: 'A search for values of an option.' });

export const platformSchema = z
  .object({
    platform: z.enum(platformNames).openapi({ description: 'The platform.', example: 'BLUESKY' }),
    label: z.string().openapi({ description: 'The name to show to people.', example: 'Bluesky' }),
    supported: z.boolean().openapi({
      description:
        'Whether this installation can publish there. If not, `guarantee`, `limits`, `optionsSchema` and `prices` are null, and `quotas`, `choices` and `searches` are empty.',
      example: true,
    }),
    guarantee: z.enum(['keyed', 'queryable', 'blind']).nullable().openapi({
      description:
        'How Punctual avoids publishing twice when the platform’s response is lost, for a post without media and options. keyed: Punctual chooses the id of the post. It looks for that id, and sends the call again if the post is not there; a repeated call changes nothing. queryable: the platform reliably says whether the post is public. Punctual asks, and sends the call again only if the platform has denied it twice in a row. blind: the platform may show the post, but cannot prove that it is not public. Punctual searches for the post, and the target becomes PUBLISHED if exactly one post matches. Otherwise it does not send the call again, and the target fails with PUBLISH_UNCONFIRMED. Posts with media or options can differ: see docs/platforms.md.',
      example: 'keyed',
    }),
    limits: limitsSchema.nullable(),
    media: mediaRulesSchema.nullable(),
    optionsSchema: jsonObjectOrNull.openapi({
      description:
        'A JSON Schema of `platformOptions`: every option with its description, default and limits, and which are required. `x-value-titles` names the values of an option for people, and `x-media-kind` the kind of file that an option names, if it is not an image.',
    }),
    quotas: z.array(quotaSchema).openapi({
      example: [],
      description:
        'How many posts the platform accepts in a day. Posts beyond that get a warning when they are scheduled. When they are due, they wait for the quota, at most 24 hours.',
    }),
    prices: priceListSchema.nullable().openapi({
      description: 'What the platform charges for publishing; null if it charges nothing.',
    }),
    choices: z
      .array(z.string())
      .readonly()
      .openapi({
        description:
          'Options whose values come from `GET /social-accounts/{id}/choices`, with dots between the parts.',
        example: ['boardId', 'boardSectionId'],
      }),
    searches: z.array(searchSchema).openapi({
      description:
        'What `GET /social-accounts/{id}/choices` searches for with `option` and `q`, such as people to mention.',
      example: [{ option: 'mentions', exact: true, paid: true }],
    }),
    connect: connectInfoSchema.nullable().openapi({
      description: 'How its accounts are connected; null if this version cannot connect them.',
    }),
    comments: commentsSchema,
    changes: changesSchema,
  })
  .openapi('PlatformInfo', { description: 'What a platform accepts, and what Punctual can do there.' });

export const listPlatformsOperation = defineOperation(
  {
    id: 'listPlatforms',
    call: 'GET /platforms',
    tag: 'Platforms',
    summary: 'List platforms and their limits',
    description:
      'Returns the limits and options that `POST /posts` and `POST /posts/validate` check, for programs to read. All platforms are listed, including those that this installation does not support. The response changes only with a new release or another configuration.',
    credential: 'key or session',
    scope: 'every key',
    out: {
      200: jsonResponse(
        z
          .object({ data: z.array(platformSchema).openapi({ description: 'One entry for each platform.' }) })
          .openapi('PlatformInfoList', { description: 'Every platform.' }),
        'Every platform.',
      ),
    },
    errors: [],
  },
  (c) => {
    return c.json({ data: listPlatforms(c.var.ctx).map(toPlatformResponse) }, 200);
  },
);

export function toPlatformResponse({ media, ...info }: PlatformView): z.input<typeof platformSchema> {
  return { ...info, media: media && showMediaRules(media) };
}
