import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode, ErrorExtras } from '../../domain/errors.js';

/** The only place that gives an error code its HTTP status. */
export const statusByCode = {
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  INVALID_CREDENTIALS: 401,
  SIGN_UP_CLOSED: 403,
  FORBIDDEN_WORKSPACE: 403,
  INSUFFICIENT_ROLE: 403,
  CROSS_ORIGIN_REFUSED: 403,
  FEATURE_NOT_AVAILABLE: 403,
  PLAN_LIMIT_POSTS: 403,
  PLAN_LIMIT_API_POSTS: 403,
  PLAN_LIMIT_WORKSPACES: 403,
  WORKSPACE_REQUIRES_PAID_ADD_ON: 402,
  WORKSPACE_BILLING_FAILED: 402,
  X_PAYMENT_METHOD_REQUIRED: 402,
  DEVELOPER_PAYMENT_METHOD_REQUIRED: 402,
  RATE_LIMITED: 429,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  VALIDATION_FAILED: 400,
  MUST_SPECIFY_EXACTLY_ONE: 400,
  PLATFORM_RULE_VIOLATION: 422,
  URL_INGEST_DISABLED: 400,
  URL_REJECTED: 400,
  UNSUPPORTED_MIME: 400,
  FILE_TOO_LARGE: 400,
  EMPTY_BODY: 400,
  FETCH_FAILED: 400,
  STORAGE_LIMIT: 403,
  STORAGE_WRITE_FAILED: 503,
  MEDIA_IN_USE: 409,
  SIGNATURE_INVALID: 403,
  TARGET_NOT_PUBLISHED: 400,
  NO_EXTERNAL_ID: 400,
  NO_COMMENT_TO_RETRY: 400,
  NO_ERROR_TO_RETRY: 400,
  RETRY_COOLDOWN: 400,
  INVALID_STATE: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
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
  INVALID_CREDENTIALS: { message: 'The e-mail address or the password is not right.', extras: {} },
  SIGN_UP_CLOSED: { message: 'Accounts are made by invitation here.', extras: {} },
  FORBIDDEN_WORKSPACE: { message: 'The API key does not reach this workspace.', extras: {} },
  INSUFFICIENT_ROLE: { message: 'The role CLIENT_REVIEWER may not do this.', extras: {} },
  CROSS_ORIGIN_REFUSED: {
    message: 'A session is used from its own pages alone: send Origin, or an API key in place of the cookie.',
    extras: {},
  },
  FEATURE_NOT_AVAILABLE: {
    message: 'The plan of the workspace has no APPROVALS.',
    extras: { feature: 'APPROVALS' },
  },
  PLAN_LIMIT_POSTS: {
    message: 'The plan of the workspace has no more posts this month.',
    extras: { limit: 300, current: 300 },
  },
  PLAN_LIMIT_API_POSTS: {
    message: 'The plan of the workspace has no more posts through the API this month.',
    extras: { limit: 100, current: 100 },
  },
  PLAN_LIMIT_WORKSPACES: {
    message: 'The plan allows no further workspace.',
    extras: { limit: 5, current: 5 },
  },
  WORKSPACE_REQUIRES_PAID_ADD_ON: {
    message: 'A further workspace needs the monthly add-on. Send acceptPaidAddOn to buy it.',
    extras: {},
  },
  WORKSPACE_BILLING_FAILED: {
    message: 'The charge for the add-on was refused.',
    extras: { stripeMessage: 'Your card was declined.' },
  },
  X_PAYMENT_METHOD_REQUIRED: {
    message: 'Connecting an X account needs a card on file.',
    extras: {},
  },
  DEVELOPER_PAYMENT_METHOD_REQUIRED: {
    message: 'Connecting more accounts on this plan needs a card on file.',
    extras: {},
  },
  RATE_LIMITED: {
    message: 'Too many requests. Try again after the time in Retry-After.',
    extras: { retryAfterMs: 41_250 },
  },
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
  UNSUPPORTED_MIME: {
    message: 'The file is of a type that is not taken.',
    extras: { mime: 'image/svg+xml' },
  },
  FILE_TOO_LARGE: {
    message: 'The file is too large.',
    extras: { sizeBytes: 73_400_320, maxBytes: 52_428_800 },
  },
  EMPTY_BODY: { message: 'No bytes have arrived.', extras: {} },
  FETCH_FAILED: { message: 'The address answered with 404.', extras: { status: 404 } },
  STORAGE_LIMIT: {
    message: 'The workspace has used its storage.',
    extras: { usedBytes: 1_073_000_000, maxBytes: 1_073_741_824 },
  },
  STORAGE_WRITE_FAILED: { message: 'The storage did not answer. Try again.', extras: {} },
  MEDIA_IN_USE: { message: 'Posts that are going to be published use the file.', extras: { postCount: 2 } },
  SIGNATURE_INVALID: {
    message: 'The time of this address is over. Ask for a new one.',
    extras: { reason: 'expired' },
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
  IDEMPOTENCY_KEY_IN_USE: {
    message: 'A request with this Idempotency-Key is under way. Try again in a moment.',
    extras: { retryAfterMs: 1_000 },
  },
  IDEMPOTENCY_KEY_REUSED: {
    message: 'The Idempotency-Key was used for another request. Take a new one for each request.',
    extras: {},
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
