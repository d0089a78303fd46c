import { rejectPost } from '../../../services/posts/reject.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, rejectSchema } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const rejectPostOperation = defineOperation(
  {
    id: 'rejectPost',
    call: 'POST /posts/{id}/reject',
    tag: 'Posts',
    summary: 'Send a post back',
    description:
      'Sends a post that needs approval back to its author, with a reason. The post becomes a draft. If some targets are already public, it becomes PARTIALLY_PUBLISHED again, and the others are FAILED as before. If the post does not wait itself, this rejects the edits of its public targets that do. Only owners, admins and client reviewers can reject. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: idParams(exampleIds.post), body: rejectSchema },
    out: { 200: jsonResponse(postSchema, 'The post, which no longer waits for approval.') },
    errors: actionCodes,
    resource: postResource,
  },
  async (c) => {
    const { reason } = c.req.valid('json');
    const postId = c.req.valid('param').id;
    const post = await oncePerPost(c, postId, () => rejectPost(c.var.ctx, { postId, reason }));
    return c.json(toPostResponse(post), 200);
  },
);
