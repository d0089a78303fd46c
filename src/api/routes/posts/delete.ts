import { deletePost } from '../../../services/posts/delete.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes } from './action-schema.js';
import { changeCodes, deleteQuerySchema } from './change-schema.js';
import { postResource } from './schema.js';

export const deletePostOperation = defineOperation(
  {
    id: 'deletePost',
    call: 'DELETE /posts/{id}',
    tag: 'Posts',
    summary: 'Delete a post',
    description:
      'Deletes a post from Punctual: lists and `GET /posts/{id}` no longer return it. A post that waits for its time or an approval is canceled as well. What is public on a platform stays public, unless you send `removePublic=true`: then Punctual removes it there first, as `POST /posts/{id}/targets/{tid}/remove` does, and deletes the post once everything is gone. If that takes longer than 10 seconds, the call returns 409 CHANGE_UNDER_WAY and the post stays: send the request again. If a removal has failed or is unconfirmed, it returns 409 CHANGE_NOT_POSSIBLE, whose reason is the code of `removal.error`, and a repeated request asks no platform again: that takes `POST /posts/{id}/targets/{tid}/remove`. With a target whose platform allows no removal, it returns the same code and changes nothing. The call returns 409 while the post is being published, or while Punctual is still finding out whether an earlier call published it. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { params: idParams(exampleIds.post), query: deleteQuerySchema },
    out: { 204: { description: 'The post is deleted.' } },
    errors: [...actionCodes, ...changeCodes],
    resource: postResource,
  },
  async (c) => {
    const { removePublic } = c.req.valid('query');
    await deletePost(c.var.ctx, { postId: c.req.valid('param').id, ...omitUndefined({ removePublic }) });
    return c.body(null, 204);
  },
);
