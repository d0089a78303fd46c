import { z, type OpenAPIHono, type RouteConfig, type RouteHandler } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import type { ErrorCode } from '../../domain/errors.js';
import { anonymousBodyBytesMax } from '../../domain/limits.js';
import type { Scope } from '../../domain/scopes.js';
import { requireScope, requireSession } from '../../services/shared/rights/access.js';
import { noticingChanges } from '../../services/shared/rows/db-errors.js';
import { isResource, withConventions } from './conventions.js';
import { errorResponses, neededScopes, securityOf, withScopeSentence, type Access } from './descriptions.js';
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

/** Requires a session before the body is read. The service checks it again. */
const sessionOnly = createMiddleware<ApiEnv>(async (c, next) => {
  requireSession(c.var.ctx);
  await next();
});

/** Requires one of the scopes of limited API keys before the body is read. */
const scopeOnly = (oneOf: readonly Scope[]) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    requireScope(c.var.ctx, ...oneOf);
    await next();
  });

/** Prevents the error RETRY if the change may have been stored (src/services/shared/rows/db-errors.ts). */
const noticing = createMiddleware<ApiEnv>((_c, next) => noticingChanges(next));

const noParameters = z.strictObject({});

/** Refuses every query parameter. For operations that describe none. */
const withoutQuery = createMiddleware<ApiEnv>(async (c, next) => {
  const sent = c.req.queries();
  const parsed = noParameters.safeParse(sent);
  if (!parsed.success) throw invalidQuery(parsed.error, sent, noParameters);
  await next();
});

/** Notes the schemas of an operation for the messages about fields that it does not know. */
const knowingSchemas = (schemas: ApiEnv['Variables']['schemas']) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    c.set('schemas', schemas);
    await next();
  });

type Responses = RouteConfig['responses'];

interface Input extends Omit<NonNullable<RouteConfig['request']>, 'body'> {
  /** The schema of a JSON body. */
  body?: z.ZodType;
  bodyIsOptional?: boolean;
}

/** The facts about an operation that callers need. */
type Definition<I extends Input, O extends Responses> = Facts<I, O> & Access;

interface Facts<I extends Input, O extends Responses> {
  id: string;
  call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  tag: string;
  summary: string;
  description: string;
  in?: I;
  /** The responses of a success, by status. */
  out: O;
  /** The error codes of this operation. Codes that all operations of its kind share are added. */
  errors: readonly ErrorCode[];
  /** The resource that the path names. Responses have its ETag, and operations that change it accept If-Match. */
  resource?: TaggedResource;
}

/** A definition in the types of @hono/zod-openapi, from which the handler's input and responses are inferred. */
interface RouteOf<I extends Input, O extends Responses> extends RouteConfig {
  request: Omit<I, 'body' | 'bodyIsOptional'> &
    (I extends { body: infer B extends z.ZodType }
      ? { body: { content: { 'application/json': { schema: B } } } }
      : unknown);
  responses: O;
}

/**
 * Joins the definition of an operation and its handler, and adds common middleware: bodies are read within limits
 * before they are validated, a POST accepts an Idempotency-Key, and a resource has an ETag.
 */
export function defineOperation<I extends Input, O extends Responses>(
  definition: Definition<I, O>,
  handler: RouteHandler<RouteOf<I, O>, ApiEnv>,
): Operation {
  const { resource, credential } = definition;
  const scopes = neededScopes(definition);
  const { body, bodyIsOptional = false, query }: Input = definition.in ?? {};
  const route = routeOf(definition);
  const bodyTerms = {
    required: !bodyIsOptional,
    ...(route.path.startsWith('/auth/') && { bytesMax: anonymousBodyBytesMax }),
  };
  const changes = route.method === 'get' ? undefined : resource;
  const described = withRateHeaders(withConventions(route, { takesIfMatch: changes !== undefined }));
  return {
    route: described,
    register: (app) => {
      const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
      if (route.method !== 'get') app.on(route.method, path, noticing);
      if (credential === 'session') app.on(route.method, path, sessionOnly);
      if (scopes !== null) app.on(route.method, path, scopeOnly(scopes));
      app.on(route.method, path, knowingSchemas({ query, body }));
      if (query === undefined) app.on(route.method, path, withoutQuery);
      if (body !== undefined) app.on(route.method, path, jsonBody({ schema: body, ...bodyTerms }));
      if (query !== undefined && route.method === 'get') app.on(route.method, path, givenQuery(query));
      if (changes !== undefined) app.on(route.method, path, etagAfterChange(changes));
      if (route.method === 'post') app.on(route.method, path, idempotency(route));
      if (changes !== undefined) app.on(route.method, path, ifMatch(changes));
      if (isResource(route)) app.on(route.method, path, etag(resource));
      app.openapi(described, handler);
    },
  };
}

/** Makes the route of a definition. Casts, because the compiler cannot follow the types of `in` and `out`. */
function routeOf<I extends Input, O extends Responses>(definition: Definition<I, O>): RouteOf<I, O> {
  const { id, call, tag, summary, out, errors: codes } = definition;
  const [verb = '', path = ''] = call.split(' ');
  const method = verb.toLowerCase();
  const input: Input = definition.in ?? {};
  const { body, bodyIsOptional = false, ...parameters } = input;
  const content = { 'application/json': { schema: body } };
  return {
    method,
    path,
    operationId: id,
    tags: [tag],
    summary,
    description: withScopeSentence(definition.description, definition),
    security: securityOf(definition),
    request: { ...parameters, ...(body !== undefined && { body: { required: !bodyIsOptional, content } }) },
    responses: {
      ...out,
      ...errorResponses({ method, path, access: definition, hasBody: body !== undefined, codes }),
    },
  } as unknown as RouteOf<I, O>;
}
