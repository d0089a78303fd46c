import { approvePost } from '../../../services/posts/approve.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, approveSchema } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const approvePostOperation = defineOperation(
  {
    id: 'approvePost',
    call: 'POST /posts/{id}/approve',
    tag: 'Posts',
    summary: 'Approve a post',
    description:
      'Approves a post that needs approval and schedules it for its time. If that time has passed and some targets are already public, the others are published immediately. If it has passed and no target is public, the call returns 409 INVALID_STATE: set a new time first. If the post does not wait itself, this approves the edits of its public targets that do. Only owners, admins and client reviewers can approve. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: idParams(exampleIds.post), body: approveSchema, bodyIsOptional: true },
    out: { 200: jsonResponse(postSchema, 'The scheduled post.') },
    errors: [...actionCodes, 'FK_VIOLATION', 'UNSUPPORTED_MIME', 'PLATFORM_RULE_VIOLATION'],
    resource: postResource,
  },
  async (c) => {
    const postId = c.req.valid('param').id;
    const post = await oncePerPost(c, postId, () => approvePost(c.var.ctx, { postId }));
    return c.json(toPostResponse(post), 200);
  },
);
