import { isDeepStrictEqual } from 'node:util';
import { z, type RouteConfig } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { ErrorCode } from '../../domain/errors.js';
import { statusByCode } from '../errors/codes.js';
import { isAppError } from '../../domain/errors.js';
import type { ApiEnv } from '../types.js';

/**
 * Throws if a response does not match its description, for development and tests. Unknown fields are errors here,
 * although callers must expect them.
 */
export function validateResponses(routes: readonly RouteConfig[], basePath: string) {
  const responsesByRoute = new Map(
    routes.map((route) => [
      `${route.method} ${basePath}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      route.responses,
    ]),
  );
  return createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    const responses = responsesByRoute.get(`${c.req.method.toLowerCase()} ${routePath(c, -1)}`);
    if (responses === undefined) return;
    if (isAppError(c.error)) requireDescribed(responses, c.error.code);
    if (c.error !== undefined) return;
    const response = responses[String(c.res.status)];
    if (response === undefined) throw new Error(`The status ${c.res.status} is not described.`);
    const schema = jsonSchemaOf(response);
    if (schema === undefined) return;
    const body: unknown = await c.res.clone().json();
    if (!isDeepStrictEqual(schema.parse(body), body))
      throw new Error('The answer has fields that are not described.');
  });
}

/** Throws if the operation's description does not contain the error code, because clients are generated from it. */
function requireDescribed(responses: RouteConfig['responses'], code: ErrorCode): void {
  const response = responses[String(statusByCode[code])];
  const content = response !== undefined && 'content' in response ? response.content : undefined;
  const media = content?.['application/json'];
  const examples = media !== undefined && 'examples' in media ? (media.examples ?? {}) : {};
  if (!Object.hasOwn(examples, code)) throw new Error(`The code ${code} is not described.`);
}

function jsonSchemaOf(response: RouteConfig['responses'][string]): z.ZodType | undefined {
  const content = 'content' in response ? response.content['application/json'] : undefined;
  return content !== undefined && 'schema' in content && content.schema instanceof z.ZodType
    ? content.schema
    : undefined;
}
