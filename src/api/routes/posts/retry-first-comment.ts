import { z } from '@hono/zod-openapi';
import { retryFirstComment } from '../../../services/posts/retry-first-comment.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParam } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, emptyActionSchema } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const retryFirstCommentOperation = defineOperation(
  {
    id: 'retryFirstComment',
    call: 'POST /posts/{id}/targets/{tid}/retry-first-comment',
    tag: 'Posts',
    summary: 'Retry a failed first comment',
    description:
      'Tries to publish a target’s first comment again. A comment that may already be public is sent again only if the platform proves that it is not there. The call waits up to 10 seconds for the result: `firstCommentStatus` is PUBLISHED, or FAILED with the new error in `firstCommentError`. If the attempt takes longer, it is SENDING: get the post again later. You can call this once a minute per target. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:publish',
    in: {
      params: z.object({ id: idParam(exampleIds.post), tid: idParam(exampleIds.target) }),
      body: emptyActionSchema,
      bodyIsOptional: true,
    },
    out: { 200: jsonResponse(postSchema, 'The post, with the result of the new attempt.') },
    errors: [
      ...actionCodes.filter((code) => code !== 'INVALID_STATE'),
      'FK_VIOLATION',
      'TARGET_NOT_PUBLISHED',
      'NO_EXTERNAL_ID',
      'NO_COMMENT_TO_RETRY',
      'NO_ERROR_TO_RETRY',
      'RETRY_COOLDOWN',
      'CHANGE_UNDER_WAY',
      'PLATFORM_AUTH_FAILED',
    ],
    resource: postResource,
  },
  async (c) => {
    const { id, tid } = c.req.valid('param');
    const post = await oncePerPost(c, id, () => retryFirstComment(c.var.ctx, { postId: id, targetId: tid }));
    return c.json(toPostResponse(post), 200);
  },
);
