import { z } from '@hono/zod-openapi';
import { detailSchema, type ErrorEntries } from './entry.js';

/** Requests as such, and what they name. */
export const requestCodes = {
  RATE_LIMITED: {
    status: 429,
    meaning: 'More requests came than the limits allow; the RateLimit headers tell how many are left.',
    remedy: 'Wait Retry-After seconds.',
    retry: 'after-delay',
    extras: { retryAfterMs: z.number().int() },
    example: {
      message: 'Too many requests. Try again after the time in Retry-After.',
      extras: { retryAfterMs: 41_250 },
    },
  },
  NOT_FOUND: {
    status: 404,
    meaning:
      'There is no such resource, it was deleted, or it lies in a workspace that the caller is no member of. With path: it is not the URL that names it, but this field of the body.',
    remedy: 'Check the id; lists show what the credential reaches.',
    retry: 'never',
    extras: { path: z.string().optional() },
    example: { message: 'The resource does not exist.', extras: {} },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists, but does not take this method.',
    remedy: 'The header Allow lists the methods that it takes.',
    retry: 'never',
    example: { message: 'The path does not take this method.', extras: {} },
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
    remedy: 'Send less; media are uploaded on their own and named by id.',
    retry: 'never',
    extras: { maxBytes: z.number().int() },
    example: { message: 'The body is too large.', extras: { maxBytes: 1_048_576 } },
  },
  VALIDATION_FAILED: {
    status: 400,
    meaning:
      'The body, the query or a header breaks the description; details lists each finding with its path.',
    remedy: 'Fix each finding that details lists.',
    retry: 'never',
    extras: { details: z.array(detailSchema) },
    example: {
      message: 'The request is not valid.',
      extras: {
        details: [{ path: 'scheduledAt', code: 'not_in_future', message: 'The time must be in the future.' }],
      },
    },
  },
  MUST_SPECIFY_EXACTLY_ONE: {
    status: 400,
    meaning: 'Fields that exclude each other were sent together, or none of them was; fields names them.',
    remedy: 'Send exactly one of them.',
    retry: 'never',
    extras: { fields: z.array(z.string()) },
    example: {
      message: 'Send exactly one of platforms and targets.',
      extras: { fields: ['platforms', 'targets'] },
    },
  },
  PLATFORM_RULE_VIOLATION: {
    status: 422,
    meaning:
      'The content breaks a rule of a platform; details lists the target, the rule, its limit and what was sent.',
    remedy: 'Change the content for that target, or try it first with POST /posts/validate.',
    retry: 'never',
    extras: { details: z.array(detailSchema) },
    example: {
      message: 'The post breaks a rule of a platform.',
      extras: {
        details: [
          {
            path: 'platforms.0.captionOverride',
            code: 'text_too_long',
            message: 'The text is too long for BLUESKY.',
            limit: 300,
            actual: 312,
          },
        ],
      },
    },
  },
} satisfies Partial<ErrorEntries>;
