import { createRoute, z } from '@hono/zod-openapi';
import { retryFirstComment } from '../../../services/posts/retry-first-comment.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParam } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { actionCodes, cancelSchema } from './action-schema.js';
import { postSchema, toPostResponse } from './schema.js';

const method = 'post';
const path = '/posts/{id}/targets/{tid}/retry-first-comment';

const route = createRoute({
  method,
  path,
  operationId: 'retryFirstComment',
  tags: ['Posts'],
  summary: 'Post a failed first comment again',
  description:
    'The outcome shows in the target: firstCommentError becomes null once the comment is public. At most once a minute.',
  security: bearerSecurity,
  request: {
    params: z.object({ id: idParam(exampleIds.post), tid: idParam(exampleIds.target) }),
    body: jsonRequest(cancelSchema, { required: false }),
  },
  responses: {
    200: jsonResponse(postSchema, 'The post; the comment is being posted.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        ...actionCodes.filter((code) => code !== 'INVALID_STATE'),
        'FK_VIOLATION',
        'TARGET_NOT_PUBLISHED',
        'NO_EXTERNAL_ID',
        'NO_COMMENT_TO_RETRY',
        'NO_ERROR_TO_RETRY',
        'RETRY_COOLDOWN',
        'PLATFORM_AUTH_FAILED',
      ],
    }),
  },
});

export const retryFirstCommentOperation = operation(route, async (c) => {
  const { id, tid } = c.req.valid('param');
  return c.json(toPostResponse(await retryFirstComment(c.var.ctx, { postId: id, targetId: tid })), 200);
});
