import type { Feature } from './plans.js';
import type { PlatformName } from './platforms.js';
import type { Scope } from './scopes.js';

/** One finding in the `details` of VALIDATION_FAILED, PLATFORM_RULE_VIOLATION and UNSUPPORTED_MIME. */
export interface ErrorDetail {
  /** The dotted path in the request: `targets.0.captionOverride`. */
  path: string;
  /** The kind of finding, a stable name in lower snake case. */
  code: string;
  message: string;
  /** For platform rules: the limit, and (`actual`) the value in the request. */
  limit?: number;
  actual?: number;
  /** The type of a file that its platform, or its place in the post, does not accept. */
  mime?: string;
  /**
   * For platform rules: the platform, and the account of the target that breaks the rule, even if all targets
   * share the path.
   */
  platform?: PlatformName;
  socialAccountId?: string;
}

/**
 * The closed list of error codes with the types of their extras (docs/contract.md). A code without an entry in
 * src/api/errors/codes/ does not compile.
 */
export interface ErrorExtras {
  UNAUTHORIZED: object;
  INVALID_API_KEY: object;
  INVALID_CREDENTIALS: object;
  SIGN_UP_CLOSED: object;
  FORBIDDEN_WORKSPACE: object;
  INSUFFICIENT_ROLE: object;
  INSUFFICIENT_SCOPE: { scope: Scope | null };
  CROSS_ORIGIN_REFUSED: object;
  FEATURE_NOT_AVAILABLE: { feature: Feature };
  PLAN_LIMIT_POSTS: { limit: number; current: number };
  PLAN_LIMIT_API_POSTS: { limit: number; current: number };
  PLAN_LIMIT_WORKSPACES: { limit: number; current: number };
  WORKSPACE_REQUIRES_PAID_ADD_ON: object;
  WORKSPACE_BILLING_FAILED: { stripeMessage: string };
  X_PAYMENT_METHOD_REQUIRED: object;
  DEVELOPER_PAYMENT_METHOD_REQUIRED: object;
  RATE_LIMITED: {
    retryAfterMs: number;
    policy: string;
    limit: number;
    remaining: number;
    windowMs: number | null;
  };
  NOT_FOUND: { path?: string };
  METHOD_NOT_ALLOWED: object;
  UNSUPPORTED_MEDIA_TYPE: object;
  PAYLOAD_TOO_LARGE: { maxBytes: number };
  VALIDATION_FAILED: { details: ErrorDetail[] };
  MUST_SPECIFY_EXACTLY_ONE: { fields: string[] };
  PLATFORM_RULE_VIOLATION: { details: ErrorDetail[] };
  URL_INGEST_DISABLED: object;
  URL_REJECTED: { reason: string; path?: string };
  UNSUPPORTED_MIME: { mime: string | null; path?: string; details?: ErrorDetail[] };
  FILE_TOO_LARGE: { sizeBytes: number; maxBytes: number; path?: string };
  EMPTY_BODY: { path?: string };
  FETCH_FAILED: { status?: number; reason?: string; path?: string };
  STORAGE_LIMIT: { usedBytes: number; maxBytes: number };
  STORAGE_WRITE_FAILED: object;
  STORAGE_FULL: object;
  MEDIA_IN_USE: { postCount: number };
  SIGNATURE_INVALID: { reason: 'expired' | 'invalid' | 'used_up' };
  TARGET_NOT_PUBLISHED: object;
  NO_EXTERNAL_ID: object;
  NO_COMMENT_TO_RETRY: object;
  NO_ERROR_TO_RETRY: object;
  RETRY_COOLDOWN: { retryAfterMs: number };
  CHANGE_NOT_POSSIBLE: { reason: string; platform: string; targetId: string };
  CHANGE_UNDER_WAY: { targetId: string };
  INVALID_STATE: {
    status: string;
    allowed: string[];
    targetIds?: string[];
    canReply?: false;
    replyId?: string;
    platformMessage?: string;
  };
  IDEMPOTENCY_KEY_IN_USE: { retryAfterMs: number };
  IDEMPOTENCY_KEY_REUSED: object;
  PRECONDITION_FAILED: { etag: string };
  CONFLICT: { existingId?: string };
  FK_VIOLATION: { accountId?: string; path?: string };
  RETRY: { retryAfterMs?: number };
  PLATFORM_ALREADY_CONNECTED: { accountId: string };
  PLATFORM_NOT_CONFIGURED: object;
  CREDENTIALS_REFUSED: { triesLeft: number };
  PLATFORM_AUTH_FAILED: { accountId?: string };
  INTERNAL_ERROR: object;
}

export type ErrorCode = keyof ErrorExtras;

/** An error that callers may see. src/api maps its code to an HTTP status. */
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

/** Narrows to the default type parameters, which a plain `instanceof` check would not. */
export function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError;
}

/** `path` is the part of a body that names the resource. Absent: the URL names it. */
export const notFound = (path?: string): AppError<'NOT_FOUND'> =>
  path === undefined
    ? new AppError('NOT_FOUND', 'The resource does not exist.', {})
    : new AppError('NOT_FOUND', `${path}: there is no resource with this id.`, { path });

/** `path` is the part of the request body that names the account. Absent: the stored post names the account. */
export const accountDisconnected = (accountId: string, path?: string): AppError<'FK_VIOLATION'> =>
  new AppError(
    'FK_VIOLATION',
    path === undefined
      ? 'A social account of the post is disconnected. Connect it again or remove it from the post.'
      : `${path}: this social account is disconnected. Connect it again or remove it from the post.`,
    { accountId, ...(path !== undefined && { path }) },
  );

/** Returns a copy of the error with the path of a part of the request body in its extras and before its message. */
export function errorAt(path: string, error: AppError): AppError {
  const { code, message, extras, cause } = error;
  return new AppError<ErrorCode>(code, `${path}: ${inSentence(message)}`, { ...extras, path }, { cause });
}

/** The most findings that a response lists, so that a request cannot cause a huge response. */
export const findingsMax = 50;

export const validationFailed = (details: ErrorDetail[]): AppError<'VALIDATION_FAILED'> =>
  new AppError('VALIDATION_FAILED', summaryOf(details) ?? 'The request is not valid.', {
    details: details.slice(0, findingsMax),
  });

/** Returns the first finding and the number of others: `scheduledFor: the time must be in the future (and 2 more).` */
export function summaryOf([first, ...others]: readonly ErrorDetail[]): string | undefined {
  if (first === undefined) return undefined;
  const text = first.message.replace(/\.$/, '');
  const found = first.path === '' ? text : `${first.path}: ${inSentence(text)}`;
  if (others.length > 0) return `${found} (and ${others.length} more).`;
  return found.endsWith('?') ? found : `${found}.`;
}

/** Lowers the first letter of a message that follows a path. Names and acronyms keep their capital. */
function inSentence(text: string): string {
  return /^(A|An|The|There|This|These|At|It|Must|Is|Not|No|Unknown|Expected|Invalid|Too|Send|Only|Within)\b/.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
