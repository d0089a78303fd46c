import { z } from '@hono/zod-openapi';
import { findingSeverities, type Finding } from '../../../domain/findings.js';
import { platformNames } from '../../../domain/platform-names.js';
import { validatePost } from '../../../services/posts/validate.js';
import { withJoinedSentences } from '../../../domain/one-sentence.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';
import { createBody } from './content-schema.js';
import { estimatedCostSchema } from './cost-schema.js';
import { parseCreatePost } from './parse-content.js';
import { quotaFields, reconnectField } from './schema.js';

const findingSchema = z
  .object({
    path: z.string().openapi({
      description: 'Where the problem is in the request body, with dots between the parts.',
      example: 'platforms.0.captionOverride',
    }),
    code: z
      .string()
      .openapi({ description: 'A stable code for the kind of problem.', example: 'text_too_long' }),
    severity: z.enum(findingSeverities).openapi({
      description:
        'error: `POST /posts` would reject the post. warning: it would accept the post, but the post needs attention.',
      example: 'error',
    }),
    message: z.string().openapi({
      description: 'A readable explanation. The wording can change; do not parse it.',
      example: 'BLUESKY: The text may have 300 characters.',
    }),
    ...quotaFields,
    ...reconnectField,
    limit: z.number().optional().openapi({ description: 'The highest allowed value.', example: 300 }),
    actual: z.number().optional().openapi({ description: 'The value that was found.', example: 312 }),
    mime: z.string().optional().openapi({
      description: 'The type of a file that its platform, or its place in the post, does not accept.',
      example: 'image/png',
    }),
    platform: z
      .enum(platformNames)
      .optional()
      .openapi({ description: 'For a platform’s rule: the platform of the target.', example: 'BLUESKY' }),
    socialAccountId: z.string().optional().openapi({
      description: 'For a platform’s rule: the social account of the target.',
      example: exampleIds.socialAccount,
    }),
  })
  .openapi('Finding', { description: 'A problem found in a post.' });

const resultSchema = z
  .object({
    valid: z.boolean().openapi({ example: true, description: 'Whether no finding is an error.' }),
    findings: z
      .array(findingSchema)
      .openapi({ description: 'Problems of the post as a whole.', example: [] }),
    targets: z
      .array(
        z.object({
          socialAccountId: z
            .string()
            .openapi({ description: 'The social account.', example: exampleIds.socialAccount }),
          platform: z
            .enum(platformNames)
            .openapi({ description: 'The platform of the account.', example: 'BLUESKY' }),
          findings: z.array(findingSchema).openapi({ description: 'Problems of this target.', example: [] }),
          estimatedCost: estimatedCostSchema.nullable().openapi({
            description:
              'What publishing this target would cost; null if the platform charges nothing. Alt texts in `mediaItems` are not included, because those files are not fetched.',
          }),
        }),
      )
      .openapi({ description: 'The result for each target, in the order of the request.' }),
  })
  .openapi('PostValidation', { description: 'The result of checking a post.' });

export const validatePostOperation = defineOperation(
  {
    id: 'validatePost',
    call: 'POST /posts/validate',
    tag: 'Posts',
    summary: 'Check a post without creating it',
    description:
      'Takes the same body as `POST /posts` and lists everything that `POST /posts` would reject, target by target. Nothing is stored and no quota is used. Content that breaks a rule returns 200 with findings; an unreadable body, an unknown account or a missing permission return the same errors as `POST /posts`.\n\nIf an option refers to something that only the platform knows, such as a Pinterest board, Punctual asks the platform. If it does not respond within 3 seconds, you get the warning `choices_not_checked`. Other warnings are `platform_quota_foreseen` (the platform’s daily limit will be reached), `link_costs_more` (the platform charges more for a post with a link), `first_comment_may_be_rejected`, `quote_may_be_rejected` and `reply_may_be_rejected` (X accepts them from some apps only), `same_text_recently` (a post of the last 24 hours has the same text for the account), `account_token_expired` (the account must be reconnected) and `reconnect_needed_before` (the account’s access ends before the post is due).',
    credential: 'key or session',
    scope: 'posts:write',
    in: { body: createBody },
    out: { 200: jsonResponse(resultSchema, 'The findings.') },
    errors: [
      'MUST_SPECIFY_EXACTLY_ONE',
      'URL_INGEST_DISABLED',
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
    ],
  },
  async (c) => {
    const input = parseCreatePost(c.req.valid('json'));
    const { valid, findings, targets } = await validatePost(c.var.ctx, input);
    const answer = {
      valid,
      findings: toFindings(findings),
      targets: targets.map((target) => ({ ...target, findings: toFindings(target.findings) })),
    };
    return c.json(answer, 200);
  },
);

function toFindings(findings: readonly Finding[]): z.output<typeof findingSchema>[] {
  return withJoinedSentences(findings).map(({ fitsAt, reconnectBy, ...finding }) => ({
    ...finding,
    ...(fitsAt !== undefined && { fitsAt: fitsAt?.toISOString() ?? null }),
    ...(reconnectBy !== undefined && { reconnectBy: reconnectBy.toISOString() }),
  }));
}
