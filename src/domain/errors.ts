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
 * text leaves open). Adding a code means adding it here, in the status table of src/api and in the docs.
 */
export interface ErrorExtras {
  UNAUTHORIZED: object;
  INVALID_API_KEY: object;
  FORBIDDEN_WORKSPACE: object;
  INSUFFICIENT_ROLE: object;
  NOT_FOUND: object;
  METHOD_NOT_ALLOWED: object;
  UNSUPPORTED_MEDIA_TYPE: object;
  PAYLOAD_TOO_LARGE: { maxBytes: number };
  VALIDATION_FAILED: { details: ErrorDetail[] };
  MUST_SPECIFY_EXACTLY_ONE: { fields: string[] };
  PLATFORM_RULE_VIOLATION: { details: ErrorDetail[] };
  URL_INGEST_DISABLED: object;
  URL_REJECTED: { reason: string };
  TARGET_NOT_PUBLISHED: object;
  NO_EXTERNAL_ID: object;
  NO_COMMENT_TO_RETRY: object;
  NO_ERROR_TO_RETRY: object;
  RETRY_COOLDOWN: { retryAfterMs: number };
  INVALID_STATE: { status: string; allowed: string[] };
  CONFLICT: object;
  FK_VIOLATION: object;
  RETRY: object;
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

export const notFound = (): AppError<'NOT_FOUND'> =>
  new AppError('NOT_FOUND', 'The resource does not exist.', {});
