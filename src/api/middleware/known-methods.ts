import type { RouteConfig } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../../domain/errors.js';
import { errorExamples, statusByCode } from '../errors/codes.js';
import { envelopeOf } from '../errors/envelope.js';
import type { ApiEnv } from '../types.js';

interface KnownPath {
  pattern: RegExp;
  parametersCount: number;
  methods: Set<string>;
}

/**
 * Responds with 405 if the path is known and the method is not, and lists that path's methods in Allow. A
 * literal path (`/posts/validate`) is never taken for one with a parameter (`/posts/{id}`).
 */
export function knownMethods(routes: readonly RouteConfig[], basePath: string) {
  const known = knownPaths(routes, basePath);
  return createMiddleware<ApiEnv>(async (c, next) => {
    const path = known.find(({ pattern }) => pattern.test(c.req.path));
    if (path === undefined || path.methods.has(c.req.method)) return next();
    const error = new AppError('METHOD_NOT_ALLOWED', errorExamples.METHOD_NOT_ALLOWED.message, {});
    const headers = { Allow: [...path.methods].join(', ') };
    return c.json(envelopeOf(error, c.var), statusByCode.METHOD_NOT_ALLOWED, headers);
  });
}

function knownPaths(routes: readonly RouteConfig[], basePath: string): KnownPath[] {
  const byPath = new Map<string, KnownPath>();
  for (const { path, method } of routes) {
    const known = byPath.get(path) ?? {
      pattern: new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      parametersCount: path.split('{').length - 1,
      methods: new Set<string>(),
    };
    known.methods.add(method.toUpperCase());
    // A GET also serves HEAD.
    if (method === 'get') known.methods.add('HEAD');
    byPath.set(path, known);
  }
  return [...byPath.values()].sort((a, b) => a.parametersCount - b.parametersCount);
}
