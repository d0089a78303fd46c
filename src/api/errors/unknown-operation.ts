import type { RouteConfig } from '@hono/zod-openapi';
import { meantField } from './known-fields.js';

interface Route {
  method: string;
  segments: readonly string[];
}

/** Longer paths are neither compared nor repeated. */
const pathCharsMax = 200;
const segmentsMax = 10;

/** Names for the same thing in other APIs. */
const aliases: Readonly<Record<string, string>> = {
  accounts: 'social-accounts',
  channels: 'social-accounts',
  integrations: 'social-accounts',
  keys: 'api-keys',
  profiles: 'social-accounts',
  uploads: 'media',
  webhooks: 'webhook-endpoints',
};
/** The beginning of the id of a resource, such as `post_`. */
const idPattern = /^[a-z]{2,5}_/;
const isParameter = (segment: string): boolean => segment.startsWith('{');

/**
 * Returns a function that says what is wrong with a path that has no operation; null if the path does not belong to the
 * API.
 */
export function unknownOperation(
  routes: readonly RouteConfig[],
  basePath: string,
): (method: string, path: string) => string | null {
  const known = routes.map(({ method, path }): Route => ({
    method: method.toUpperCase(),
    segments: segmentsOf(path),
  }));
  return (method, path) => {
    if (path.length > pathCharsMax) return null;
    const isOfApi = path === basePath || path.startsWith(`${basePath}/`);
    const asked = segmentsOf(isOfApi ? path.slice(basePath.length) : path);
    const meant = nearest(known, method, asked);
    // Another path of this server, such as that of a picture, is not meant for an operation.
    if (!isOfApi && (meant === undefined || !isExact(meant, asked))) return null;
    const hint =
      meant === undefined
        ? 'GET /openapi.json lists all of them.'
        : `Did you mean ${meant.method} ${basePath}/${meant.segments.join('/')}?`;
    return `There is no operation ${method} ${path}. ${hint}`;
  };
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const isExact = ({ segments }: Route, asked: readonly string[]): boolean =>
  segments.every((segment, index) => isParameter(segment) || segment === asked[index]);

/** The route whose segments are those of the path, or close to them: with the same method, if there is one. */
function nearest(known: readonly Route[], method: string, asked: readonly string[]): Route | undefined {
  if (asked.length === 0 || asked.length > segmentsMax) return undefined;
  let left = known.filter(({ segments }) => segments.length === asked.length);
  for (const [index, segment] of asked.entries()) {
    const names = [...new Set(left.map(({ segments }) => segments[index] ?? ''))];
    const next = meantSegment(segment, names);
    left = left.filter(({ segments }) => segments[index] === next);
  }
  return left.find((route) => route.method === method) ?? left[0];
}

function meantSegment(segment: string, names: readonly string[]): string | undefined {
  const parameter = names.find(isParameter);
  const literals = names.filter((name) => !isParameter(name));
  if (literals.includes(segment)) return segment;
  if (parameter !== undefined && idPattern.test(segment)) return parameter;
  const alias = Object.hasOwn(aliases, segment) ? aliases[segment] : undefined;
  return literals.find((name) => name === alias) ?? meantField(segment, literals) ?? parameter;
}
