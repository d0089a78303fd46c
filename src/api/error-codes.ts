import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode, ErrorExtras } from '../domain/errors.js';

/** The only place that gives an error code its HTTP status. */
export const statusByCode = {
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN_WORKSPACE: 403,
  INSUFFICIENT_ROLE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  VALIDATION_FAILED: 400,
  MUST_SPECIFY_EXACTLY_ONE: 400,
  PLATFORM_RULE_VIOLATION: 422,
  URL_INGEST_DISABLED: 400,
  URL_REJECTED: 400,
  TARGET_NOT_PUBLISHED: 400,
  NO_EXTERNAL_ID: 400,
  NO_COMMENT_TO_RETRY: 400,
  NO_ERROR_TO_RETRY: 400,
  RETRY_COOLDOWN: 400,
  INVALID_STATE: 409,
  CONFLICT: 409,
  FK_VIOLATION: 409,
  RETRY: 503,
  PLATFORM_AUTH_FAILED: 503,
  INTERNAL_ERROR: 500,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

export const errorCodes = Object.keys(statusByCode) as [ErrorCode, ...ErrorCode[]];

/** One example of each code, for the API's description. */
export const errorExamples: { [C in ErrorCode]: { message: string; extras: ErrorExtras[C] } } = {
  UNAUTHORIZED: { message: 'Send the API key as "Authorization: Bearer <key>".', extras: {} },
  INVALID_API_KEY: { message: 'The API key is not known or was revoked.', extras: {} },
  FORBIDDEN_WORKSPACE: { message: 'The API key does not reach this workspace.', extras: {} },
  INSUFFICIENT_ROLE: { message: 'The role CLIENT_REVIEWER may not do this.', extras: {} },
  NOT_FOUND: { message: 'The resource does not exist.', extras: {} },
  METHOD_NOT_ALLOWED: { message: 'The path does not take this method.', extras: {} },
  UNSUPPORTED_MEDIA_TYPE: { message: 'Send the body as application/json.', extras: {} },
  PAYLOAD_TOO_LARGE: { message: 'The body is too large.', extras: { maxBytes: 1_048_576 } },
  VALIDATION_FAILED: {
    message: 'The request is not valid.',
    extras: {
      details: [{ path: 'scheduledAt', code: 'not_in_future', message: 'The time must be in the future.' }],
    },
  },
  MUST_SPECIFY_EXACTLY_ONE: {
    message: 'Send exactly one of platforms and targets.',
    extras: { fields: ['platforms', 'targets'] },
  },
  PLATFORM_RULE_VIOLATION: {
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
  URL_INGEST_DISABLED: { message: 'Media cannot be fetched by URL here.', extras: {} },
  URL_REJECTED: {
    message: 'The host is not reachable at public addresses only.',
    extras: { reason: 'private_address' },
  },
  TARGET_NOT_PUBLISHED: { message: 'The target has not been published.', extras: {} },
  NO_EXTERNAL_ID: { message: 'The platform gave no id to comment on.', extras: {} },
  NO_COMMENT_TO_RETRY: { message: 'The target has no first comment.', extras: {} },
  NO_ERROR_TO_RETRY: { message: 'The first comment has not failed.', extras: {} },
  RETRY_COOLDOWN: {
    message: 'The first comment was tried a moment ago. Try again later.',
    extras: { retryAfterMs: 42_000 },
  },
  INVALID_STATE: {
    message: 'The action reschedule is not possible while the post is PUBLISHED.',
    extras: { status: 'PUBLISHED', allowed: ['delete'] },
  },
  CONFLICT: { message: 'The same unique key already exists.', extras: {} },
  FK_VIOLATION: { message: 'A referenced row no longer exists.', extras: {} },
  RETRY: { message: 'The change collided with another one. Try again.', extras: {} },
  PLATFORM_AUTH_FAILED: {
    message: 'The account must be reconnected before it can publish.',
    extras: { accountId: 'acc_tz4a98xxat96iws9zmbrgj3a' },
  },
  INTERNAL_ERROR: { message: 'Something went wrong on our side.', extras: {} },
};
