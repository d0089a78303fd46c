import { z } from '@hono/zod-openapi';
import type { ErrorCode, ErrorExtras } from '../../domain/errors.js';
import { errorCodes, errorExamples, statusByCode } from './codes.js';
import { docUrlOf } from './pages.js';

const requestIdExample = 'req_tz4a98xxat96iws9zmbrgj3a';
const requestIdField = z.string().openapi({
  description: 'Correlation id for support; also in the header X-Request-Id.',
  example: requestIdExample,
});
const messageField = z.string().openapi({ description: 'For people; not stable.' });
const docUrlField = z.string().optional().openapi({
  description: 'Where the code is explained, relative to the service.',
  example: '/docs/errors/NOT_FOUND',
});

const detailSchema = z
  .object({
    path: z.string().openapi({ description: 'Into the request, dotted; empty: the whole of it.' }),
    code: z.string().openapi({ description: 'Stable word for the kind of finding.' }),
    message: z.string(),
    limit: z.number().optional(),
    actual: z.number().optional(),
  })
  .openapi('ErrorDetail');

type CodeWithExtras = { [C in ErrorCode]: keyof ErrorExtras[C] extends never ? never : C }[ErrorCode];

const quota = { limit: z.number().int(), current: z.number().int() };

/** What the codes add to the envelope, for the description: a code with extras that is not listed does not compile. */
const extrasByCode: { [C in CodeWithExtras]: Record<keyof ErrorExtras[C], z.ZodType> } = {
  PAYLOAD_TOO_LARGE: { maxBytes: z.number().int() },
  VALIDATION_FAILED: { details: z.array(detailSchema) },
  MUST_SPECIFY_EXACTLY_ONE: { fields: z.array(z.string()) },
  PLATFORM_RULE_VIOLATION: { details: z.array(detailSchema) },
  URL_REJECTED: { reason: z.string() },
  UNSUPPORTED_MIME: { mime: z.string().nullable() },
  FILE_TOO_LARGE: { sizeBytes: z.number().int(), maxBytes: z.number().int() },
  FETCH_FAILED: { status: z.number().int().optional(), reason: z.string().optional() },
  STORAGE_LIMIT: { usedBytes: z.number().int(), maxBytes: z.number().int() },
  MEDIA_IN_USE: { postCount: z.number().int() },
  SIGNATURE_INVALID: { reason: z.string() },
  RETRY_COOLDOWN: { retryAfterMs: z.number().int() },
  INVALID_STATE: {
    status: z.string(),
    allowed: z.array(z.string()),
    targetIds: z.array(z.string()).optional(),
  },
  FK_VIOLATION: { accountId: z.string().optional() },
  IDEMPOTENCY_KEY_IN_USE: { retryAfterMs: z.number().int() },
  FEATURE_NOT_AVAILABLE: { feature: z.string() },
  PLAN_LIMIT_POSTS: quota,
  PLAN_LIMIT_API_POSTS: quota,
  PLAN_LIMIT_WORKSPACES: quota,
  WORKSPACE_BILLING_FAILED: { stripeMessage: z.string() },
  RATE_LIMITED: { retryAfterMs: z.number().int() },
  PLATFORM_AUTH_FAILED: { accountId: z.string().optional() },
};

/** `NOT_FOUND`: NotFoundError. */
function componentOf(code: ErrorCode): string {
  const words = code.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join('').replace(/Error$/, '')}Error`;
}

function schemaOf(code: ErrorCode) {
  const extras: Record<string, z.ZodType> = Object.hasOwn(extrasByCode, code)
    ? extrasByCode[code as CodeWithExtras]
    : {};
  return z
    .object({
      statusCode: z.literal(statusByCode[code]),
      code: z.literal(code),
      message: messageField,
      requestId: requestIdField,
      docUrl: docUrlField,
      ...extras,
    })
    .openapi(componentOf(code), { example: errorExampleOf(code) });
}

export function errorExampleOf(code: ErrorCode): Record<string, unknown> {
  const { message, extras } = errorExamples[code];
  const docUrl = docUrlOf(code);
  return { statusCode: statusByCode[code], code, message, requestId: requestIdExample, docUrl, ...extras };
}

const schemaByCode = Object.fromEntries(errorCodes.map((code) => [code, schemaOf(code)])) as Record<
  ErrorCode,
  ReturnType<typeof schemaOf>
>;

/** What the codes of one status of one operation look like: told apart by `code`, and open to further extras. */
export function errorSchemaOf(codes: readonly ErrorCode[]): z.ZodType {
  const [first, second, ...others] = codes.map((code) => schemaByCode[code]);
  if (first === undefined) throw new Error('A status without codes has no schema.');
  return second === undefined ? first : z.discriminatedUnion('code', [first, second, ...others]);
}

export const bareUnauthorizedSchema = z
  .object({
    statusCode: z.literal(401),
    message: z.literal('Unauthorized'),
    requestId: requestIdField,
  })
  .openapi('BareUnauthorized', {
    example: { statusCode: 401, message: 'Unauthorized', requestId: requestIdExample },
  });
