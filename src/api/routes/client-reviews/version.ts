import { z } from '@hono/zod-openapi';
import { AppError } from '../../../domain/errors.js';
import { errorExamples } from '../../errors/codes.js';
import { isExpected, tagOfView } from '../../http/resource-tag.js';
import { postResource } from '../posts/schema.js';

/** The version that a client has seen: the ETag of the post, which a list can show and one request can name per post. */
export const versionField = z.string().min(1).max(100).openapi({
  description:
    'The `version` of the post as the client has seen it. If the post has changed since, nothing happens to it.',
  example: '"kq3Zb1v0cX9mYt2hJ4sLw8RnUe0"',
});

/** Compares like If-Match (src/api/middleware/if-match.ts), but never matches any version. */
export const expectVersion =
  (version: string) =>
  (view: object): void => {
    const etag = tagOfView(postResource, view);
    if (isExpected([version], etag)) return;
    throw new AppError('PRECONDITION_FAILED', errorExamples.PRECONDITION_FAILED.message, { etag });
  };
