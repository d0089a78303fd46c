import { setCommentHidden } from '../../../services/comments/moderate.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { moderation } from './moderation.js';
import { commentSchema, toCommentResponse } from './schema.js';

export const hideCommentOperation = defineOperation(
  {
    ...moderation,
    id: 'hideComment',
    call: 'POST /comments/{id}/hide',
    summary: 'Hide a comment',
    description:
      'Hides a comment by somebody else on the platform: its author and their friends may still see it there, others do not. Replies to it are hidden with it. `comments.hide` in `GET /platforms` says where this is possible. A hidden comment stays in the inbox, with `hiddenAt`. If the platform’s response is lost, the call returns 503 RETRY and stores nothing, although the platform may have hidden the comment; it is safe to repeat. Only owners, admins and editors can do this.',
    out: { 200: jsonResponse(commentSchema, 'The comment.') },
  },
  async (c) => {
    const commentId = c.req.valid('param').id;
    const comment = await setCommentHidden(c.var.ctx, { commentId, isHidden: true });
    return c.json(toCommentResponse(comment), 200);
  },
);
