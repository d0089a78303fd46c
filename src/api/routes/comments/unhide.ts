import { setCommentHidden } from '../../../services/comments/moderate.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { commentSchema, toCommentResponse } from './schema.js';

export const unhideCommentOperation = defineOperation(
  {
    id: 'unhideComment',
    call: 'POST /comments/{id}/unhide',
    tag: 'Comments',
    summary: 'Show a hidden comment again',
    description:
      'Makes a hidden comment visible again on the platform. A comment that is visible stays visible. If the platform’s response is lost, the call returns 503 RETRY and stores nothing, although the platform may have shown the comment; it is safe to repeat. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: idParams(exampleIds.comment) },
    out: { 200: jsonResponse(commentSchema, 'The comment.') },
    errors: [
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'INVALID_STATE',
      'PLATFORM_AUTH_FAILED',
    ],
  },
  async (c) => {
    const commentId = c.req.valid('param').id;
    const comment = await setCommentHidden(c.var.ctx, { commentId, isHidden: false });
    return c.json(toCommentResponse(comment), 200);
  },
);
