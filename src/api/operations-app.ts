import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { notFound } from '../domain/errors.js';
import { apiBasePath } from './document/document.js';
import { invalidQuery, queryHints, validationFailedBy } from './errors/validation.js';
import { knownMethods } from './middleware/known-methods.js';
import { validateResponses } from './middleware/validate-responses.js';
import type { Operation } from './openapi/operation.js';
import type { ApiEnv } from './types.js';

interface Terms {
  /** Finds out who calls. Runs before anything of the request is validated. */
  authentication: MiddlewareHandler<ApiEnv>;
  /** Whether each response is compared with its description and fails if they differ. */
  comparesResponses: boolean;
}

/** Creates an application of operations, to be mounted at `apiBasePath`. */
export function createOperationsApp(
  operations: readonly Operation[],
  { authentication, comparesResponses }: Terms,
): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return;
      if (result.target === 'query') throw invalidQuery(result.error, c.req.queries(), c.var.schemas?.query);
      // The path parameter cannot be an id, so the resource does not exist.
      if (result.target === 'param') throw notFound();
      // `data` contains the request at run time, although its type does not say so.
      const sent = 'data' in result ? result.data : undefined;
      const hints = queryHints(c.req.query());
      throw validationFailedBy(result.error, { input: sent, schema: c.var.schemas?.body, hints });
    },
  });
  const routes = operations.map((operation) => operation.route);
  app.use(authentication, knownMethods(routes, apiBasePath));
  if (comparesResponses) app.use(validateResponses(routes, apiBasePath));
  for (const { register } of operations) register(app);
  return app;
}
