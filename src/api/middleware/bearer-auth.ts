import { createMiddleware } from 'hono/factory';
import { AppError } from '../../domain/errors.js';
import { authenticate } from '../../services/api-keys/authenticate.js';
import { isApiKeyFormat } from '../../services/api-keys/key-format.js';
import type { ServiceDeps } from '../../services/context.js';
import { errorExamples } from '../error-codes.js';
import type { ApiEnv } from '../types.js';

/** Runs before anything of the request is looked at, so that a caller without a key learns nothing. */
export function bearerAuth(deps: ServiceDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const token = /^bearer +([^\s]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined || !isApiKeyFormat(token)) {
      throw new AppError('UNAUTHORIZED', errorExamples.UNAUTHORIZED.message, {});
    }
    const { actor, reach } = await authenticate(deps, token);
    c.set('ctx', { ...deps, actor, reach, requestId: c.var.requestId });
    await next();
  });
}
