import { z, type OpenAPIHono, type RouteConfig, type RouteHandler } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { anonymousBodyBytesMax } from '../../domain/limits.js';
import { requireSession } from '../../services/shared/rights/access.js';
import { noticingChanges } from '../../services/shared/rows/db-errors.js';
import { isResource, withConventions } from './conventions.js';
import { invalidQuery } from '../errors/validation.js';
import type { TaggedResource } from '../http/resource-tag.js';
import { withRateHeaders } from './headers.js';
import { etag, etagAfterChange } from '../middleware/etag.js';
import { idempotency } from '../middleware/idempotency.js';
import { givenQuery } from '../middleware/given-query.js';
import { ifMatch } from '../middleware/if-match.js';
import { jsonBody } from '../middleware/json-body.js';
import type { ApiEnv } from '../types.js';

/** One operation of the API: its description, and how it is registered. */
export interface Operation {
  route: RouteConfig;
  register: (app: OpenAPIHono<ApiEnv>) => void;
}

/** The verb checks it again. Here it is checked before a body is read. */
const sessionOnly = createMiddleware<ApiEnv>(async (c, next) => {
  requireSession(c.var.ctx);
  await next();
});

/** A request whose change may have been stored is not answered with RETRY (src/services/shared/rows/db-errors.ts). */
const noticing = createMiddleware<ApiEnv>((_c, next) => noticingChanges(next));

const noParameters = z.strictObject({});

/** If an operation describes no query, it refuses every parameter as unknown. */
const withoutQuery = createMiddleware<ApiEnv>(async (c, next) => {
  const sent = c.req.queries();
  const parsed = noParameters.safeParse(sent);
  if (!parsed.success) throw invalidQuery(parsed.error, sent);
  await next();
});

function bodyTermsOf(
  { path }: RouteConfig,
  { required = false, content }: NonNullable<NonNullable<RouteConfig['request']>['body']>,
): Parameters<typeof jsonBody>[0] {
  const json = content['application/json'];
  const terms = { required, schema: json !== undefined && 'schema' in json ? json.schema : undefined };
  return path.startsWith('/auth/') ? { ...terms, bytesMax: anonymousBodyBytesMax } : terms;
}

function isSessionOnly({ security = [] }: RouteConfig): boolean {
  return security.length > 0 && security.every((scheme) => 'session' in scheme);
}

/**
 * Joins a route to its handler, and adds what all operations of its kind have in common. Bodies are read
 * within limits before their schema sees them, a POST accepts an Idempotency-Key, and a resource has an ETag.
 * An operation that changes the one resource in its path names it as `resource`, and accepts If-Match; an
 * operation that reads it names it for the same ETag.
 */
export function operation<R extends RouteConfig>(
  route: R,
  handler: RouteHandler<R, ApiEnv>,
  resource?: TaggedResource,
): Operation {
  const changes = route.method === 'get' ? undefined : resource;
  const described = withRateHeaders(withConventions(route, { takesIfMatch: changes !== undefined }));
  return {
    route: described,
    register: (app) => {
      const { body, query } = route.request ?? {};
      const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
      if (route.method !== 'get') app.on(route.method, path, noticing);
      if (isSessionOnly(route)) app.on(route.method, path, sessionOnly);
      if (query === undefined) app.on(route.method, path, withoutQuery);
      if (body !== undefined) app.on(route.method, path, jsonBody(bodyTermsOf(route, body)));
      if (query !== undefined && route.method === 'get') app.on(route.method, path, givenQuery(query));
      if (changes !== undefined) app.on(route.method, path, etagAfterChange(changes));
      if (route.method === 'post') app.on(route.method, path, idempotency(route));
      if (changes !== undefined) app.on(route.method, path, ifMatch(changes));
      if (isResource(route)) app.on(route.method, path, etag(resource));
      app.openapi(described, handler);
    },
  };
}
