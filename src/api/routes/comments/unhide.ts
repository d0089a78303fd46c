import { setCommentHidden } from '../../../services/comments/moderate.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { moderation } from './moderation.js';
import { commentSchema, toCommentResponse } from './schema.js';

export const unhideCommentOperation = defineOperation(
  {
    ...moderation,
    id: 'unhideComment',
    call: 'POST /comments/{id}/unhide',
    summary: 'Show a hidden comment again',
    description:
      'Makes a hidden comment visible again on the platform. A comment that is visible stays visible. If the platform’s response is lost, the call returns 503 RETRY and stores nothing, although the platform may have shown the comment; it is safe to repeat. Only owners, admins and editors can do this.',
    out: { 200: jsonResponse(commentSchema, 'The comment.') },
  },
  async (c) => {
    const commentId = c.req.valid('param').id;
    const comment = await setCommentHidden(c.var.ctx, { commentId, isHidden: false });
    return c.json(toCommentResponse(comment), 200);
  },
);
