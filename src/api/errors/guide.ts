import type { ErrorCode } from '../../domain/errors.js';

/** What a client does with the same request (spec, Retry rules). */
export type RetryRule = 'never' | 'immediately' | 'after-delay' | 'backoff';

export interface ErrorGuide {
  /** When it comes. */
  meaning: string;
  /** What the caller does about it. */
  remedy: string;
  retry: RetryRule;
}

export const retryRules: Readonly<Record<RetryRule, string>> = {
  never: 'Do not repeat the request as it is; it would fail again.',
  immediately: 'Repeat it once or twice at once, then back off as for 500.',
  'after-delay': 'Repeat it after the time that the answer states: Retry-After (seconds) or retryAfterMs.',
  backoff: 'Repeat it after 1 second, then double the wait each time up to 30 seconds, at most 5 attempts.',
};

/** One entry for each code of the closed list; the pages of the documentation are made from it. */
export const errorGuide: Readonly<Record<ErrorCode, ErrorGuide>> = {
  UNAUTHORIZED: {
    meaning: 'The request carries no credential, or one that has not the form of an API key.',
    remedy: 'Send the key as "Authorization: Bearer punctual_live_…".',
    retry: 'never',
  },
  INVALID_API_KEY: {
    meaning:
      'The key has the right form, but no active key is like it: it was revoked, or is another installation’s.',
    remedy: 'Create a new key in the settings of the workspace.',
    retry: 'never',
  },
  INVALID_CREDENTIALS: {
    meaning:
      'The e-mail address or the password is not right, or a one-time token is unknown, used or expired.',
    remedy: 'Try again, or ask whoever runs the service for a one-time sign-in.',
    retry: 'never',
  },
  SIGN_UP_CLOSED: {
    meaning:
      'This installation makes accounts by invitation alone. Its first account needs the token that the API prints when it starts.',
    remedy: 'Sign up with the token of an invitation or, for the first account, with the set-up token.',
    retry: 'never',
  },
  FORBIDDEN_WORKSPACE: {
    meaning: 'The credential does not reach the workspace that was named or that the resource lies in.',
    remedy: 'Use a key whose list holds the workspace, or the key of one of its members.',
    retry: 'never',
  },
  INSUFFICIENT_ROLE: {
    meaning:
      'The role in the workspace does not allow the operation, or it is for signed-in people and not for API keys.',
    remedy: 'Ask an owner or admin of the workspace, or sign in.',
    retry: 'never',
  },
  CROSS_ORIGIN_REFUSED: {
    meaning: 'A request with a session cookie came from another site, or does not say where it comes from.',
    remedy: 'Call from the service’s own pages, or use an API key in place of the cookie.',
    retry: 'never',
  },
  NOT_FOUND: {
    meaning:
      'There is no such resource, it was deleted, or it lies in a workspace that the caller is no member of.',
    remedy: 'Check the id; lists show what the credential reaches.',
    retry: 'never',
  },
  FEATURE_NOT_AVAILABLE: {
    meaning: 'The workspace’s plan does not hold the feature; feature names it.',
    remedy: 'Change the plan, or do without.',
    retry: 'never',
  },
  PLAN_LIMIT_POSTS: {
    meaning: 'The plan’s posts of this month are used up; limit and current say so.',
    remedy: 'Wait for the next month, or change the plan.',
    retry: 'never',
  },
  PLAN_LIMIT_API_POSTS: {
    meaning: 'The plan’s posts by API key of this month are used up.',
    remedy: 'Create posts at the dashboard, wait for the next month, or change the plan.',
    retry: 'never',
  },
  PLAN_LIMIT_WORKSPACES: {
    meaning: 'The plan holds no further workspace.',
    remedy: 'Remove a workspace, or change the plan.',
    retry: 'never',
  },
  WORKSPACE_REQUIRES_PAID_ADD_ON: {
    meaning: 'A further workspace costs a monthly add-on, and no card is on file for it.',
    remedy: 'Add a payment method, then try again.',
    retry: 'never',
  },
  WORKSPACE_BILLING_FAILED: {
    meaning: 'The payment processor refused the charge; stripeMessage holds its words.',
    remedy: 'Mend the payment method, then try again.',
    retry: 'never',
  },
  X_PAYMENT_METHOD_REQUIRED: {
    meaning: 'Connecting an X account needs a card on file on this plan.',
    remedy: 'Add a payment method, then connect again.',
    retry: 'never',
  },
  DEVELOPER_PAYMENT_METHOD_REQUIRED: {
    meaning: 'The developer plan’s free connections are used up, and no card is on file.',
    remedy: 'Add a payment method, then connect again.',
    retry: 'never',
  },
  RATE_LIMITED: {
    meaning: 'More requests came than the limits allow; the RateLimit headers tell how many are left.',
    remedy: 'Wait Retry-After seconds.',
    retry: 'after-delay',
  },
  UNSUPPORTED_MIME: {
    meaning:
      'The file is of a type that is not taken, or is not what it claims to be; mime is what was found.',
    remedy: 'Send one of the types that the documentation of media lists.',
    retry: 'never',
  },
  FILE_TOO_LARGE: {
    meaning: 'The file has more bytes than one asset may have: sizeBytes and maxBytes.',
    remedy: 'Send a smaller file.',
    retry: 'never',
  },
  EMPTY_BODY: {
    meaning: 'The upload was completed, but holds no bytes.',
    remedy: 'Upload the file, then complete it again.',
    retry: 'never',
  },
  FETCH_FAILED: {
    meaning: 'The address did not give the file: status is what it answered, reason what went wrong.',
    remedy: 'Check that the file is public there and that the answer is no redirect.',
    retry: 'never',
  },
  STORAGE_LIMIT: {
    meaning: 'The plan’s storage is used up: usedBytes of maxBytes.',
    remedy: 'Delete media, or change the plan.',
    retry: 'never',
  },
  STORAGE_WRITE_FAILED: {
    meaning: 'The store failed while the file was being written. Nothing of it was kept.',
    remedy: 'Send the same request again.',
    retry: 'immediately',
  },
  MEDIA_IN_USE: {
    meaning: 'The asset is attached to posts that still wait; postCount says to how many.',
    remedy: 'Take it out of those posts first.',
    retry: 'never',
  },
  SIGNATURE_INVALID: {
    meaning: 'The signed address was changed, or has expired.',
    remedy: 'Ask for a fresh address: read the asset again, or sign the upload anew.',
    retry: 'never',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, but does not take this method.',
    remedy: 'The header Allow lists the methods that it takes.',
    retry: 'never',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is not declared as JSON.',
    remedy: 'Send it with "Content-Type: application/json".',
    retry: 'never',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is longer than maxBytes.',
    remedy: 'Send less; media are uploaded on their own and named by id.',
    retry: 'never',
  },
  VALIDATION_FAILED: {
    meaning:
      'The body, the query or a header breaks the description; details lists each finding with its path.',
    remedy: 'Mend what the details name.',
    retry: 'never',
  },
  MUST_SPECIFY_EXACTLY_ONE: {
    meaning: 'Fields that exclude each other were sent together, or none of them was; fields names them.',
    remedy: 'Send exactly one of them.',
    retry: 'never',
  },
  PLATFORM_RULE_VIOLATION: {
    meaning:
      'The content breaks a rule of a platform; details lists the target, the rule, its limit and what was sent.',
    remedy: 'Change the content for that target, or try it first with POST /posts/validate.',
    retry: 'never',
  },
  URL_INGEST_DISABLED: {
    meaning: 'This installation does not fetch media by address.',
    remedy: 'Upload the file: POST /media/presign.',
    retry: 'never',
  },
  URL_REJECTED: {
    meaning:
      'The address may not be asked: reason says which rule it breaks (not https, a private network, credentials …).',
    remedy: 'Give a public https address.',
    retry: 'never',
  },
  TARGET_NOT_PUBLISHED: {
    meaning: 'A first comment can be retried only on a target that is published.',
    remedy: 'Wait until the target is PUBLISHED.',
    retry: 'never',
  },
  NO_EXTERNAL_ID: {
    meaning: 'The target has no id on the platform, so there is nothing to comment on.',
    remedy: 'Publish the post first.',
    retry: 'never',
  },
  NO_COMMENT_TO_RETRY: {
    meaning: 'The target was made without a first comment.',
    remedy: 'There is nothing to retry.',
    retry: 'never',
  },
  NO_ERROR_TO_RETRY: {
    meaning: 'The first comment is public already, or is being posted.',
    remedy: 'Read the target again.',
    retry: 'never',
  },
  RETRY_COOLDOWN: {
    meaning: 'The first comment was tried less than a minute ago.',
    remedy: 'Wait retryAfterMs.',
    retry: 'after-delay',
  },
  INVALID_STATE: {
    meaning:
      'The post is in a status that does not allow the action; allowed lists the actions that it does. With targetIds: a call that may have published these targets has no known outcome.',
    remedy:
      'Read the post again and choose one of the allowed actions. Where a target may be public, look at the platform, or retry the post: Punctual looks before it publishes.',
    retry: 'never',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    meaning: 'The first request with this Idempotency-Key is still being worked on.',
    remedy: 'Repeat it after Retry-After: it then answers what the first one did.',
    retry: 'after-delay',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was used in the last 24 hours with another body.',
    remedy: 'Use a new key for a new request.',
    retry: 'never',
  },
  CONFLICT: {
    meaning: 'Something with the same unique value exists already.',
    remedy: 'Choose another value, or use what exists.',
    retry: 'never',
  },
  FK_VIOLATION: {
    meaning:
      'Something that the request refers to was removed meanwhile. With accountId: the social account of a target is disconnected.',
    remedy: 'Read the referenced resources again. Connect the account again, or take it out of the post.',
    retry: 'never',
  },
  RETRY: {
    meaning: 'The change collided with another one that was made at the same moment. Nothing was written.',
    remedy: 'Send the same request again.',
    retry: 'immediately',
  },
  PLATFORM_AUTH_FAILED: {
    meaning: 'The platform no longer accepts the account’s authorisation.',
    remedy:
      'Connect the account again; what failed for this reason in the last days is then published by itself.',
    retry: 'backoff',
  },
  INTERNAL_ERROR: {
    meaning: 'A fault of the service. It is logged under the requestId.',
    remedy: 'Repeat the request; if it stays, report the requestId.',
    retry: 'backoff',
  },
};
