import { createRoute, z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import { validatePost } from '../../../services/posts/validate.js';
import { findingSeverities, type Finding } from '../../../services/posts/types.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { operation } from '../../openapi/operation.js';
import { createBody } from './content-schema.js';
import { parseCreatePost } from './parse-content.js';
import { inShape, speaking, type Shape } from './paths.js';
import { quotaFields, reconnectField } from './schema.js';

const method = 'post';
const path = '/posts/validate';

const findingSchema = z
  .object({
    path: z
      .string()
      .openapi({ description: 'Into the body, dotted.', example: 'platforms.0.captionOverride' }),
    code: z
      .string()
      .openapi({ description: 'Stable word for the kind of finding.', example: 'text_too_long' }),
    severity: z.enum(findingSeverities).openapi({
      description:
        'error: POST /posts would refuse it. warning: it would be accepted, and something is still to be seen to.',
      example: 'error',
    }),
    message: z.string().openapi({ example: 'BLUESKY: The text may have 300 characters.' }),
    ...quotaFields,
    ...reconnectField,
    limit: z.number().optional().openapi({ example: 300 }),
    actual: z.number().optional().openapi({ example: 312 }),
  })
  .openapi('Finding');

const resultSchema = z
  .object({
    valid: z.boolean().openapi({ description: 'Whether there is no error among the findings.' }),
    findings: z.array(findingSchema).openapi({ description: 'Of the post as a whole.', example: [] }),
    targets: z
      .array(
        z.object({
          socialAccountId: z.string().openapi({ example: exampleIds.socialAccount }),
          platform: z.enum(platformNames).openapi({ example: 'BLUESKY' }),
          findings: z.array(findingSchema),
        }),
      )
      .openapi({ description: 'In the order of the request.' }),
  })
  .openapi('PostValidation');

const route = createRoute({
  method,
  path,
  operationId: 'validatePost',
  tags: ['Posts'],
  summary: 'Check a post without creating it',
  description:
    'Takes the body of `POST /posts` and tells everything that it would refuse, for each target. Nothing is written and no quota is used. Platforms are asked what accounts may pick from, where the options name such a thing; one that does not answer within 3 seconds gives the warning `choices_not_checked`. `platform_quota_foreseen` warns of a day that is full, `account_token_expired` of an account that must be connected again, and `reconnect_needed_before` of one whose grant ends before the post is due. Content that breaks a rule answers 200 with findings; a body that cannot be read, an unknown account or a missing right answer as they would there.',
  security: bearerSecurity,
  request: { body: jsonRequest(createBody, { required: true }) },
  responses: {
    200: jsonResponse(resultSchema, 'What was found.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'MUST_SPECIFY_EXACTLY_ONE',
        'URL_INGEST_DISABLED',
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
      ],
    }),
  },
});

export const validatePostOperation = operation(route, async (c) => {
  const { shape, input } = parseCreatePost(c.req.valid('json'));
  const { valid, findings, targets } = await speaking(shape, validatePost(c.var.ctx, input));
  const answer = {
    valid,
    findings: toFindings(shape, findings),
    targets: targets.map((target) => ({ ...target, findings: toFindings(shape, target.findings) })),
  };
  return c.json(answer, 200);
});

function toFindings(shape: Shape, findings: readonly Finding[]): z.output<typeof findingSchema>[] {
  return inShape(shape, findings).map(({ fitsAt, reconnectBy, ...finding }) => ({
    ...finding,
    ...(fitsAt !== undefined && { fitsAt: fitsAt?.toISOString() ?? null }),
    ...(reconnectBy !== undefined && { reconnectBy: reconnectBy.toISOString() }),
  }));
}
