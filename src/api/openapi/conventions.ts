import { z, type RouteConfig } from '@hono/zod-openapi';
import { errorResponse } from './descriptions.js';

/** The parameters that many operations share. The API's description contains each once, as a component. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the call safe to repeat: within 24 hours, a repeated call with the same key returns the first response, with the header `Idempotent-Replayed: true`. While the first call is still running, it returns 409 IDEMPOTENCY_KEY_IN_USE; with a different body, 422 IDEMPOTENCY_KEY_REUSED. Keys are separate for each credential and operation. Only successful responses are stored, and all of them encrypted. Secrets that are shown once (an API key, a webhook secret, the link of an invitation or of a payment page) are not stored: a repeat of such a call returns 409 CONFLICT with the id of what it made, if it has one.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '5f0f9c1e-8f1b-4c5e-9a55-2f4f2d1f7c11',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of an earlier response. If the resource has not changed since, the response is 304 without a body.',
    schema: { type: 'string' },
    example: '"kq3Zb1v0cX9mYt2hJ4sLw8RnUe0"',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of the version that you have read, several of them separated by commas, or `*` for any version. If the resource has changed since, nothing happens and the response is 412 with the current ETag. Without this header, the last change wins. Weak ETags never match.',
    schema: { type: 'string' },
    example: '"kq3Zb1v0cX9mYt2hJ4sLw8RnUe0"',
  },
} as const;

const etagHeader = {
  ETag: {
    description: 'A value that changes whenever the response does. Send it as `If-None-Match` or `If-Match`.',
    schema: { type: 'string' },
  },
} as const;

/** Adds the parameters and responses that `defineOperation` implements to a route's description. */
export function withConventions<R extends RouteConfig>(route: R, { takesIfMatch = false } = {}): R {
  return takesIfMatch ? withIfMatch(withConventionsOf(route)) : withConventionsOf(route);
}

function withConventionsOf<R extends RouteConfig>(route: R): R {
  const isOpen = route.security?.length === 0;
  if (route.method === 'post' && !isOpen) return withParameter(route, 'IdempotencyKey');
  if (!isResource(route)) return route;
  const { 200: found, ...others } = route.responses;
  const responses = {
    200: { ...found, headers: etagHeader },
    304: { description: 'The resource has not changed.', headers: etagHeader },
    ...others,
  };
  return withParameter({ ...route, responses }, 'IfNoneMatch');
}

function withIfMatch<R extends RouteConfig>(route: R): R {
  const { 200: changed, ...others } = route.responses;
  const responses = {
    ...(changed !== undefined && { 200: { ...changed, headers: etagHeader } }),
    400: errorResponse(['VALIDATION_FAILED']),
    ...others,
    412: { ...errorResponse(['PRECONDITION_FAILED']), headers: etagHeader },
  };
  return withParameter({ ...route, responses }, 'IfMatch');
}

/** Whether a route is a GET that returns JSON other than a page of a list. Such responses have an ETag. */
export function isResource({ method, responses }: RouteConfig): boolean {
  const found = responses['200'];
  if (method !== 'get' || found === undefined || !('content' in found)) return false;
  const content = found.content['application/json'];
  if (content === undefined || !('schema' in content)) return false;
  return !(content.schema instanceof z.ZodObject && 'nextCursor' in content.schema.shape);
}

function withParameter<R extends RouteConfig>(route: R, name: keyof typeof sharedParameters): R {
  const parameter = { $ref: `#/components/parameters/${name}` };
  return { ...route, parameters: [...(route.parameters ?? []), parameter] };
}
