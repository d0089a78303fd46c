import { createMiddleware } from 'hono/factory';
import { AppError } from '../../domain/errors.js';
import { errorExamples } from '../errors/codes.js';
import { invalidRequest } from '../errors/validation.js';
import { isExpected, readIfMatch, tagOfView, type TaggedResource } from '../http/resource-tag.js';
import type { ApiEnv } from '../types.js';

/**
 * Passes If-Match to the service, which compares it in the transaction that changes the resource. After a check in this
 * middleware, another request could still change the resource before the write.
 */
export const ifMatch = (resource: TaggedResource) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const header = c.req.header('if-match');
    if (header !== undefined) {
      const wanted = readIfMatch(header);
      if (wanted === undefined) throw malformed();
      c.set('ctx', {
        ...c.var.ctx,
        expect: (view) => {
          const etag = tagOfView(resource, view);
          if (isExpected(wanted, etag)) return;
          throw new AppError('PRECONDITION_FAILED', errorExamples.PRECONDITION_FAILED.message, { etag });
        },
      });
    }
    await next();
  });

const malformed = () =>
  invalidRequest([
    {
      path: 'If-Match',
      code: 'invalid_format',
      message: 'The header must be * or a list of ETags, each in double quotes as it was received.',
    },
  ]);
