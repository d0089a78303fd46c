import type { RouteConfig, z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../domain/errors.js';
import type { Scope } from '../../domain/scopes.js';
import { isBareUnauthorized } from '../errors/bare-unauthorized.js';
import { errorCodes, statusByCode } from '../errors/codes.js';
import { bareUnauthorizedSchema, errorExampleOf, errorSchemaOf } from '../errors/schemas.js';
import { errorHeadersOf } from './headers.js';

/** The credentials that a request must send. A dashboard session may do everything that an API key may do. */
type Credential = 'key or session' | 'session' | 'client link' | 'none';

/**
 * The API keys that may call an operation: those with one of these scopes, every key, or only keys that are not limited to
 * scopes. A key without a list of scopes may do all that its user may.
 */
type KeyScope = Scope | readonly Scope[] | 'every key' | 'unlimited key';

/** The roles and scopes with which an operation can be called. */
export type Access =
  | {
      credential: 'key or session';
      scope: KeyScope;
      /** Set if it can schedule a post, or change one that is scheduled or public. The service checks that scope. */
      mayPublish?: true;
    }
  | { credential: Exclude<Credential, 'key or session'>; scope?: undefined; mayPublish?: undefined };

const publishSentence =
  ' To schedule a post, or to change one that is scheduled or public, it needs `posts:publish`, too.';

/** The scopes of which a limited key needs one; none if no limited key may call the operation. Null: it needs no scope. */
export function neededScopes({ scope }: Access): readonly Scope[] | null {
  if (scope === undefined || scope === 'every key') return null;
  if (scope === 'unlimited key') return [];
  return typeof scope === 'string' ? [scope] : scope;
}

/** The description's security requirement. For `session`, services also call `requireSession`. */
export function securityOf(access: Access): NonNullable<RouteConfig['security']> {
  switch (access.credential) {
    case 'key or session': {
      const oneOf = neededScopes(access) ?? [];
      const keys = oneOf.length === 0 ? [{ bearer: [] }] : oneOf.map((scope) => ({ bearer: [scope] }));
      return [...keys, { session: [] }];
    }
    case 'session':
      return [{ session: [] }];
    case 'client link':
      return [{ clientLink: [] }];
    case 'none':
      return [];
  }
}

/** A description of an operation, with the scope that a limited key needs. */
export function withScopeSentence(description: string, access: Access): string {
  const oneOf = neededScopes(access);
  if (oneOf === null) return description;
  const needs =
    oneOf.length === 0 ? 'cannot do this' : `needs ${oneOf.map((scope) => `\`${scope}\``).join(' or ')}`;
  const more = access.mayPublish === true ? publishSentence : '';
  return `${description} An API key that is limited to scopes ${needs}.${more}`;
}

/** The errors of any operation. VALIDATION_FAILED is among them because unknown query parameters are refused. */
const openCodes = ['VALIDATION_FAILED', 'INTERNAL_ERROR', 'RETRY'] as const satisfies ErrorCode[];
/** The errors of any operation that needs a credential. */
const commonCodes = [
  ...openCodes,
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'FEATURE_NOT_AVAILABLE',
  'RATE_LIMITED',
] as const satisfies ErrorCode[];
/** The errors of an operation that needs a scope. */
const scopeCodes = ['INSUFFICIENT_SCOPE'] as const satisfies ErrorCode[];
/** The errors of unsafe methods that protect against requests from other sites. */
const unsafeCodes = ['CROSS_ORIGIN_REFUSED', 'UNSUPPORTED_MEDIA_TYPE'] as const satisfies ErrorCode[];
const bodyCodes = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const satisfies ErrorCode[];

/** The errors of a request with an Idempotency-Key. */
const idempotencyCodes = ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const satisfies ErrorCode[];

const meaningByStatus: Record<number, string> = {
  400: 'The request is malformed or breaks a rule.',
  401: 'The API key, session or client link is missing, malformed, unknown, revoked or expired.',
  402: 'A payment method or an add-on is needed first.',
  403: 'You are not allowed to do this.',
  404: 'The resource does not exist, or you cannot access it.',
  409: 'The request conflicts with the state of the resource or with another request.',
  412: 'The current version of the resource is not the one that If-Match names.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The request is well-formed but breaks a rule, such as a limit of a platform.',
  429: 'Too many requests. Wait as long as the Retry-After header says.',
  500: 'An unexpected error in Punctual.',
  503: 'Something that Punctual depends on is unavailable. Try again later.',
};

interface ErrorResponseOptions {
  method: string;
  path: string;
  access: Access;
  hasBody: boolean;
  codes: readonly ErrorCode[];
}

/** Returns an operation's error responses by status. They have no precise type, because handlers throw them. */
export function errorResponses(options: ErrorResponseOptions): RouteConfig['responses'] {
  const { method, path } = options;
  const responses: RouteConfig['responses'] = {};
  const isOpen = options.access.credential === 'none';
  const all = new Set<ErrorCode>([
    ...(isOpen ? openCodes : commonCodes),
    ...(neededScopes(options.access) === null ? [] : scopeCodes),
    ...(method === 'get' ? [] : unsafeCodes),
    ...(options.hasBody ? bodyCodes : []),
    ...(method === 'post' && !isOpen ? idempotencyCodes : []),
    ...options.codes,
  ]);
  const statuses = [...new Set([...all].map((code) => statusByCode[code]))].sort((a, b) => a - b);
  for (const status of statuses) {
    const ofStatus = errorCodes.filter((code) => all.has(code) && statusByCode[code] === status);
    responses[String(status)] =
      status === 401 && isBareUnauthorized(method, path)
        ? bareUnauthorizedResponse()
        : errorResponse(ofStatus);
  }
  return responses;
}

export function errorResponse(codes: readonly ErrorCode[]): RouteConfig['responses'][string] {
  const [first = 'INTERNAL_ERROR'] = codes;
  const examples = Object.fromEntries(codes.map((code) => [code, { value: errorExampleOf(code) }]));
  const description = `${meaningByStatus[statusByCode[first]] ?? 'An error.'} Codes: ${codes.join(', ')}.`;
  const content = { 'application/json': { schema: errorSchemaOf(codes), examples } };
  const headers = errorHeadersOf(codes);
  return { description, ...(headers !== undefined && { headers }), content };
}

function bareUnauthorizedResponse(): RouteConfig['responses'][string] {
  return {
    description: `${meaningByStatus[401] ?? ''} On this operation, the body has no code.`,
    content: { 'application/json': { schema: bareUnauthorizedSchema } },
  };
}

/** A JSON response with its schema. */
export function jsonResponse<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { 'application/json': { schema } } };
}
