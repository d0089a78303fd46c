import { isDeepStrictEqual } from 'node:util';
import { z, type RouteConfig } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { ApiEnv } from '../types.js';

/**
 * For development and tests: an answer that differs from its own description is a fault of ours. Unknown fields
 * count, although callers are told to expect them.
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
    if (responses === undefined || c.error !== undefined) return;
    const response = responses[String(c.res.status)];
    if (response === undefined) throw new Error(`The status ${c.res.status} is not described.`);
    const schema = jsonSchemaOf(response);
    if (schema === undefined) return;
    const body: unknown = await c.res.clone().json();
    if (!isDeepStrictEqual(schema.parse(body), body))
      throw new Error('The answer has fields that are not described.');
  });
}

function jsonSchemaOf(response: RouteConfig['responses'][string]): z.ZodType | undefined {
  const content = 'content' in response ? response.content['application/json'] : undefined;
  return content !== undefined && 'schema' in content && content.schema instanceof z.ZodType
    ? content.schema
    : undefined;
}
