import { deleteComment } from '../../../services/comments/moderate.js';
import { defineOperation } from '../../openapi/operation.js';
import { moderation } from './moderation.js';

export const deleteCommentOperation = defineOperation(
  {
    ...moderation,
    id: 'deleteComment',
    call: 'DELETE /comments/{id}',
    summary: 'Delete a comment on the platform',
    description:
      'Deletes a comment on the platform, for everybody and for good. `comments.delete` in `GET /platforms` says whose comments can be deleted. Most platforms delete the replies to it as well; the next full read notices that. The comment stays in the inbox, with `deletedAt`. A comment that is already gone from the platform counts as deleted. If the platform’s response is lost, the call returns 503 RETRY and stores nothing, although the platform may have deleted the comment; it is safe to repeat. Only owners, admins and editors can do this.',
    out: { 204: { description: 'The comment is deleted.' } },
  },
  async (c) => {
    await deleteComment(c.var.ctx, { commentId: c.req.valid('param').id });
    return c.body(null, 204);
  },
);
