import { z, type RouteConfig } from '@hono/zod-openapi';

/** What every operation of a kind offers, described once: see `operation`. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the call repeatable: a repeat with the same key within 24 hours gets the first answer, with `Idempotent-Replayed: true`. Keys count per credential and operation. Only answers of success are kept; answers that hold a secret are kept encrypted.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '5f0f9c1e-8f1b-4c5e-9a55-2f4f2d1f7c11',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETags of earlier answers: 304 if the resource is still one of them.',
    schema: { type: 'string' },
    example: '"kq3Zb1v0cX9mYt2hJ4sLw8RnUe0"',
  },
} as const;

const etagHeader = {
  ETag: { description: 'Changes with the answer.', schema: { type: 'string' } },
} as const;

/** Describes what `operation` puts around a route: the type of its handler does not change with it. */
export function withConventions<R extends RouteConfig>(route: R): R {
  const isOpen = route.security?.length === 0;
  if (route.method === 'post' && !isOpen) return withParameter(route, 'IdempotencyKey');
  if (!isResource(route)) return route;
  const { 200: found, ...others } = route.responses;
  const responses = {
    200: { ...found, headers: etagHeader },
    304: { description: 'Not changed.', headers: etagHeader },
    ...others,
  };
  return withParameter({ ...route, responses }, 'IfNoneMatch');
}

/** A GET whose answer is JSON and no page of a list: what a caller may want to ask for only if it has changed. */
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
