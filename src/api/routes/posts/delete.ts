import { deletePost } from '../../../services/posts/delete.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { postResource } from './schema.js';

export const deletePostOperation = defineOperation(
  {
    id: 'deletePost',
    call: 'DELETE /posts/{id}',
    tag: 'Posts',
    summary: 'Delete a post',
    description:
      'Deletes a post from Punctual: lists and `GET /posts/{id}` no longer return it. A post that waits for its time or an approval is canceled as well. What is public on a platform stays public. The call returns 409 while the post is being published, or while Punctual is still finding out whether an earlier call published it. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { params: idParams(exampleIds.post) },
    out: { 204: { description: 'The post is deleted.' } },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'INVALID_STATE'],
    resource: postResource,
  },
  async (c) => {
    await deletePost(c.var.ctx, { postId: c.req.valid('param').id });
    return c.body(null, 204);
  },
);
