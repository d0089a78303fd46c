import type { Feature } from './plans.js';

/** Per-field finding in VALIDATION_FAILED's and PLATFORM_RULE_VIOLATION's `details`. */
export interface ErrorDetail {
  /** Path into the request, dotted: `targets.0.captionOverride`. */
  path: string;
  /** Stable word for the kind of finding, lower snake case. */
  code: string;
  message: string;
  /** For platform rules: the rule's limit and what was sent. */
  limit?: number;
  actual?: number;
}

/**
 * The closed list of machine codes with their extras (spec, Errors; decisions table for the codes that the
 * text leaves open). A new one has all else in its entry in src/api/errors/codes/: without it nothing compiles.
 */
export interface ErrorExtras {
  UNAUTHORIZED: object;
  INVALID_API_KEY: object;
  INVALID_CREDENTIALS: object;
  SIGN_UP_CLOSED: object;
  FORBIDDEN_WORKSPACE: object;
  INSUFFICIENT_ROLE: object;
  CROSS_ORIGIN_REFUSED: object;
  FEATURE_NOT_AVAILABLE: { feature: Feature };
  PLAN_LIMIT_POSTS: { limit: number; current: number };
  PLAN_LIMIT_API_POSTS: { limit: number; current: number };
  PLAN_LIMIT_WORKSPACES: { limit: number; current: number };
  WORKSPACE_REQUIRES_PAID_ADD_ON: object;
  WORKSPACE_BILLING_FAILED: { stripeMessage: string };
  X_PAYMENT_METHOD_REQUIRED: object;
  DEVELOPER_PAYMENT_METHOD_REQUIRED: object;
  RATE_LIMITED: { retryAfterMs: number };
  NOT_FOUND: { path?: string };
  METHOD_NOT_ALLOWED: object;
  UNSUPPORTED_MEDIA_TYPE: object;
  PAYLOAD_TOO_LARGE: { maxBytes: number };
  VALIDATION_FAILED: { details: ErrorDetail[] };
  MUST_SPECIFY_EXACTLY_ONE: { fields: string[] };
  PLATFORM_RULE_VIOLATION: { details: ErrorDetail[] };
  URL_INGEST_DISABLED: object;
  URL_REJECTED: { reason: string };
  UNSUPPORTED_MIME: { mime: string | null };
  FILE_TOO_LARGE: { sizeBytes: number; maxBytes: number };
  EMPTY_BODY: object;
  FETCH_FAILED: { status?: number; reason?: string };
  STORAGE_LIMIT: { usedBytes: number; maxBytes: number };
  STORAGE_WRITE_FAILED: object;
  MEDIA_IN_USE: { postCount: number };
  SIGNATURE_INVALID: { reason: 'expired' | 'invalid' };
  TARGET_NOT_PUBLISHED: object;
  NO_EXTERNAL_ID: object;
  NO_COMMENT_TO_RETRY: object;
  NO_ERROR_TO_RETRY: object;
  RETRY_COOLDOWN: { retryAfterMs: number };
  INVALID_STATE: {
    status: string;
    allowed: string[];
    targetIds?: string[];
    canReply?: false;
    replyId?: string;
  };
  IDEMPOTENCY_KEY_IN_USE: { retryAfterMs: number };
  IDEMPOTENCY_KEY_REUSED: object;
  CONFLICT: object;
  FK_VIOLATION: { accountId?: string };
  RETRY: { retryAfterMs?: number };
  PLATFORM_ALREADY_CONNECTED: { accountId: string };
  PLATFORM_NOT_CONFIGURED: object;
  CREDENTIALS_REFUSED: { triesLeft: number };
  PLATFORM_AUTH_FAILED: { accountId?: string };
  INTERNAL_ERROR: object;
}

export type ErrorCode = keyof ErrorExtras;

/** A failure that a caller may see. It knows nothing of HTTP: src/api maps the code to a status once. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly code: C;
  readonly extras: ErrorExtras[C];

  constructor(code: C, message: string, extras: ErrorExtras[C], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.extras = extras;
  }
}

/** `instanceof` alone would give the class with any code and extras. */
export function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError;
}

/** `path`: the part of a body that names the resource; absent: the URL does. */
export const notFound = (path?: string): AppError<'NOT_FOUND'> =>
  path === undefined
    ? new AppError('NOT_FOUND', 'The resource does not exist.', {})
    : new AppError('NOT_FOUND', `What ${path} names does not exist.`, { path });

/** As many findings as help: how many there are comes from the request. */
export const findingsMax = 50;

export const validationFailed = (details: ErrorDetail[]): AppError<'VALIDATION_FAILED'> =>
  new AppError('VALIDATION_FAILED', 'The request is not valid.', { details: details.slice(0, findingsMax) });

export const ruleViolated = (details: ErrorDetail[]): AppError<'PLATFORM_RULE_VIOLATION'> =>
  new AppError('PLATFORM_RULE_VIOLATION', 'The post breaks a rule of a platform.', {
    details: details.slice(0, findingsMax),
  });
