import { createMiddleware } from 'hono/factory';
import { withoutUnset } from '../errors/unset-fields.js';
import type { ApiEnv } from '../types.js';

/** An optional parameter that is empty counts as absent: `?cursor=` is the first page. For requests without a body. */
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
