import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../domain/errors.js';
import { errorCodes, errorEntries, errorExamples, statusByCode } from './codes.js';
import { docUrlOf } from './doc-urls.js';

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

/** `NOT_FOUND`: NotFoundError. */
function componentOf(code: ErrorCode): string {
  const words = code.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join('').replace(/Error$/, '')}Error`;
}

function schemaOf(code: ErrorCode) {
  const entry = errorEntries[code];
  const extras: Record<string, z.ZodType> = 'extras' in entry ? entry.extras : {};
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
