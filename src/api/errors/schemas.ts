import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../domain/errors.js';
import { joinSentences } from '../../domain/one-sentence.js';
import { errorCodes, errorEntries, errorExamples, statusByCode } from './codes.js';
import { docPathOf, exampleOrigin } from './doc-urls.js';

const requestIdExample = 'req_tz4a98xxat96iws9zmbrgj3a';
const requestIdField = z.string().openapi({
  description: 'The id of the request, for support. It is also in the X-Request-Id header.',
  example: requestIdExample,
});
const messageField = z
  .string()
  .openapi({ description: 'A readable explanation. The wording can change; do not parse it.' });
const docUrlField = z
  .string()
  .optional()
  .openapi({
    description: 'The URL of the page that explains the code and what to do about it.',
    example: `${exampleOrigin}/docs/errors/NOT_FOUND`,
  });

const statusText = 'The HTTP status of the response.';

/** The name of a code's component: `NOT_FOUND` becomes `NotFoundError`. */
function componentOf(code: ErrorCode): string {
  const words = code.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join('').replace(/Error$/, '')}Error`;
}

function schemaOf(code: ErrorCode) {
  const entry = errorEntries[code];
  const extras: Record<string, z.ZodType> = 'extras' in entry ? entry.extras : {};
  return z
    .object({
      statusCode: z.literal(statusByCode[code]).openapi({ description: statusText }),
      code: z.literal(code).openapi({ description: 'The stable code of this error.' }),
      message: messageField,
      requestId: requestIdField,
      docUrl: docUrlField,
      ...extras,
    })
    .openapi(componentOf(code), {
      description: `${entry.meaning} ${entry.remedy}`,
      example: errorExampleOf(code),
    });
}

export function errorExampleOf(code: ErrorCode): Record<string, unknown> {
  const { message, extras } = errorExamples[code];
  const docUrl = exampleOrigin + docPathOf(code);
  return {
    statusCode: statusByCode[code],
    code,
    message: joinSentences(message),
    requestId: requestIdExample,
    docUrl,
    ...extras,
  };
}

const schemaByCode = Object.fromEntries(errorCodes.map((code) => [code, schemaOf(code)])) as Record<
  ErrorCode,
  ReturnType<typeof schemaOf>
>;

/** Returns the schema of an operation's errors with one status: a union with `code` as its discriminator. */
export function errorSchemaOf(codes: readonly ErrorCode[]): z.ZodType {
  const [first, second, ...others] = codes.map((code) => schemaByCode[code]);
  if (first === undefined) throw new Error('A status without codes has no schema.');
  return second === undefined ? first : z.discriminatedUnion('code', [first, second, ...others]);
}

export const bareUnauthorizedSchema = z
  .object({
    statusCode: z.literal(401).openapi({ description: statusText }),
    message: z.literal('Unauthorized').openapi({ description: 'Always `Unauthorized`.' }),
    requestId: requestIdField,
  })
  .openapi('BareUnauthorized', {
    description:
      'The credential is missing, malformed, unknown or revoked. On a few operations this error has no code.',
    example: { statusCode: 401, message: 'Unauthorized', requestId: requestIdExample },
  });
