import { z } from '@hono/zod-openapi';
import { exampleIds } from '../../examples/ids.js';
import { detailSchema, type ErrorEntries } from './entry.js';

/** Codes about the form of requests, and about the resources that they name. */
export const requestCodes = {
  RATE_LIMITED: {
    status: 429,
    meaning:
      'You have sent more requests than the limits allow. policy names the limit that has refused this one: burst and sustained are those of an API key or of all your sessions, user-burst and user-sustained those of all your API keys together, network that of requests without a valid credential, attempts that of passwords and codes. account-calls, searches, passwords and streams limit what runs or waits at the same time: what connects or checks your accounts, your searches, the sign-ins of your network, and the open pages of a dashboard session. The RateLimit headers say the same.',
    remedy: 'Wait before you send more requests.',
    retry: 'after-delay',
    extras: {
      retryAfterMs: z
        .number()
        .int()
        .openapi({ description: 'How many milliseconds to wait before you try again.' }),
      policy: z.string().openapi({ description: 'The limit that has refused the request.' }),
      limit: z.number().int().openapi({ description: 'How many requests it allows.' }),
      remaining: z.number().int().openapi({
        description: 'How many of them remain; the request needed more.',
      }),
      windowMs: z.number().int().nullable().openapi({
        description: 'Its time window in milliseconds. Null: it limits what runs or waits at the same time.',
      }),
    },
    example: {
      message: 'There were too many requests; wait for the seconds in Retry-After, then try again.',
      extras: { retryAfterMs: 41_250, policy: 'burst', limit: 60, remaining: 0, windowMs: 60_000 },
    },
  },
  NOT_FOUND: {
    status: 404,
    meaning:
      'The resource does not exist, was deleted, or belongs to a workspace that you are not a member of. If the error has a path, it names the field of the body that contains the id.',
    remedy: 'Check the id. Lists show what you can access.',
    retry: 'never',
    extras: {
      path: z
        .string()
        .optional()
        .openapi({ description: 'The field of the body that contains the id, with dots between the parts.' }),
    },
    example: { message: 'The resource does not exist.', extras: {} },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists but does not support this method.',
    remedy: 'Use one of the methods in the Allow header.',
    retry: 'never',
    example: { message: 'The path does not support this method.', extras: {} },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is not declared as JSON.',
    remedy: 'Send it with "Content-Type: application/json".',
    retry: 'never',
    example: { message: 'Send the body as application/json.', extras: {} },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is longer than maxBytes.',
    remedy: 'Send a shorter body. Upload media separately and refer to them by id.',
    retry: 'never',
    extras: {
      maxBytes: z.number().int().openapi({ description: 'The maximum length of the body in bytes.' }),
    },
    example: { message: 'The body is too large.', extras: { maxBytes: 1_048_576 } },
  },
  VALIDATION_FAILED: {
    status: 400,
    meaning:
      'The body, the query or a header is invalid. details lists each problem with its path; the message describes the first one.',
    remedy: 'Fix every problem in details.',
    retry: 'never',
    extras: { details: z.array(detailSchema).openapi({ description: 'One entry for each problem.' }) },
    example: {
      message: 'scheduledAt: the time must be in the future.',
      extras: {
        details: [{ path: 'scheduledAt', code: 'not_in_future', message: 'The time must be in the future.' }],
      },
    },
  },
  MUST_SPECIFY_EXACTLY_ONE: {
    status: 400,
    meaning: 'The request has several fields that exclude each other, or none of them. fields lists them.',
    remedy: 'Send exactly one of them.',
    retry: 'never',
    extras: { fields: z.array(z.string()).openapi({ description: 'The fields that exclude each other.' }) },
    example: {
      message: 'Send exactly one of platforms and targets.',
      extras: { fields: ['platforms', 'targets'] },
    },
  },
  PRECONDITION_FAILED: {
    status: 412,
    meaning:
      'The If-Match header does not name the current version of the resource: it has changed since you read it. Nothing was done. The field etag and the ETag header name the current version.',
    remedy: 'Get the resource again, decide whether the change still makes sense, and use the new ETag.',
    retry: 'after-remedy',
    extras: {
      etag: z.string().openapi({ description: 'The ETag of the current version.' }),
    },
    example: {
      message: 'The resource has changed since you read it. Read it again before you change it.',
      extras: { etag: '"kq3Zb1v0cX9mYt2hJ4sLw8RnUe0"' },
    },
  },
  PLATFORM_RULE_VIOLATION: {
    status: 422,
    meaning:
      'The content breaks a rule of a platform. details names the target, the rule, its limit and what you sent; the message describes the first problem.',
    remedy: 'Change the content for that target. POST /posts/validate checks a post without creating it.',
    retry: 'never',
    extras: { details: z.array(detailSchema).openapi({ description: 'One entry for each broken rule.' }) },
    example: {
      message: 'platforms.0.captionOverride: the text is too long for BLUESKY.',
      extras: {
        details: [
          {
            path: 'platforms.0.captionOverride',
            code: 'text_too_long',
            message: 'The text is too long for BLUESKY.',
            platform: 'BLUESKY',
            socialAccountId: exampleIds.socialAccount,
            limit: 300,
            actual: 312,
          },
        ],
      },
    },
  },
} satisfies Partial<ErrorEntries>;
