import { createMiddleware } from 'hono/factory';
import { withoutUnset } from '../errors/unset-fields.js';
import type { ApiEnv } from '../types.js';

/**
 * Removes optional query parameters that are empty, because they count as absent: `?cursor=` is the first page. Only
 * for requests without a body, because the copy of the request has none.
 */
export function givenQuery(schema: unknown) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const sent = c.req.queries();
    const first = Object.fromEntries(Object.entries(sent).map(([name, [value = '']]) => [name, value]));
    const given = withoutUnset(schema, first, '') as object;
    const dropped = Object.entries(sent).filter(
      ([name, values]) => !Object.hasOwn(given, name) && values.every((value) => value === ''),
    );
    if (dropped.length > 0) {
      const url = new URL(c.req.url);
      for (const [name] of dropped) url.searchParams.delete(name);
      c.req.raw = new Request(url, { headers: c.req.raw.headers });
    }
    await next();
  });
}
