import { z, type RouteConfig } from '@hono/zod-openapi';
import type { ErrorCode } from '../domain/errors.js';
import { isBareUnauthorized } from './bare-unauthorized.js';
import { errorCodes, errorExamples, statusByCode } from './error-codes.js';

const requestIdExample = 'req_tz4a98xxat96iws9zmbrgj3a';
const requestIdField = z.string().openapi({
  description: 'Correlation id for support; also in the header X-Request-Id.',
  example: requestIdExample,
});

/** The error envelope as callers see it: open, because codes add extras. */
export const errorSchema = z
  .object({
    statusCode: z.number().int().openapi({ example: 404 }),
    code: z.enum(errorCodes).openapi({ description: 'Stable machine code.', example: 'NOT_FOUND' }),
    message: z.string().openapi({ description: 'For people; not stable.' }),
    requestId: requestIdField,
  })
  .catchall(z.unknown())
  .openapi('Error');

export const bareUnauthorizedSchema = z
  .object({
    statusCode: z.literal(401),
    message: z.literal('Unauthorized'),
    requestId: requestIdField,
  })
  .openapi('BareUnauthorized');

export const bearerSecurity = [{ bearer: [] }];

/** What any operation behind a key may answer. */
const commonCodes = [
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'INTERNAL_ERROR',
  'RETRY',
] as const satisfies ErrorCode[];
const bodyCodes = [
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies ErrorCode[];

const meaningByStatus: Record<number, string> = {
  400: 'The request is malformed or breaks a rule.',
  401: 'The API key is missing, malformed, unknown or revoked.',
  403: 'The API key may not do this.',
  404: 'There is no such resource within the reach of the API key.',
  409: 'The state of the resource does not allow this.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The content breaks a rule of a platform.',
  500: 'A fault of the service.',
  503: 'Something the service needs is not available; try again.',
};

interface ErrorResponseOptions {
  method: string;
  path: string;
  codes: readonly ErrorCode[];
  body?: boolean;
}

/** The error responses of an operation, grouped by status. Typed as nothing: handlers throw them. */
export function errorResponses({ method, path, codes, body }: ErrorResponseOptions): Record<never, never> {
  const responses: RouteConfig['responses'] = {};
  const all = new Set<ErrorCode>([...commonCodes, ...(body === true ? bodyCodes : []), ...codes]);
  const statuses = [...new Set([...all].map((code) => statusByCode[code]))].sort((a, b) => a - b);
  for (const status of statuses) {
    const ofStatus = errorCodes.filter((code) => all.has(code) && statusByCode[code] === status);
    responses[String(status)] =
      status === 401 && isBareUnauthorized(method, path)
        ? bareUnauthorizedResponse()
        : errorResponse(status, ofStatus);
  }
  return responses;
}

function errorResponse(status: number, codes: ErrorCode[]): RouteConfig['responses'][string] {
  const examples = Object.fromEntries(
    codes.map((code) => {
      const { message, extras } = errorExamples[code];
      return [code, { value: { statusCode: status, code, message, requestId: requestIdExample, ...extras } }];
    }),
  );
  const description = `${meaningByStatus[status] ?? 'An error.'} Codes: ${codes.join(', ')}.`;
  return { description, content: { 'application/json': { schema: errorSchema, examples } } };
}

function bareUnauthorizedResponse(): RouteConfig['responses'][string] {
  const example = { statusCode: 401, message: 'Unauthorized', requestId: requestIdExample };
  return {
    description: `${meaningByStatus[401] ?? ''} On this operation the body has no code.`,
    content: { 'application/json': { schema: bareUnauthorizedSchema, example } },
  };
}

/** A JSON answer with its schema, for `responses`. */
export function jsonResponse<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON request body, for `request.body`. */
export function jsonRequest<S extends z.ZodType, const R extends boolean>(
  schema: S,
  options: { required: R },
) {
  return { required: options.required, content: { 'application/json': { schema } } };
}
