import { retryPost } from '../../../services/posts/retry.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, retrySchema } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const retryPostOperation = defineOperation(
  {
    id: 'retryPost',
    call: 'POST /posts/{id}/retry',
    tag: 'Posts',
    summary: 'Retry failed targets',
    description:
      'Publishes the failed targets of a post again, immediately. Targets that are already public are not touched. If the workspace requires approval and the current content has not been approved, for example because you edited a failed target, nothing is published yet. A PARTIALLY_PUBLISHED post then waits as NEEDS_APPROVAL, and its failed targets are published as soon as it is approved. For a FAILED post, the call returns 409: schedule the post for a new time, which asks for the approval. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:publish',
    in: { params: idParams(exampleIds.post), body: retrySchema, bodyIsOptional: true },
    out: {
      200: jsonResponse(
        postSchema,
        'The post. Its failed targets are being published again, or wait for an approval.',
      ),
    },
    errors: [...actionCodes, 'CHANGE_UNDER_WAY', 'FK_VIOLATION', 'PLATFORM_AUTH_FAILED'],
    resource: postResource,
  },
  async (c) => {
    const postId = c.req.valid('param').id;
    const { targetIds, republishUnconfirmed } = c.req.valid('json');
    const wanted = { postId, ...omitUndefined({ targetIds, republishUnconfirmed }) };
    const post = await oncePerPost(c, postId, () => retryPost(c.var.ctx, wanted));
    return c.json(toPostResponse(post), 200);
  },
);
