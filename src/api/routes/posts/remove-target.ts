import { z } from '@hono/zod-openapi';
import { removeTarget } from '../../../services/posts/remove-target.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idParam } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, emptyActionSchema } from './action-schema.js';
import { changeCodes } from './change-schema.js';
import { oncePerPost } from './once.js';
import { postResource, postSchema, toPostResponse } from './schema.js';

export const removeTargetOperation = defineOperation(
  {
    id: 'removeTarget',
    call: 'POST /posts/{id}/targets/{tid}/remove',
    tag: 'Posts',
    summary: 'Remove a public target from its platform',
    description:
      'Deletes what a target has published, with its first comment, from the platform. `docs/platforms.md` says where that is possible. If the response to Punctual’s call is lost, Punctual finds out whether the post is gone, and calls again if it is not. A target that failed with PUBLISH_UNCONFIRMED is looked for first, and removed if it is found. The call waits up to 10 seconds: `removal.status` is DONE, FAILED or UNCONFIRMED. If it takes longer, it is REQUESTED or RUNNING: get the post again later, or subscribe to `post.target_removed`. The target stays PUBLISHED, with `removal.removedAt`; its comments and metrics are not read any more. A repeated request changes nothing. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:publish',
    in: {
      params: z.object({ id: idParam(exampleIds.post), tid: idParam(exampleIds.target) }),
      body: emptyActionSchema,
      bodyIsOptional: true,
    },
    out: { 200: jsonResponse(postSchema, 'The post, with the removal of the target.') },
    errors: [...actionCodes.filter((code) => code !== 'INVALID_STATE'), ...changeCodes],
    resource: postResource,
  },
  async (c) => {
    const { id, tid } = c.req.valid('param');
    const post = await oncePerPost(c, id, () => removeTarget(c.var.ctx, { postId: id, targetId: tid }));
    return c.json(toPostResponse(post), 200);
  },
);
