import { z } from '@hono/zod-openapi';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { platformNames } from '../../../domain/platform-names.js';
import type { ErrorCode, ErrorExtras } from '../../../domain/errors.js';

export const detailSchema = z
  .object({
    path: z.string().openapi({
      example: 'scheduledAt',
      description:
        'Where the problem is in the request, with dots between the parts. Empty if it is the request as a whole.',
    }),
    code: z.string().openapi({
      example: 'not_in_future',
      description: 'A stable code for the kind of problem, such as `not_in_future` or `too_far_ahead`.',
    }),
    message: z.string().openapi({
      description: 'A readable explanation. The wording can change; do not parse it.',
      example: 'The time must be in the future.',
    }),
    limit: z.number().optional().openapi({ description: 'The highest allowed value, if there is one.' }),
    actual: z.number().optional().openapi({ description: 'The value that was sent, if there is a limit.' }),
    mime: z.string().optional().openapi({
      description: 'The type of a file that its platform, or its place in the post, does not accept.',
    }),
    platform: z
      .enum(platformNames)
      .optional()
      .openapi({ description: 'For a platform’s rule: the platform of the target that breaks it.' }),
    socialAccountId: z.string().optional().openapi({
      description:
        'For a platform’s rule: the social account of the target that breaks it. Several targets can share a `path`, such as `caption`.',
    }),
  })
  .openapi('ErrorDetail', { description: 'One problem with a request.' });

/** Whether a client may repeat the same request (docs/contract.md, "Retry rules"). */
export const retryRules = ['never', 'after-remedy', 'immediately', 'after-delay', 'backoff'] as const;
export type RetryRule = (typeof retryRules)[number];

interface CommonEntry<C extends ErrorCode> {
  status: ContentfulStatusCode;
  /** The situation in which the error occurs. */
  meaning: string;
  /** The action that the caller should take. */
  remedy: string;
  retry: RetryRule;
  example: { message: string; extras: ErrorExtras[C] };
}

/** The schemas of the fields that the code adds to the envelope, for the API's description. */
interface Extras<C extends ErrorCode> {
  extras: Record<keyof ErrorExtras[C], z.ZodType>;
}

/**
 * The documentation of each error code. A missing or incomplete entry does not compile.
 */
export type ErrorEntries = {
  [C in ErrorCode]: CommonEntry<C> & (keyof ErrorExtras[C] extends never ? unknown : Extras<C>);
};
